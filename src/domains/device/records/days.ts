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

/**
 * Counts a run of heartbeats. The time since the beat before it counts as connected too when it is short enough for the
 * terminal to have been shown online in between.
 */
export async function countBeats(pool: Pool, organizationId: number, deviceId: number, run: BeatRun): Promise<void> {
  await pool.query({
    name: 'device-day-beat',
    text: `insert into device_day as d (organization_id, device_id, day, beats, online_seconds, first_beat_at, last_beat_at)
      values ($1, $2, $3, $4, extract(epoch from $6::timestamptz - $5::timestamptz)::int, $5, $6)
      on conflict (organization_id, device_id, day) do update set
        beats = d.beats + excluded.beats,
        online_seconds = d.online_seconds + excluded.online_seconds + case
          when excluded.first_beat_at between d.last_beat_at and d.last_beat_at + make_interval(secs => $7)
          then extract(epoch from excluded.first_beat_at - d.last_beat_at)::int else 0 end,
        last_beat_at = greatest(d.last_beat_at, excluded.last_beat_at)`,
    values: [
      organizationId,
      deviceId,
      businessDay(run.toMs),
      run.beats,
      isoAt(run.fromMs),
      isoAt(run.toMs),
      onlineSeconds,
    ],
  });
}

/** Counts one heartbeat. */
export function countBeat(pool: Pool, organizationId: number, deviceId: number, nowMs: number): Promise<void> {
  return countBeats(pool, organizationId, deviceId, { fromMs: nowMs, toMs: nowMs, beats: 1 });
}

/** Keeps what the terminal says of its days; the newest word counts. */
export async function noteDayTotals(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  nowMs: number,
  days: readonly DayTotals[],
): Promise<void> {
  if (days.length === 0) return;
  const last = new Map(days.map((day) => [day.date, day]));
  const rows = [...last.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  await pool.query(
    `insert into device_day as d (organization_id, device_id, day, beats, online_seconds, first_beat_at, last_beat_at,
       taken_count, taken_fen, waiting_count, waiting_fen)
     select $1, $2, t.day, 0, 0, $3, $3, t.taken, t.fen, t.waiting, t.waiting_fen
     from unnest($4::date[], $5::int[], $6::bigint[], $7::int[], $8::bigint[]) as t (day, taken, fen, waiting, waiting_fen)
     on conflict (organization_id, device_id, day) do update set taken_count = excluded.taken_count,
       taken_fen = excluded.taken_fen, waiting_count = excluded.waiting_count, waiting_fen = excluded.waiting_fen`,
    [
      organizationId,
      deviceId,
      isoAt(nowMs),
      rows.map((r) => r.date),
      rows.map((r) => r.count),
      rows.map((r) => r.amountFen),
      rows.map((r) => r.waiting),
      rows.map((r) => r.waitingFen),
    ],
  );
}
