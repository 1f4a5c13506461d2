/** What the desk shows a plain portion to cost: by the rule of those it orders for, of that day, not by the first there is. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderingBench, orderingBench } from '../testing.ts';

let b: OrderingBench;
const heads = { mode: 'HEAD_ONLY', missPercent: 50 };
/** Types of people, and somebody of each. */
let typeIds: number[];
let people: number[];
beforeAll(async () => {
  b = await orderingBench({ ...heads, priceFen: 700, dayKinds: ['HOLIDAY'] });
  const { rows } = await b.app.services.pool.query<{ type: number; person: number }>(
    `select type_id as type, min(id) as person from person where organization_id = $1 and status = 'NORMAL'
     group by type_id order by count(*) desc limit 2`,
    [b.organizationId],
  );
  typeIds = rows.map(({ type }) => type);
  people = rows.map(({ person }) => person);
  const days = { dayKinds: ['WORKDAY', 'WEEKEND'] };
  for (const [i, priceFen] of [800, 1_200].entries()) {
    const rule = { ...b.rule, ...heads, ...days, name: `份餐 ${priceFen}`, priceFen, typeIds: [typeIds[i]!] };
    const made = await b.school('ordering_mode', 'create', rule);
    expect([made.errormsg, made.fields]).toEqual(['', undefined]);
  }
}, 240_000);
afterAll(() => b?.app.stop());

const portion = async (personIds: readonly number[]) => {
  const { data, errormsg } = await b.school<{ rows: Record<string, unknown>[] }>('order_food_detail', 'preview', {
    personIds,
    restaurantId: b.restaurantId,
    mealPeriodId: b.lunchId,
    diningDate: b.day,
    pickup: 'DINE_IN',
    setCount: 1,
    unitPays: false,
    changes: false,
  });
  expect(errormsg).toBe('');
  return data.rows;
};

test('each type has the price of its own rule; where they differ both are named', async () => {
  expect(await portion([people[0]!])).toMatchObject([{ name: '份餐', priceFen: 800 }]);
  expect(await portion([people[1]!])).toMatchObject([{ name: '份餐', priceFen: 1_200 }]);
  expect(await portion(people)).toMatchObject([{ name: '份餐（各人类别 8.00、12.00 元）', priceFen: null }]);
});
