/** Columns of samples that the clock or several columns together decide. */
import { type RawBuilder, sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { returnMinutes } from './sample-words.ts';

/** Worst first; what the clock alone tells (overdue) is added by `derivedOf` and searched by `exceptionIs`. */
export const exceptionColumn = sql`case when s.status = 'MISSED' then 'MISSING' when s.temp_out then 'TEMP_OUT'
  when s.quality = 'UNDERWEIGHT' then 'UNDERWEIGHT' when s.early then 'EARLY_REMOVED' when s.quality = 'LATE' then 'LATE' end`;

const overdue = (ctx: Ctx, hours = 0): RawBuilder<unknown> =>
  sql`s.status in ('SAMPLED', 'RETAINING') and s.due_at <= ${isoAt(ctx.clock.now() - hours * 3_600_000)}::timestamptz`;

const conditions: Readonly<Record<string, (ctx: Ctx) => RawBuilder<unknown>>> = {
  MISSING: () => sql`s.status = 'MISSED'`,
  OVERDUE: (ctx) => overdue(ctx, 24),
  TEMP_OUT: () => sql`s.temp_out`,
  UNDERWEIGHT: () => sql`s.quality = 'UNDERWEIGHT'`,
  EARLY_REMOVED: () => sql`s.early`,
  LATE: () => sql`s.quality = 'LATE'`,
};

const several = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');

/** A search by exceptions finds every sample that has one of them, not only as its worst. */
export function exceptionIs(value: unknown, ctx: Ctx): RawBuilder<unknown> | undefined {
  const asked = several(value).flatMap((one) => (conditions[one] ? [conditions[one](ctx)] : []));
  return asked.length === 0
    ? undefined
    : sql`(${sql.join(
        asked.map((one) => sql`(${one})`),
        sql` or `,
      )})`;
}

export function dueIs(value: unknown, ctx: Ctx): RawBuilder<unknown> | undefined {
  const asked = several(value);
  if (asked.length !== 1) return undefined;
  if (asked[0] === 'LEAVES') return sql`(s.status in ('REMOVED', 'SEALED') or (${overdue(ctx)}))`;
  return asked[0] === 'DUE' ? overdue(ctx) : sql`s.status in ('SAMPLED', 'RETAINING') and not (${overdue(ctx)})`;
}

/** 5 小时后, 逾期 3 小时. */
export function dueText(dueAt: unknown, status: unknown, nowMs: number): string {
  if (typeof dueAt !== 'string' || (status !== 'SAMPLED' && status !== 'RETAINING')) return '';
  const minutes = Math.round((Date.parse(dueAt) - nowMs) / 60_000);
  const words = Math.abs(minutes) < 60 ? `${Math.abs(minutes)} 分钟` : `${Math.floor(Math.abs(minutes) / 60)} 小时`;
  return minutes > 0 ? `${words}后` : `已到期 ${words}`;
}

/** What the clock adds to a row of samples. */
export function derivedOf(row: Record<string, unknown>, ctx: Ctx): Record<string, unknown> {
  const now = ctx.clock.now();
  const kept = row.status === 'SAMPLED' || row.status === 'RETAINING';
  const hours = kept && typeof row.dueAt === 'string' ? Math.floor((now - Date.parse(row.dueAt)) / 3_600_000) : -1;
  const exception = row.exception === 'MISSING' || hours < 24 ? row.exception : 'OVERDUE';
  return {
    dueText: dueText(row.dueAt, row.status, now),
    overdueHours: hours >= 0 ? hours : null,
    exception,
    returnable:
      row.status === 'REMOVED' &&
      row.removeReason === 'EXPIRED' &&
      now - Date.parse(String(row.removedAt)) <= returnMinutes * 60_000,
    reopenable: row.status === 'EXEMPT' && now <= Date.parse(String(row.windowTo)),
  };
}
