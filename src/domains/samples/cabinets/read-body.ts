/** What a cabinet sends of its sensor; READINGS_BAD names the entry. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Minute } from './decide-alarms.ts';

export interface Readings {
  sensor: number;
  values: (Minute & { humidity: number | null })[];
}

export const mostReadings = 1_440;
/** Oldest reading that is taken, and how far a cabinet's clock may be ahead, minutes. */
const oldestMinutes = 45 * 1_440;
const aheadMinutes = 10;

const bad = (detail: string) => refuse('READINGS_BAD', { detail });
const isInt = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to;

/** `minute`: whole minutes since the epoch, by the cabinet's clock. */
export function readReadings(body: unknown, nowMs: number): Readings | Refusal {
  const { sensor = 1, values } = (body ?? {}) as Record<string, unknown>;
  if (!isInt(sensor, 1, 99)) return bad('sensor 应为 1–99 的整数');
  if (!Array.isArray(values) || values.length === 0) return bad('values 应为非空数组');
  if (values.length > mostReadings) return refuse('TOO_LARGE', { limit: `一次 ${mostReadings} 个读数` });
  const now = Math.floor(nowMs / 60_000);
  const read: Readings['values'] = [];
  for (const [i, one] of values.entries()) {
    const { minute, temp10, rh, door } = (one ?? {}) as Record<string, unknown>;
    const at = `第 ${i + 1} 个`;
    if (!isInt(minute, now - oldestMinutes, now + aheadMinutes))
      return bad(`${at} minute 应为 45 天内、不晚于现在的分钟数（自 1970-01-01 起）`);
    if (!isInt(temp10, -400, 600)) return bad(`${at} temp10 应为 −400 至 600（0.1 ℃）`);
    if (rh !== undefined && rh !== null && !isInt(rh, 0, 100)) return bad(`${at} rh 应为 0–100`);
    if (typeof door !== 'boolean') return bad(`${at} door 应为 true 或 false`);
    read.push({ minute, temp10, door, humidity: (rh as number | null | undefined) ?? null });
  }
  return { sensor, values: read.sort((a, b) => a.minute - b.minute) };
}
