/** What stands in the way is ended where it stands: orders of whoever leaves, orders on their way to a place that closes. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OrderingBench, orderingBench } from '../../src/domains/ordering/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { type Desk, takeDesk } from './desk.ts';
import { launchChromium } from './shell-support.ts';

let b: OrderingBench;
let browser: Browser;
let desk: Desk;

beforeAll(async () => {
  [b, browser] = await Promise.all([orderingBench(), launchChromium()]);
  desk = await takeDesk(b.app, browser, 'school', b.app.clock.now());
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await b?.app.stop();
});

const user = '/admin/organization/user';
/** A new person with an order, the unit's or his own. */
async function leaver(name: string, jobNumber: string, unitPays: boolean) {
  const made = await b.school<{ id: number }>('user', 'create', { name, jobNumber, typeId: b.diners[0]!.typeId });
  const { id } = made.data;
  if (!unitPays) await b.pay(id, 5_000);
  const order = await b.order(b.wanted(id), unitPays ? { unitPays, source: 'STAFF' } : {});
  if (!('id' in order)) throw new Error('not placed');
  return { id, order };
}

/** 销户 of a row, not 登记销户 beside it. */
async function press(row: string, button: string): Promise<void> {
  await desk
    .tab()
    .locator('.ant-table-row', { hasText: row })
    .getByRole('button', { name: '更多', exact: true })
    .click();
  await desk.page.getByRole('menuitem', { name: button, exact: true }).click();
}

test('销户 asks only where orders are open, takes them back first, and goes on when he is paid out', async () => {
  const { page, dialog } = desk;
  const { id, order } = await leaver('江离校', 'LX11', false);
  await desk.open(`${user}?keyword=LX11`);
  await press('江离校', '销户');
  await dialog().getByText('1 单，共').waitFor();
  await dialog().getByText(order.orderNo).waitFor();
  await dialog().getByText('清退后再销户').waitFor();
  // Nobody is asked for a reason before he has said that they go.
  expect(await dialog().getByLabel('取消原因').count()).toBe(0);
  await dialog().getByLabel('取消这些订餐').click();
  await dialog().getByRole('button', { name: '销户 先取消 1 单' }).waitFor();
  await dialog().getByLabel('取消原因').fill('转学');
  await desk.look('close-with-orders');
  await dialog().getByRole('button', { name: '销户 先取消 1 单' }).click();
  await page.getByText('已取消 1 单，尚未销户').waitFor();
  await desk.slip('订餐已取消，尚未销户', '清退后才能销户');
  expect(await b.read(order)).toMatchObject({ status: 'CANCELLED', note: '转学' });
  await b.drain(id);
  await press('江离校', '销户');
  await dialog().getByText('没有').waitFor();
  expect(await dialog().getByLabel('取消这些订餐').count()).toBe(0);
  await desk.confirm(/^销户$|^确\s*定$/);
  await page.getByText('操作成功').first().waitFor();
  expect(desk.complaints).toEqual([]);
});

test('several at once, whose orders the unit pays', async () => {
  const { page, dialog } = desk;
  for (const n of [1, 2]) await leaver(`同去${n}`, `LXB${n}`, true);
  await desk.open(`${user}?keyword=LXB`);
  await desk.tab().locator('thead input[type=checkbox]').first().check();
  await desk.tab().locator('.k-batch').getByRole('button', { name: '更多 ▾' }).click();
  await page.getByRole('menuitem', { name: '批量销户' }).click();
  await dialog().getByText('2 单，共').waitFor();
  await dialog().getByLabel('取消这些订餐').click();
  await dialog().getByLabel('取消原因').fill('毕业');
  await desk.look('close-several');
  await dialog().getByRole('button', { name: '销户 并取消 2 单' }).click();
  await page.getByText('已取消 2 单，已销户').waitFor();
  expect(desk.complaints).toEqual([]);
});

test('停用 of a place tells what is on its way there and moves it elsewhere', async () => {
  const { page, dialog } = desk;
  const place = async (name: string, deliveryFeeFen: number) => {
    const area = await b.school<{ id: number }>('order_area', 'create', { name, deliveryFeeFen });
    const made = await b.school<{ id: number }>('order_address', 'create', {
      areaId: area.data.id,
      name: `${name}大厅`,
    });
    return made.data.id;
  };
  const [from, to] = [await place('东楼', 200), await place('西楼', 100)];
  const diner = b.diners[2]!;
  await b.pay(diner.id, 50_000);
  const order = await b.placed(diner.id, { pickup: 'DELIVERY', addressId: from });
  await desk.open('/admin/organization/order_area');
  await desk.row('西楼', '停用');
  await dialog().getByText('没有').waitFor();
  expect(await dialog().getByText('这些订单').count()).toBe(0);
  await dialog()
    .getByRole('button', { name: /取\s*消/ })
    .click();
  await desk.row('东楼', '停用');
  await dialog().getByText('1 单 1 份').waitFor();
  await desk.choose(dialog(), '这些订单', '', '改取餐');
  await desk.choose(dialog(), '改送到', '西楼', '西楼大厅');
  await dialog().getByText('2.00 元 → 1.00 元').waitFor();
  await desk.look('close-a-place');
  await dialog().getByRole('button', { name: '停用 并改取餐 1 单' }).click();
  await page.getByText('已停用，改取餐 1 单').waitFor();
  const { rows } = await b.app.services.pool.query<{ addressId: number }>(
    'select address_id as "addressId" from meal_order where organization_id = $1 and id = $2',
    [b.organizationId, order.id],
  );
  expect(rows).toEqual([{ addressId: to }]);
  expect(desk.complaints).toEqual([]);
});

test('停售 in the week tells whose dish it was before it is off sale, and 取消 leaves it on', async () => {
  const { dialog, tab } = desk;
  const diner = b.diners[3]!;
  await b.pay(diner.id, 50_000);
  const dish = b.dishes[1]!;
  const order = await b.placed(diner.id, { lines: [{ menuItemId: dish.id, qty: 1 }] });
  await desk.open('/admin/organization/food_menu_v2');
  const cell = tab().locator(`[data-key="${b.restaurantId}|${b.day}|${b.lunchId}"]`);
  const table = tab().getByRole('grid', { name: '周菜谱' });
  await table.waitFor();
  const firstDay = async () =>
    (await table.locator('[role=gridcell]').first().getAttribute('data-key'))!.split('|')[1]!;
  for (let at = await firstDay(); addDays(at, 6) < b.day; at = await firstDay()) {
    await tab().getByRole('button', { name: '下一周' }).click();
    await expect.poll(firstDay).not.toBe(at);
  }
  await cell.click({ position: { x: 4, y: 4 } });
  const line = tab().locator('.mw-items tr', { hasText: dish.name });
  await line.getByRole('button', { name: '停售' }).click();
  await dialog()
    .getByText(/1 单 1 份，共/)
    .waitFor();
  await dialog().getByText('几分钟内逐单退掉这道菜').waitFor();
  await desk.look('stop-in-week');
  await dialog()
    .getByRole('button', { name: /^取\s*消$/ })
    .click();
  await line.getByRole('button', { name: '停售' }).waitFor();
  expect(await b.read(order)).toMatchObject({ status: 'PAID' });
  expect(desk.complaints).toEqual([]);
});
