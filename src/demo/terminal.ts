/** A terminal of the demo: counts for itself what it takes and tells it with its heartbeats, as a real one does. */

import {
  countBeats,
  type DayTotals,
  type DeviceRecord,
  heartbeat,
  heartbeatSeconds,
  type KnownDevice,
  pair,
  type RecordOutcome,
} from '../domains/device/public.server.ts';
import { cardListVersion } from '../domains/people/public.server.ts';
import { businessDay, businessDayEnd } from '../domains/wallet/public.server.ts';
import type { Chance } from '../kit/server/chance.ts';
import type { Services } from '../kit/server/context.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';

/** Fixed prices at a window, orders handed out, amounts keyed at a till, goods of a shop, grams at a scale, dishes of the menu at a counter. */
export type SiteMode = 'FIXED' | 'AMOUNT' | 'WEIGH' | 'DISH' | 'ORDER_PICKUP' | 'SHOP';

export interface DemoTerminal {
  known: KnownDevice;
  /** Doors, check terminals, screens, cabinets and the scale of samples take no money and beat like the rest. */
  mode: SiteMode | 'DOOR' | 'CHECK' | 'SCREEN' | 'CABINET' | 'SAMPLE_SCALE';
  firmware: string;
  /** The last number used. */
  seq: number;
  /** Its own totals by business day. */
  days: Map<string, DayTotals>;
}

/** Those that sell in this way. */
export const sells = (devices: readonly DemoTerminal[], mode: SiteMode): DemoTerminal[] =>
  devices.filter((device) => device.mode === mode);

const beatMs = heartbeatSeconds * 1000;
const mostDays = 7;

/** Pairs a device with the code its page shows. */
export async function pairTerminal(
  services: Services,
  actor: Actor,
  device: { id: number; sn: string },
  { mode, firmware }: Pick<DemoTerminal, 'mode' | 'firmware'>,
): Promise<DemoTerminal> {
  const { secret } = await actor.call<{ secret: { value: string } }>('/admin/organization/device_list', 'pairing', {
    id: device.id,
  });
  const paired = await pair(services, device.sn, secret.value, '127.0.0.1');
  if (isRefusal(paired)) throw new Error(`demo terminal ${device.sn}: ${refusalMessage(paired)}`);
  const known = await services.devices.find(device.id);
  if (!known) throw new Error(`demo terminal ${device.sn} is not known after pairing`);
  return { known, mode, firmware, seq: 0, days: new Map() };
}

/** The next record of the terminal, taken at `when` (epoch ms). */
export function nextRecord(
  terminal: DemoTerminal,
  when: number,
  more: Pick<DeviceRecord, 'cardNo' | 'payCode' | 'identify' | 'offline' | 'amountFen' | 'takes' | 'dishes' | 'items'>,
): DeviceRecord {
  terminal.seq += 1;
  return {
    epoch: terminal.known.epoch,
    seq: terminal.seq,
    occurredAt: when,
    deviceTime: when,
    mode: more.items
      ? 'SHOP'
      : more.takes
        ? 'WEIGH'
        : more.dishes
          ? 'DISH'
          : more.amountFen === undefined
            ? 'FIXED'
            : 'AMOUNT',
    ...more,
  };
}

function dayAt(terminal: DemoTerminal, when: number): DayTotals {
  const date = businessDay(when);
  const day = terminal.days.get(date) ?? { date, count: 0, amountFen: 0, waiting: 0, waitingFen: 0 };
  terminal.days.set(date, day);
  return day;
}

/** Counts what was taken, and the number it was taken under. */
export function countTaken(
  services: Services,
  terminal: DemoTerminal,
  { epoch, seq, occurredAt }: Pick<DeviceRecord, 'epoch' | 'seq' | 'occurredAt'>,
  amountFen: number,
): void {
  const { organizationId, deviceId } = terminal.known.at;
  services.deviceSequences.note(organizationId, deviceId, epoch, seq);
  const day = dayAt(terminal, occurredAt);
  day.count += 1;
  day.amountFen += amountFen;
}

/** Counts a record that was answered; what was refused was never taken. */
export function countAnswered(
  services: Services,
  terminal: DemoTerminal,
  record: DeviceRecord,
  outcome: RecordOutcome,
): void {
  const { organizationId, deviceId } = terminal.known.at;
  if (isRefusal(outcome)) services.deviceSequences.note(organizationId, deviceId, record.epoch, record.seq);
  else countTaken(services, terminal, record, 'posted' in outcome ? outcome.posted.amountFen : 0);
}

/** Keeps a record for later: taken while the line was down, not uploaded yet. */
export function keepRecord(terminal: DemoTerminal, record: DeviceRecord): void {
  const day = dayAt(terminal, record.occurredAt);
  day.count += 1;
  day.waiting += 1;
  day.amountFen += record.amountFen ?? 0;
  day.waitingFen += record.amountFen ?? 0;
}

/** When a terminal was on the line from `fromMs` up to `toMs`: now and then it is down for a while. */
function onLine(fromMs: number, toMs: number, by: Chance): [begin: number, end: number][] {
  const pauseAt = fromMs + by.between(2, 18) * 3_600_000;
  const pauseMs = by.happens(0.08) ? by.between(6, 45) * 60_000 : 0;
  if (pauseMs === 0 || pauseAt + pauseMs >= toMs) return [[fromMs, toMs]];
  return [
    [fromMs, pauseAt],
    [pauseAt + pauseMs, toMs],
  ];
}

/** Beats of an organization's terminals from `fromMs` on, up to one before `toMs`, both of one business day. */
export async function beatThrough(
  services: Services,
  terminals: readonly DemoTerminal[],
  fromMs: number,
  toMs: number,
  by: Chance,
): Promise<void> {
  const from = Math.max(fromMs, businessDayEnd(businessDay(toMs)) - 86_400_000);
  const spans = terminals.map(({ known }) => ({ at: known.at, runs: onLine(from, toMs, by) }));
  // Before the pauses, then after them.
  for (const nth of [0, 1]) {
    const runs = spans.flatMap(({ at, runs }) => {
      const [begin, end] = runs[nth] ?? [0, 0];
      const beats = Math.floor((end - begin - 1) / beatMs);
      return beats > 0 ? [{ deviceId: at.deviceId, fromMs: begin, toMs: begin + (beats - 1) * beatMs, beats }] : [];
    });
    await countBeats(services.pool, spans[0]!.at.organizationId, runs);
  }
}

/** A heartbeat now, with its last days, the list it has just fetched, and how many records still wait. */
export async function beatNow(services: Services, terminal: DemoTerminal): Promise<void> {
  // A day without a taker is told too: nothing is an answer.
  dayAt(terminal, services.clock.now());
  const days = [...terminal.days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-mostDays);
  const answer = await heartbeat(
    services,
    terminal.known,
    {
      clock: services.clock.now(),
      offlineCount: days.reduce((sum, day) => sum + day.waiting, 0),
      listVersion: await cardListVersion(services.pool, terminal.known.at.organizationId),
      lastSeq: terminal.seq,
      firmware: terminal.firmware,
      days,
    },
    '127.0.0.1',
  );
  if (isRefusal(answer)) throw new Error(`demo heartbeat: ${refusalMessage(answer)}`);
}
