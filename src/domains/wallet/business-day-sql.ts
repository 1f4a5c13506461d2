/** Business days of an instant in a statement: the same cut-over as `businessDay`, 04:00 at +08:00. */
import { type RawBuilder, sql } from 'kysely';
import { addDays, isoAt } from '../../kit/server/clock.ts';
import { businessDayEnd } from './business-day.ts';

/** The business day of a timestamptz. */
export const businessDayOf = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(${at} at time zone 'Asia/Shanghai' - interval '4 hours')::date`;

/** `at` lies within the days `[from, to]`, either may be null; bounds of the instant itself, so that its index serves. */
export function withinBusinessDays(at: RawBuilder<unknown>, days: unknown): RawBuilder<boolean> | undefined {
  const [from, to] = (Array.isArray(days) ? days : []) as (string | null)[];
  const parts = [
    ...(from ? [sql`${at} >= ${isoAt(businessDayEnd(addDays(from.slice(0, 10), -1)))}`] : []),
    ...(to ? [sql`${at} < ${isoAt(businessDayEnd(to.slice(0, 10)))}`] : []),
  ];
  return parts.length === 0 ? undefined : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
