/** Menus under load: a week of them published, a minute of orders for one dish, a year of nutrition. */
import { setTimeout as pause } from 'node:timers/promises';
import { dishRule, orderOf } from '../src/domains/ordering/testing.ts';
import { addDays } from '../src/kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../src/kit/server/refusal.ts';
import { type Kitchen, type MealFigure, postAll, seconds, timed } from './meal-kitchen.ts';

const buyers = 5_000;
const menuDays = 7;
const dishesPerMeal = 20;

export interface Menu {
  diningDate: string;
  itemId: number;
}

/** Two restaurants' week of meals, saved and published. */
export async function measureMenus(kitchen: Kitchen): Promise<[MealFigure, Menu]> {
  const { services, school, checker, restaurantId, organizationId, dinnerId } = kitchen;
  const page = '/admin/organization/food_menu_v2';
  const dishes = await services.pool.query<{ id: number }>(
    `select id from dish where organization_id = $1 and status = 'APPROVED' order by id limit ${dishesPerMeal}`,
    [organizationId],
  );
  const meals = await services.pool.query<{ id: number }>(
    'select id from meal_period where organization_id = $1 order by start_time limit 3',
    [organizationId],
  );
  const first = addDays(kitchen.today, 21);
  const cells = Array.from({ length: menuDays }, (_, day) => addDays(first, day)).flatMap((date) =>
    meals.rows.map(({ id: mealPeriodId }) => ({
      restaurantId,
      mealPeriodId,
      date,
      version: null,
      items: dishes.rows.map(({ id }) => ({
        dishId: id,
        priceFen: 600,
        planQty: 100,
        orderLimit: null,
        limitPerPerson: null,
        cookName: '',
        needSample: true,
      })),
    })),
  );
  await school.call(page, 'save', { cells });
  const menus = await services.pool.query<{ id: number }>(
    `select id from food_menu where organization_id = $1 and restaurant_id = $2 and menu_date >= $3 and status = 'DRAFT'`,
    [organizationId, restaurantId, first],
  );
  const ids = menus.rows.map(({ id }) => id);
  const [ms] = await timed(() => checker.call(page, 'publish', { ids, agreed: true }));
  const item = await services.pool.query<{ id: number }>(
    `select id from food_menu_item where organization_id = $1 and restaurant_id = $2 and menu_date = $3
       and meal_period_id = $4 order by id limit 1`,
    [organizationId, restaurantId, first, dinnerId],
  );
  const figure = {
    name: `发布一周菜谱（${ids.length} 餐 × ${dishes.rows.length} 道）`,
    said: seconds(ms),
    limit: '1 s',
    beside: '',
  };
  return [figure, { diningDate: first, itemId: item.rows[0]!.id }];
}

const percentile = (times: readonly number[], share: number) => times[Math.floor(times.length * share)] ?? 0;

/** `buyers` order the same dish, one after another at an even pace of a minute. */
export async function measureOrders(kitchen: Kitchen, { diningDate, itemId }: Menu): Promise<MealFigure> {
  const { services, school, organizationId, restaurantId, dinnerId, people } = kitchen;
  await school.call('/admin/organization/ordering_mode', 'create', {
    ...dishRule({ lunchId: dinnerId }, restaurantId),
    name: '实测点菜',
  });
  await postAll(
    kitchen,
    people.slice(0, buyers).map(({ id }) => ({
      organizationId,
      occurredAt: services.clock.now(),
      kind: 'DEPOSIT',
      requestKey: `order:${id}`,
      personId: id,
      amountFen: 10_000,
    })),
  );
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const start = performance.now();
  const every = 60_000 / buyers;
  for (const [i, { id }] of people.slice(0, buyers).entries()) {
    const ahead = start + i * every - performance.now();
    if (ahead > 1) await pause(ahead);
    const at = performance.now();
    open.push(
      orderOf(services, {
        organizationId,
        personId: id,
        restaurantId,
        mealPeriodId: dinnerId,
        diningDate,
        menuItemId: itemId,
      }).then((order) => {
        if (isRefusal(order)) throw new Error(refusalMessage(order));
        times.push(performance.now() - at);
      }),
    );
  }
  await Promise.all(open);
  times.sort((a, b) => a - b);
  return {
    name: `一分钟 ${buyers} 单，p50 / p99`,
    said: `${percentile(times, 0.5).toFixed(0)} / ${percentile(times, 0.99).toFixed(0)} ms`,
    limit: 'p99 300 ms',
    beside: '',
  };
}

export async function measureNutrition({ school, today }: Kitchen): Promise<MealFigure> {
  const ask = () =>
    school.call('/admin/organization/nourishment', 'query', {
      page: 1,
      size: 20,
      group: 'WEEK',
      search: { menuDate: [addDays(today, -360), addDays(today, 20)] },
    });
  await ask();
  const [ms] = await timed(ask);
  return { name: '营养分析，一年按周', said: `${ms.toFixed(0)} ms`, limit: '300 ms', beside: '' };
}
