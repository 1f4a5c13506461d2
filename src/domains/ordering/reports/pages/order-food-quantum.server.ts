/** 订餐份量统计. */

import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { type ActionInput, bind, type ReportRow, type Search } from '../../../../kit/server/page/binding.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { foretold } from '../../../headcount/public.server.ts';
import { knownWaste, standingLine, wasteOfMeals, wasteSum } from '../../../menu/public.server.ts';
import { countedOrders } from '../../orders/order-words.ts';
import { endShortage, foreseeShortage, readShortage } from '../../orders/short-dish.ts';
import { orderTotals } from '../order-totals.ts';
import spec from './order-food-quantum.page.ts';

const way = (...ways: readonly string[]) =>
  sql<number>`coalesce(sum(x.qty) filter (where o.pickup in (${sql.join(ways.map((one) => sql.lit(one)))})), 0)::bigint`;

async function portionsByDish(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  let query = ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .leftJoin('dish as d', (on) =>
      on.onRef('d.organization_id', '=', 'x.organization_id').onRef('d.id', '=', 'x.dish_id'),
    )
    .leftJoin('food_type as f', 'f.id', 'd.type_id')
    .leftJoin('meal_period as m', (on) =>
      on.onRef('m.organization_id', '=', 'x.organization_id').onRef('m.id', '=', 'x.meal_period_id'),
    )
    .leftJoin('restaurant as s', (on) =>
      on.onRef('s.organization_id', '=', 'x.organization_id').onRef('s.id', '=', 'x.restaurant_id'),
    )
    .where('o.status', 'in', [...countedOrders])
    .groupBy(['x.dining_date', 'x.meal_period_id', 'm.name', 'x.restaurant_id', 's.name', 'x.name', 'f.name'])
    .orderBy('x.dining_date')
    .orderBy('x.meal_period_id')
    .orderBy('x.restaurant_id')
    .orderBy('f.name')
    .orderBy('x.name')
    .select([
      'x.dining_date as diningDate',
      'x.meal_period_id as mealPeriodId',
      'm.name as mealPeriodName',
      'x.restaurant_id as restaurantId',
      's.name as restaurantName',
      'x.name as dishName',
      'f.name as typeName',
      sql<number>`sum(x.qty)::bigint`.as('portions'),
      way('DELIVERY').as('deliveredQty'),
      way('DINE_IN').as('dineInQty'),
      way('PICKUP', 'LOCKER').as('fetchedQty'),
      sql<string>`coalesce(left(string_agg(distinct nullif(o.remark, ''), '；'), 200), '')`.as('remarks'),
    ]);
  const [from, to] = Array.isArray(search.diningDate) ? search.diningDate : [null, null];
  if (from) query = query.where('x.dining_date', '>=', from as string);
  if (to) query = query.where('x.dining_date', '<=', to as string);
  for (const [key, column] of [
    ['mealPeriodId', 'x.meal_period_id'],
    ['restaurantId', 'x.restaurant_id'],
  ] as const) {
    const ids = [search[key]].flat().filter((id): id is number => typeof id === 'number');
    if (ids.length > 0) query = query.where(sql.ref(column) as RawBuilder<number>, 'in', ids);
  }
  const rows = await query.execute();
  return rows.map((row, i) => ({ ...row, id: i + 1 }));
}

/** What is foretold of the meals of the one day that is looked at. */
async function foretoldText(ctx: Ctx, search: Search): Promise<string> {
  const [from, to] = Array.isArray(search.diningDate) ? search.diningDate : [null, null];
  if (typeof from !== 'string' || from !== to) return '';
  const told = await foretold(ctx, sql<boolean>`f.dining_date = ${from}::date`);
  const meals = await ctx.db.selectFrom('meal_period').select(['id', 'name']).orderBy('start_time').execute();
  const asked = [search.mealPeriodId].flat().filter((id) => typeof id === 'number');
  return meals
    .filter((meal) => asked.length === 0 || asked.includes(meal.id))
    .flatMap(({ id, name }) => {
      const one = told.find((forecast) => forecast.mealPeriodId === id);
      if (!one) return [];
      const words = [one.forecastRange, one.forecastNote].filter((text) => text !== '').join('，');
      return [`${name} ${one.forecast} 份${words ? `（${words}）` : ''}`];
    })
    .join('，');
}

/** What was made and not eaten at the meals of these days that are over, window and orders together. */
async function wastedText(ctx: Ctx, search: Search): Promise<string> {
  const [from, to] = Array.isArray(search.diningDate) ? search.diningDate : [null, null];
  if (typeof from !== 'string' || typeof to !== 'string') return '';
  const among = (key: 'mealPeriodId' | 'restaurantId', column: string) => {
    const ids = [search[key]].flat().filter((id): id is number => typeof id === 'number');
    return ids.length > 0 ? sql`${sql.ref(column)} = any(${ids}::bigint[])` : sql`true`;
  };
  const waste = wasteSum(
    await wasteOfMeals(
      ctx,
      sql<boolean>`m.menu_date >= ${from}::date and m.menu_date <= ${to}::date and ${among('mealPeriodId', 'm.meal_period_id')}
        and ${among('restaurantId', 'm.restaurant_id')}`,
    ),
  );
  return waste.grams === null && waste.fen === null ? '' : `已过的餐次连同窗口浪费 ${knownWaste(waste)}`;
}

const shortageOf = (ctx: Ctx, { menuItemId, substituteId }: ActionInput['values']) =>
  readShortage(ctx, menuItemId as number, (substituteId as number | null | undefined) ?? null);

export default bind(spec, {
  rows: portionsByDish,
  outcomes: {
    short: async (ctx, { values }) => {
      if (!values.menuItemId) return { lines: [['订单', '请先选择缺的菜']] };
      const shortage = await shortageOf(ctx, values);
      return isRefusal(shortage) ? shortage : foreseeShortage(ctx, shortage);
    },
  },
  actions: {
    short: async (ctx, { values }) => {
      const shortage = await shortageOf(ctx, values);
      return isRefusal(shortage) ? shortage : endShortage(ctx, shortage, String(values.reason ?? '').trim());
    },
  },
  outsideTransaction: ['short'],
  notice: async (ctx, search) => {
    const told = await foretoldText(ctx, search);
    const text = [told && `预测就餐：${told}；下面是按菜订的份数`, await wastedText(ctx, search)]
      .filter(Boolean)
      .join('。');
    return text === '' ? null : { tone: 'info', text };
  },
  proof: {
    reads: { portions: 'meal_order_item.qty' },
    held: {
      各订单的份数: async (ctx, search) =>
        (await orderTotals(ctx, ['restaurantId'], search)).reduce(
          (sum, row) => sum + row.eatenPortions + row.missedPortions + row.waitingPortions,
          0,
        ),
    },
  },
});
