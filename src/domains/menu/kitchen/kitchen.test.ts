/** 备餐单 of a meal that is ordered: portions of both ways of counting, who must be careful, kilograms that follow. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderingBench, orderingBench } from '../../ordering/testing.ts';
import { changesBetween, figuresOf, type SheetFigure } from './changes.ts';
import { usualBasis } from './portions.ts';
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
  const answer = await b.school<{ sheet: KitchenSheet }>('food_menu/kitchen', 'sheet', { menuId, ...more });
  expect([answer.errorcode, answer.errormsg]).toEqual([0, '']);
  return answer.data.sheet;
};

test('a meal nobody asked for is made by plan; orders are made as they were ordered, with their allergies', async () => {
  const before = await sheetOf();
  expect(before.basis).toBe(usualBasis(before.dishes, before.total));
  const [first] = b.diners;
  await b.pay(first!.id, 20_000);
  await b.app.services.pool.query(
    `update person set allergens = '{EGG,PEANUT}' where organization_id = $1 and id = $2`,
    [b.organizationId, first!.id],
  );
  await b.placed(first!.id, { lines: [{ menuItemId: b.dishes[1]!.id, qty: 3 }], remark: '少盐' });
  const sheet = await sheetOf({ basis: 'ASKED' });
  const at = (from: KitchenSheet, i: number) => from.dishes.find((dish) => dish.id === b.dishes[i]!.id)!;
  expect(sheet).toMatchObject({ basis: 'ASKED', total: before.total + 3, date: b.day, published: true });
  expect(sheet.heads.ordered).toBe(before.heads.ordered + 3);
  expect(at(sheet, 1)).toMatchObject({ orderedQty: 3, remarks: '少盐' });
  expect(at(sheet, 1).qty - at(sheet, 0).qty).toBeGreaterThanOrEqual(3 - sheet.heads.reported);
  expect(sheet.careful).toEqual(expect.arrayContaining([expect.objectContaining({ allergen: 'EGG', people: 1 })]));
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
  const { data } = await b.school<{ day: string; meals: unknown[] }>('food_menu/kitchen', 'meals', {});
  expect(data.day >= b.today).toBe(true);
  expect(data.meals.length).toBeGreaterThan(0);
  const token = await b.app.login('company');
  const { body } = await b.app.post('/admin/organization/food_menu/kitchen', 'sheet', { menuId }, token);
  expect(body.errorcode).not.toBe(0);
});

interface Print {
  sheet: KitchenSheet;
  prints: { count: number; list: { by: string; heads: number }[]; last: SheetFigure[] | null };
}
const readOf = async () => (await b.school<Print>('food_menu/kitchen', 'sheet', { menuId })).data;

test('a print is remembered with who made it and what stood on it; what is ordered afterwards is a change', async () => {
  const before = await readOf();
  expect(before.prints).toMatchObject({ count: 0, last: null });
  const printed = await b.school<{ printed: { by: string; heads: number } }>('food_menu/kitchen', 'print', { menuId });
  expect(printed.data.printed).toMatchObject({ by: expect.stringMatching(/./), heads: before.sheet.total });
  const same = await readOf();
  expect(changesBetween(same.prints.last!, figuresOf(same.sheet))).toEqual([]);
  const second = b.diners[1]!;
  await b.pay(second.id, 20_000);
  await b.placed(second.id, { lines: [{ menuItemId: b.dishes[1]!.id, qty: 2 }] });
  const later = await readOf();
  expect(later.prints).toMatchObject({ count: 1, list: [{ by: printed.data.printed.by, heads: before.sheet.total }] });
  const changes = changesBetween(later.prints.last!, figuresOf(later.sheet));
  expect(changes.map(({ label, was, now }) => [label, now - was])).toEqual(
    expect.arrayContaining([
      ['订餐', 2],
      [`${b.dishes[1]!.name} 已订`, 2],
      [expect.stringMatching(/. 订餐$/), 2],
    ]),
  );
  await b.school('food_menu/kitchen', 'print', { menuId });
  const again = await readOf();
  expect(again.prints.count).toBe(2);
  expect(changesBetween(again.prints.last!, figuresOf(again.sheet))).toEqual([]);
});

test('departments add up to the heads; names of the allergic need the right, a reason, and are logged', async () => {
  const { departments, heads, total } = await sheetOf();
  for (const key of ['reported', 'ordered', 'guests', 'counted', 'byDefault'] as const)
    expect(departments.reduce((sum, one) => sum + one[key], 0)).toBe(heads[key]);
  expect(total).toBe(heads.reported + heads.byDefault + heads.counted + heads.ordered + heads.guests);
  const nameless = await b.school('food_menu/kitchen', 'careful', { menuId, reason: '' });
  expect(nameless.errorcode).not.toBe(0);
  const told = await b.school<{ diners: { name: string; allergens: string[] }[] }>('food_menu/kitchen', 'careful', {
    menuId,
    reason: '单独打餐',
  });
  expect(told.data.diners).toContainEqual(
    expect.objectContaining({ name: b.diners[0]!.name, allergens: ['EGG', 'PEANUT'] }),
  );
  const { rows } = await b.app.services.pool.query<{ changes: unknown }>(
    `select changes from system_log where action = '查看过敏人员姓名' order by id desc limit 1`,
  );
  expect(JSON.stringify(rows[0]?.changes)).toContain('单独打餐');
});
