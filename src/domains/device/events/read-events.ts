/** Reads what a terminal sent to /events: each item by itself, so that a bad one never holds up its neighbours. */
import { createHash } from 'node:crypto';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { lastMs } from '../api/records.ts';
import type { KnownDevice } from '../directory.ts';
import { maxSeq } from '../records/sequences.ts';
import { type EventKind, isEventKind, mayReport } from './event-kinds.ts';
import type { DeviceEvent } from './handlers.ts';

export const mostEvents = 500;
/** Below this a measured offset is the network's, not the clock's. */
const noiseMs = 5_000;
const aheadMs = 10 * 60_000;
const behindMs = 45 * 86_400_000;
const lateMs = 60_000;

/** An item that has a number. `refused`: it has one, and will never be taken under it. */
export interface ReadEvent extends DeviceEvent {
  mark: Buffer;
  refused: Refusal | undefined;
}

const isCount = (v: unknown, most: number): v is number =>
  typeof v === 'number' && Number.isSafeInteger(v) && v >= 1 && v <= most;

/** The same item, however its keys are ordered. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'offsetMs')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

/** What makes two items the same: everything but the offset, which the terminal may have learnt since. */
export const markOf = (item: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(canonical(item)))
    .digest();

/** What is wrong with an item under a number of its own. */
function faultOf({ kind, at, offsetMs }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isEventKind(kind)) return 'kind 不在可选范围内';
  if (!isCount(at, lastMs)) return 'at 应为毫秒时间戳';
  return offsetMs === undefined || Number.isSafeInteger(offsetMs) ? undefined : 'offsetMs 应为整数毫秒';
}

const refuseKind = (known: KnownDevice, kind: EventKind): Refusal | undefined =>
  mayReport(known.kind, kind) ? undefined : refuse('EVENT_KIND', { kind });

/** One item; a refusal when it has no number of its own and can only be kept by the terminal. */
export function readEvent(item: unknown, known: KnownDevice, nowMs: number): ReadEvent | Refusal {
  const bad = (detail: string) => refuse('BAD_EVENT', { detail });
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return bad('应为 JSON 对象');
  const body = item as Readonly<Record<string, unknown>>;
  if (!isCount(body.epoch, known.epoch)) return bad(`epoch 应为 1–${known.epoch}`);
  if (!isCount(body.no, maxSeq)) return bad(`no 应为 1–${maxSeq}`);
  const wrong = faultOf(body);
  const measured = Math.abs(known.clockOffsetMs) > noiseMs ? known.clockOffsetMs : 0;
  const said = wrong === undefined ? (body.at as number) + ((body.offsetMs as number | undefined) ?? measured) : nowMs;
  const corrected = Math.min(Math.max(said, 0), lastMs);
  const doubtful = corrected > nowMs + aheadMs || corrected < nowMs - behindMs;
  return {
    device: known.at,
    epoch: body.epoch,
    no: body.no,
    kind: body.kind as EventKind,
    at: corrected,
    receivedAt: nowMs,
    doubtful,
    // A little ahead of the server is now: nothing lies in the future.
    placedAt: doubtful ? nowMs : Math.min(corrected, nowMs),
    late: nowMs - corrected > lateMs,
    body,
    mark: markOf(body),
    refused: wrong === undefined ? refuseKind(known, body.kind as EventKind) : bad(wrong),
  };
}
