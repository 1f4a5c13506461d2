/** The moment beside a list, for expressions that know no context: prices hold from an instant. */
import { type SelectQueryBuilder, sql } from 'kysely';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';

/** A one-row table `clock` with the columns `now` and `today`. */
export const withNow = <D, T extends keyof D>(from: SelectQueryBuilder<D, T, object>, ctx: Ctx) => {
  const now = ctx.clock.now();
  return from.innerJoin(
    sql<{ now: string; today: string }>`(select ${isoAt(now)}::timestamptz as now, ${dateAt(now)}::date as today)`.as(
      'clock',
    ),
    (on) => on.onTrue(),
  );
};
