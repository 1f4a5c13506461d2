/** A dish the kitchen cannot make: whoever ordered it gets another one or his money, as was said before. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actorOf } from '../../../demo/units.ts';
import { checkInvariants } from '../../wallet/testing.ts';
import { giveBackStopped } from '../settle/order-clock.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import type { Order } from './order-store.ts';
import { readShortage } from './short-dish.ts';

const page = 'order_food_quantum';
let b: OrderingBench;
let next = 0;
beforeAll(async () => {
  b = await orderingBench();
  // Prices of the demo's menu, told apart: 8, 6, 3 and 9 yuan.
  for (const [at, fen] of [800, 600, 300, 900].entries())
    await b.app.services.pool.query(
      'update food_menu_item set price_fen = $3, order_limit = null, allergens = $4 where organization_id = $1 and id = $2',
      [b.organizationId, b.dishes[at]!.id, fen, at === 1 ? ['NUT'] : []],
    );
}, 240_000);
afterAll(() => b?.app.stop());

const line = (at: number, qty = 1) => ({ menuItemId: b.dishes[at]!.id, qty });
async function ordered(...lines: { menuItemId: number; qty: number }[]): Promise<Order & { diner: number }> {
  const { id } = b.diners[next++]!;
  await b.drain(id);
  await b.pay(id, 5_000);
  return { ...(await b.placed(id, { lines })), diner: id };
}
const form = (dish: number, substitute: number | null) => ({
  menuItemId: b.dishes[dish]!.id,
  substituteId: substitute === null ? null : b.dishes[substitute]!.id,
  reason: '到货不足',
});
const told = async (values: object) =>
  (await b.school<{ lines: [string, string][] }>(page, 'outcome', { action: 'short', ...values })).data.lines;
const dishesOf = async ({ id }: Order) => {
  const { rows } = await b.app.services.pool.query<{ name: string; fen: number }>(
    `select x.name, x.amount_fen as fen from meal_order_item x join meal_order o on o.organization_id = x.organization_id
       and o.id = x.order_id and o.revision = x.revision where x.organization_id = $1 and x.order_id = $2 order by x.id`,
    [b.organizationId, id],
  );
  return rows.map((row) => `${row.name} ${row.fen}`);
};
const statusOf = async (at: number) => {
  const { rows } = await b.app.services.pool.query<{ status: string }>(
    'select status from food_menu_item where organization_id = $1 and id = $2',
    [b.organizationId, b.dishes[at]!.id],
  );
  return rows[0]!.status;
};
const nameOf = (at: number) => b.dishes[at]!.name;

test('a dearer dish, one of another meal and the dish itself are no substitutes; choices offer none of them', async () => {
  const refused = async (dish: number, substitute: number) =>
    (await b.school(page, 'short', form(dish, substitute))).errorcode;
  expect(await refused(0, 3)).toBe(1101);
  expect(await refused(0, 0)).toBe(1101);
  // Of a dish whose price rose between the choice and the command.
  const school = await actorOf(b.app.services, 'school');
  const [dish, dearer] = [b.dishes[0]!, b.dishes[3]!];
  expect(await readShortage(school.ctx(`/admin/organization/${page}`), dish.id, dearer.id)).toMatchObject({
    code: 'SUBSTITUTE',
    params: { why: `比「${dish.name}」贵，只能换成不更贵的` },
  });
  const choices = await b.school<{ id: number }[]>('food_menu_summary', 'options', {
    within: { besideId: b.dishes[0]!.id },
    size: 50,
  });
  const ids = choices.data.map((one) => one.id);
  expect(ids).toContain(b.dishes[1]!.id);
  expect(ids).not.toContain(b.dishes[3]!.id);
  expect(ids).not.toContain(b.dishes[0]!.id);
  expect(await statusOf(0)).toBe('ON');
});

test('another dish takes its place, the difference goes back; the allergic and those it does not suffice for get their money', async () => {
  const both = await ordered(line(0, 2), line(2));
  const only = await ordered(line(0));
  const allergic = await ordered(line(0), line(2));
  await b.app.services.pool.query(`update person set allergens = '{NUT}' where organization_id = $1 and id = $2`, [
    b.organizationId,
    allergic.diner,
  ]);
  const lacking = await ordered(line(0));
  const away = await ordered(line(0));
  await b.app.services.pool.query(
    `update meal_order set status = 'DELIVERING' where organization_id = $1 and id = $2`,
    [b.organizationId, away.id],
  );
  await b.app.services.pool.query('update food_menu_item set order_limit = 3 where organization_id = $1 and id = $2', [
    b.organizationId,
    b.dishes[1]!.id,
  ]);
  const said = new Map(await told(form(0, 1)));
  expect(said.get('涉及订单')).toBe('4 单，5 份');
  expect(said.get(`换成「${nameOf(1)}」`)).toBe('3 单，4 份，退差价 8.00 元');
  expect(said.get('因过敏不换而退')).toBe('1 单');
  expect(await statusOf(0)).toBe('ON');

  const done = await b.school<{ receipt: { lines: [string, string][] } }>(page, 'short', form(0, 1));
  expect([done.errorcode, done.errormsg]).toEqual([0, '']);
  expect(done.data.receipt.lines).toEqual([
    [`换成「${nameOf(1)}」`, '2 单'],
    ['退菜', '2 单'],
  ]);
  expect(await dishesOf(both)).toEqual([`${nameOf(1)} 1200`, `${nameOf(2)} 300`]);
  expect(await b.held(both.diner)).toBe(1_500);
  expect(await dishesOf(only)).toEqual([`${nameOf(1)} 600`]);
  expect(await dishesOf(allergic)).toEqual([`${nameOf(2)} 300`]);
  expect(await b.held(allergic.diner)).toBe(300);
  expect(await b.read(lacking)).toMatchObject({ status: 'CANCELLED', note: expect.stringContaining('到货不足') });
  expect(await b.held(lacking.diner)).toBe(0);
  expect(await dishesOf(away)).toEqual([`${nameOf(0)} 800`]);
  expect(await statusOf(0)).toBe('STOPPED');
  expect(await b.order(b.wanted(b.diners[next++]!.id, { lines: [line(0)] }))).toMatchObject({
    code: 'DISH_NOT_OFFERED',
  });
  // The clock finds nothing left to do, a second try nobody left.
  await giveBackStopped(b.app.services, b.organizationId);
  expect(await b.held(both.diner)).toBe(1_500);
  expect(await told(form(0, 1))).toMatchObject([['订单', expect.stringContaining('还没有人订')]]);
});

test('without a substitute its money goes back, and an order of nothing else as a whole', async () => {
  const both = await ordered(line(3), line(2));
  const only = await ordered(line(3, 2));
  const said = new Map(await told(form(3, null)));
  expect(said.get('只退这道菜')).toBe('1 单');
  expect(said.get('整单取消')).toContain('1 单');
  expect(said.get('退回冻结')).toContain('27.00 元');
  expect(await b.school(page, 'short', form(3, null))).toMatchObject({ errorcode: 0 });
  expect(await b.held(both.diner)).toBe(300);
  expect(await b.read(only)).toMatchObject({ status: 'CANCELLED' });
  expect(await checkInvariants(b.app.services.pool)).toEqual([]);
});
