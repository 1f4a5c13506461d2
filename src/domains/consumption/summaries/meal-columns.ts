/** Breakfast, lunch, dinner and the rest as columns of a report: which meals each of them counts. */
import { type RawBuilder, sql } from 'kysely';
import type { Loose } from '../../../kit/server/query/list-statement.ts';

/** Meals called otherwise, and with `outside` also what lies outside all meals (0). */
const others = (outside: boolean) =>
  sql`coalesce(jsonb_agg(k.id) filter (where k.name not in ('早餐', '午餐', '晚餐')), '[]')${outside ? sql` || '0'` : sql``}`;
const called = (name: string) => sql`coalesce(jsonb_agg(k.id) filter (where k.name = ${sql.lit(name)}), '[]')`;

/** Ids of meals by column, for the way to the lines behind a count. */
const idsByColumn = (outside: boolean): RawBuilder<unknown> =>
  sql`jsonb_build_object('breakfast', ${called('早餐')}, 'lunch', ${called('午餐')}, 'dinner', ${called('晚餐')}, 'other', ${others(outside)})`;

/** Adds `mk.ids` to a statement whose rows of an organization lie under `s`. */
export function withMealColumns<Q>(from: Q, { outside = false } = {}): Q {
  return (from as unknown as Loose).leftJoin(
    (eb) =>
      eb
        .selectFrom('meal_period as k')
        .groupBy('k.organization_id')
        .select(['k.organization_id', idsByColumn(outside).as('ids')])
        .as('mk'),
    (on) => on.onRef('mk.organization_id', '=', 's.organization_id'),
  ) as unknown as Q;
}
