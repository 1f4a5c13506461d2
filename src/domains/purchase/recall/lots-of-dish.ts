/** Lots that went into a dish: by the menus that had it on those days, what it takes, and what kitchens took for these meals. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { type DishMeal, lotsIntoDish } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import { servedText, servedVersion } from './lot-meals.ts';

export interface DishAsked {
  dishId: number;
  fromDate: string;
  toDate: string;
  /** The units' other dishes that come of the same dish of the platform as well. */
  everywhere: boolean;
  /** Of what it takes these alone; empty for all of it. */
  goodsIds: readonly number[] | null;
}

export interface DishLots {
  dish: string;
  lotIds: readonly number[];
}

export async function lotsOfDish(ctx: Ctx, asked: DishAsked): Promise<DishLots | Refusal> {
  const { dishId, fromDate, toDate, everywhere, goodsIds } = asked;
  const { name: dish, lib_dish_id: libDishId } = await ctx.db
    .selectFrom('dish')
    .select(['name', 'lib_dish_id'])
    .where('id', '=', dishId)
    .executeTakeFirstOrThrow();
  const period = { dish, from: fromDate, to: toDate };
  if (fromDate > toDate) return refuse(purchaseRefusals.RECALL_DAYS, {}, { toDate: '不能早于开始日期' });
  const contractorId = ownContractor(ctx);
  const db = sqlOf(ctx.db);
  const { rows: meals } = await db.query<DishMeal>(
    `select f.organization_id as "siteId", f.menu_date::text as date, f.meal_period_id as "mealPeriodId", d.name as dish, p.goods_id as "goodsId"
     from ${servedText}
     left join lateral dish_parts($1, i.organization_id, i.dish_id, ${servedVersion}, f.menu_date) p on true
     where f.menu_date between $2::date and $3::date and f.status <> 'WITHDRAWN' and (d.id = $4 or d.lib_dish_id = $5::bigint)
     group by 1, 2, 3, 4, 5`,
    [contractorId, fromDate, toDate, dishId, everywhere ? libDishId : null],
  );
  if (meals.length === 0) return refuse(purchaseRefusals.RECALL_NO_MENU, period);
  const went = await lotsIntoDish(db, contractorId, meals);
  const lots = ctx.db
    .selectFrom('lot')
    .select('id')
    .where('id', 'in', [0, ...went])
    .orderBy('id');
  const wanted = goodsIds && goodsIds.length > 0 ? lots.where('goods_id', 'in', goodsIds) : lots;
  const lotIds = (await wanted.execute()).map(({ id }) => id);
  return lotIds.length === 0 ? refuse(purchaseRefusals.RECALL_NO_LOTS, period) : { dish, lotIds };
}
