/** Lists of units: states that depend on the day, and what a platform operator sets on them. */
import { type RawBuilder, sql } from 'kysely';
import { dateAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import { setColumn } from '../../kit/server/page/crud.ts';
import { unitTransitions } from './unit-states.ts';

/** A one-row table `clock` with the column `today`, to be joined: expressions of a list know no context. */
export const todayTable = (ctx: Ctx) =>
  sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('clock');

/**
 * The state shown: the stored one, or EXPIRED once `end` is over, or EXPIRING within `warnDays` before it.
 * `alias` names the unit's table; the list joins `todayTable`.
 */
export function shownStatus(alias: string, end: string, warnDays = 0): RawBuilder<unknown> {
  const status = sql.ref(`${alias}.status`);
  const day = sql.ref(`${alias}.${end}`);
  return sql`case when ${status} in ('DISABLED', 'FROZEN') then ${status}
    when ${day} < clock.today then 'EXPIRED'
    when ${day} < clock.today + ${sql.lit(warnDays)} then 'EXPIRING'
    else ${status} end`;
}

/** The action that takes units to a state; their accounts feel it at their next call. */
export function unitAction(table: 'agent' | 'contractor' | 'organization', event: keyof typeof unitTransitions) {
  const set = setColumn(table, 'status', unitTransitions[event].to, unitTransitions[event].label);
  return async (ctx: Ctx, input: Parameters<typeof set>[1]): Promise<null> => {
    const done = await set(ctx, input);
    ctx.services.sessionCache.forget();
    return done;
  };
}
