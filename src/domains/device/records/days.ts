/**
 * A terminal's days: how long it was connected, counted from its heartbeats, and its own totals of what it took, which
 * are held against what arrived: 设备 = 平台 + 待处理 + 未上传.
 */
import type { Pool } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { onlineSeconds } from '../register/device-states.ts';

/** What a terminal says of one business day. Waiting records are part of what it took. */
export interface DayTotals {
  /** Business day `YYYY-MM-DD` (04:00 to 04:00). */
  date: string;
  count: number;
  /** Fen; a record whose price the terminal does not know counts 0 until it is told. */
  amountFen: number;
  waiting: number;
  waitingFen: number;
}

const mostDays = 7;
const isTotal = (v: unknown): v is number =>
  typeof v === 'number' && Number.isSafeInteger(v) && v >= 0 && v <= 2_000_000_000;

/** The optional `days` of a heartbeat; a text says what is wrong. */
export function readDays(sent: unknown): DayTotals[] | string {
  if (sent === undefined) return [];
  if (!Array.isArray(sent) || sent.length > mostDays) return `days 最多 ${mostDays} 项`;
  for (const day of sent as Partial<DayTotals>[]) {
    const { date, count, amountFen, waiting, waitingFen } = day ?? {};
    if (typeof date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
      return 'days 每项的 date 应为 YYYY-MM-DD';
    if (![count, amountFen, waiting, waitingFen].every(isTotal))
      return 'days 每项的 count、amountFen、waiting、waitingFen 应为不小于 0 的整数';
  }
  return sent as DayTotals[];
}

/** Heartbeats in a row, each soon enough after the one before for the terminal to be shown online throughout. */
export interface BeatRun {
  /** Epoch ms of the first and the last; within one business day. */
  fromMs: number;
  toMs: number;
  beats: number;
}

/** What a terminal's day has to be told: heartbeats, its own totals, or both. */
interface DayNews {
  deviceId: number;
  /** Business day. */
  date: string;
  run: BeatRun;
  totals?: DayTotals;
}

/**
 * One statement for days of any number of terminals, each named once. The time since the beat before a run counts as connected
 * too when it is short enough for the terminal to have been shown online in between. A terminal repeats what it says of its days:
 * what is as it was is not written again.
 */
async function noteDays(pool: Pool, organizationId: number, news: readonly DayNews[]): Promise<void> {
  if (news.length === 0) return;
  const of = <T>(pick: (one: DayNews) => T) => news.map(pick);
  await pool.query({
    name: 'device-days',
    text: `insert into device_day as d (organization_id, device_id, day, beats, online_seconds, first_beat_at, last_beat_at,
        taken_count, taken_fen, waiting_count, waiting_fen)
      select $1, n.device, n.day, n.beats, extract(epoch from n.last - n.first)::int, n.first, n.last,
        n.taken, n.fen, n.waiting, n.waiting_fen
      from unnest($2::bigint[], $3::date[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::int[], $8::bigint[], $9::int[],
        $10::bigint[]) as n (device, day, beats, first, last, taken, fen, waiting, waiting_fen)
      order by n.device, n.day
      on conflict (organization_id, device_id, day) do update set
        beats = d.beats + excluded.beats,
        online_seconds = d.online_seconds + excluded.online_seconds + case
          when excluded.beats > 0
            and excluded.first_beat_at between d.last_beat_at and d.last_beat_at + make_interval(secs => $11)
          then extract(epoch from excluded.first_beat_at - d.last_beat_at)::int else 0 end,
        last_beat_at = case when excluded.beats > 0 then greatest(d.last_beat_at, excluded.last_beat_at) else d.last_beat_at end,
        taken_count = coalesce(excluded.taken_count, d.taken_count), taken_fen = coalesce(excluded.taken_fen, d.taken_fen),
        waiting_count = coalesce(excluded.waiting_count, d.waiting_count),
        waiting_fen = coalesce(excluded.waiting_fen, d.waiting_fen)
      where excluded.beats > 0 or (excluded.taken_count, excluded.taken_fen, excluded.waiting_count, excluded.waiting_fen)
        is distinct from (d.taken_count, d.taken_fen, d.waiting_count, d.waiting_fen)`,
    values: [
      organizationId,
      of((one) => one.deviceId),
      of((one) => one.date),
      of((one) => one.run.beats),
      of((one) => isoAt(one.run.fromMs)),
      of((one) => isoAt(one.run.toMs)),
      of((one) => one.totals?.count ?? null),
      of((one) => one.totals?.amountFen ?? null),
      of((one) => one.totals?.waiting ?? null),
      of((one) => one.totals?.waitingFen ?? null),
      onlineSeconds,
    ],
  });
}

/** Counts runs of heartbeats, at most one of a terminal's day. */
export const countBeats = (pool: Pool, organizationId: number, runs: readonly (BeatRun & { deviceId: number })[]) =>
  noteDays(
    pool,
    organizationId,
    runs.map(({ deviceId, ...run }) => ({ deviceId, date: businessDay(run.toMs), run })),
  );

/** Counts one heartbeat and keeps what the terminal says of its days with it; the newest word counts. */
export function noteBeat(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  nowMs: number,
  days: readonly DayTotals[],
): Promise<void> {
  const today = businessDay(nowMs);
  const told = new Map(days.map((day) => [day.date, day]));
  const run = (date: string) => ({ fromMs: nowMs, toMs: nowMs, beats: date === today ? 1 : 0 });
  return noteDays(
    pool,
    organizationId,
    [...new Set([today, ...told.keys()])].map((date) => ({ deviceId, date, run: run(date), totals: told.get(date) })),
  );
}
