/** The unit's food-stuffs as recipes read them: its own words over the library's, with the price of a day. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import type { Nutrients } from '../nutrition/nutrients.ts';
import type { Stuff } from '../nutrition/recipe.ts';
import '../tables.ts';

interface Read {
  id: number;
  name: string;
  foodClass: string;
  mark: string | null;
  risk: string | null;
  edibleRatio: number;
  allergens: string[];
  nutrients: Nutrients;
  priceFen: number | null;
}

/** Food-stuffs by id, within the scope of `db`. */
export async function readStuffs(db: Db, ids: readonly number[], day: string): Promise<Map<number, Stuff>> {
  if (ids.length === 0) return new Map();
  const rows = (await db
    .selectFrom('food_stuff as s')
    .innerJoin('food_stuff_type as t', 't.id', 's.type_id')
    .leftJoin('lib_food_stuff as b', 'b.id', 's.lib_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('food_stuff_price as q')
          .select('q.price_fen')
          .whereRef('q.organization_id', '=', 's.organization_id')
          .whereRef('q.food_stuff_id', '=', 's.id')
          .where('q.from_date', '<=', day)
          .orderBy('q.from_date', 'desc')
          .limit(1)
          .as('p'),
      (join) => join.onTrue(),
    )
    .select([
      's.id',
      's.name',
      't.food_class as foodClass',
      'b.mark',
      'b.risk',
      sql<number>`coalesce(s.edible_ratio, b.edible_ratio, 10000)`.as('edibleRatio'),
      sql<string[]>`s.allergens || coalesce(b.allergens, '{}')`.as('allergens'),
      sql<Nutrients>`coalesce(b.nutrients, '{}') || s.nutrients`.as('nutrients'),
      'p.price_fen as priceFen',
    ])
    .where('s.id', 'in', [...new Set(ids)])
    .execute()) as Read[];
  return new Map(rows.map(({ priceFen, ...row }) => [row.id, { ...row, priceFen: priceFen ?? undefined }]));
}
