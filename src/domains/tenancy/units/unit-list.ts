/** Lists of units: states that depend on the day, and what a platform operator sets on them. */
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';

/** Which records are still offered as choices (alias `t`). */
export const offered = `t.status <> 'DISABLED'`;

/** Puts a one-row table `clock` with the column `today` beside a list: its expressions know no context. */
export const withToday = <D, T extends keyof D>(from: SelectQueryBuilder<D, T, object>, ctx: Ctx) =>
  from.innerJoin(sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('clock'), (on) =>
    on.onTrue(),
  );

/**
 * The state shown: the stored one, or EXPIRED once `end` is over, or EXPIRING within `warnDays` before it.
 * `alias` names the unit's table; the list joins `withToday`.
 */
export function shownStatus(alias: string, end: string, warnDays = 0): RawBuilder<unknown> {
  const status = sql.ref(`${alias}.status`);
  const day = sql.ref(`${alias}.${end}`);
  return sql`case when ${status} in ('DISABLED', 'FROZEN') then ${status}
    when ${day} < clock.today then 'EXPIRED'
    when ${day} < clock.today + ${sql.lit(warnDays)} then 'EXPIRING'
    else ${status} end`;
}

/** What every unit's moves have in common: its accounts feel them at their next call. */
export const unitMoves = {
  name: (unit: { name: string }) => unit.name,
  stamped: true,
  afterAll: async (ctx: Ctx) => ctx.services.sessionCache.forget(),
} as const;
