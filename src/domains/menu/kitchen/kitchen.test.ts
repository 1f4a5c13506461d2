/** 备餐单 of a meal that is ordered: portions of both ways of counting, who must be careful, kilograms that follow. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderingBench, orderingBench } from '../../ordering/testing.ts';
import type { KitchenSheet } from './read-kitchen.ts';

let b: OrderingBench;
let menuId: number;
beforeAll(async () => {
  b = await orderingBench();
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    'select menu_id as id from food_menu_item where organization_id = $1 and id = $2',
    [b.organizationId, b.dishes[0]!.id],
  );
  menuId = rows[0]!.id;
}, 240_000);
afterAll(() => b?.app.stop());

const sheetOf = async (more: Record<string, unknown> = {}) => {
  const answer = await b.school<KitchenSheet>('food_menu/kitchen', 'sheet', { menuId, ...more });
  expect([answer.errorcode, answer.errormsg]).toEqual([0, '']);
  return answer.data;
};

test('a meal nobody asked for is made by plan; orders are made as they were ordered, with their allergies', async () => {
  const before = await sheetOf();
  const asked = before.reported + before.ordered > 0;
  expect(before.basis).toBe(asked ? 'ASKED' : 'PLAN');
  const [first] = b.diners;
  await b.pay(first!.id, 20_000);
  await b.app.services.pool.query(
    `update person set allergens = '{EGG,PEANUT}' where organization_id = $1 and id = $2`,
    [b.organizationId, first!.id],
  );
  await b.placed(first!.id, { lines: [{ menuItemId: b.dishes[1]!.id, qty: 3 }], remark: '少盐' });
  const sheet = await sheetOf();
  const at = (from: KitchenSheet, i: number) => from.dishes.find((dish) => dish.id === b.dishes[i]!.id)!;
  expect(sheet).toMatchObject({ basis: 'ASKED', ordered: before.ordered + 3, date: b.day, published: true });
  expect(at(sheet, 1)).toMatchObject({ orderedQty: 3, remarks: '少盐' });
  expect(at(sheet, 1).qty - at(sheet, 0).qty).toBeGreaterThanOrEqual(3 - sheet.reported);
  expect(sheet.careful).toEqual(expect.arrayContaining([{ allergen: 'EGG', people: 1 }]));
  const planned = await sheetOf({ basis: 'PLAN' });
  expect(planned.dishes.map((dish) => dish.qty)).toEqual(planned.dishes.map((dish) => dish.planQty));
});

test('kilograms are those of the portions, by the recipe the menu was published with', async () => {
  const sheet = await sheetOf({ basis: 'PLAN' });
  const { rows } = await b.app.services.pool.query<{ grams: number }>(
    `select sum(i.plan_qty * (l ->> 'net')::float8) as grams from food_menu_item i, jsonb_array_elements(i.recipe) l
     where i.organization_id = $1 and i.menu_id = $2 and l ->> 'foodClass' <> 'WATER'`,
    [b.organizationId, menuId],
  );
  const netG = sheet.needed.reduce((sum, one) => sum + one.netG, 0);
  expect(Math.abs(netG - rows[0]!.grams)).toBeLessThan(sheet.dishes.length * 200 * 0.01 * 10);
  for (const one of sheet.needed) expect(one.boughtG).toBeGreaterThanOrEqual(one.netG - 1e-6);
});

test('the first look shows the day at hand; a menu of another unit is not found', async () => {
  const { data } = await b.school<{ day: string; meals: { id: number }[] }>('food_menu/kitchen', 'meals', {});
  expect(data.day >= b.today).toBe(true);
  expect(data.meals.length).toBeGreaterThan(0);
  const token = await b.app.login('company');
  const { body } = await b.app.post('/admin/organization/food_menu/kitchen', 'sheet', { menuId }, token);
  expect(body.errorcode).not.toBe(0);
});
