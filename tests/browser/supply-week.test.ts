/**
 * A caterer's week at the console: a menu is published, what it needs is bought, accepted by two on a tablet, sent to the kitchen and
 * signed for there, cooked and eaten; the margin names the goods of which the kitchen took too much.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeviceAt } from '../../src/domains/device/public.server.ts';
import { checkStock } from '../../src/domains/stock/testing.ts';
import { formatFenGrouped } from '../../src/kit/define/fen.ts';
import { type Desk, takeDesk } from './desk.ts';
import { agree, cell, day, erp, press, type SupplyDesk, supermarket, supplyDesk } from './supply-desk.ts';

/** Portions on the menu, who came to eat, and what each of them paid. */
const [planned, eaters, fen] = [1_000, 3, 1_200];
/** Of the meat the kitchen takes so much more than its diners' portions. */
const tooMuchGrams = 1_500;

interface Part {
  goodsId: number;
  name: string;
  /** Milligrams of a portion as it is bought. */
  mg: number;
}

let s: SupplyDesk;
let unit: { id: number; name: string; restaurant: string; houseId: number };
let dish: { id: number; name: string };
let parts: Part[];
let meat: Part;
/** The weekday that is cooked for: no menu stands there yet. */
let date: string;
beforeAll(async () => {
  s = await supplyDesk();
  unit = await s.one(
    `select o.id, o.name, r.name as restaurant, h.id as "houseId" from employee e join account a on a.id = e.account_id
     join organization o on o.id = e.unit_id and e.unit_type = 'ORGANIZATION'
     join restaurant r on r.organization_id = o.id and r.kind = 'RESTAURANT' and r.contractor_id is not null
     join storehouse h on h.site_id = o.id where a.login_name = 'school' order by r.id, h.id limit 1`,
  );
  dish = await s.one(
    `select d.id, d.name from dish d join recipe_line rl on rl.organization_id = d.organization_id and rl.version_id = d.approved_id
     join food_stuff f on f.organization_id = rl.organization_id and f.id = rl.food_stuff_id
     left join lateral (select g.category, g.supply from bom_map m join goods g on g.contractor_id = m.contractor_id and g.id = m.goods_id
       where m.lib_stuff_id = f.lib_id limit 1) g on true
     where d.organization_id = $1 group by d.id, d.name
     having count(*) = count(g.category) and count(*) filter (where g.category = 'MEAT' and g.supply = 'CENTRAL') = 1 and count(*) between 2 and 5
     order by count(*), d.id limit 1`,
    [unit.id],
  );
  ({ rows: parts } = await s.app.services.pool.query<Part>(
    `select g.id as "goodsId", g.name, sum(rl.grams * 1000 * (1 + rl.loss_ratio / 10000.0)
       * case rl.basis when 'NET' then 10000.0 / coalesce(f.edible_ratio, l.edible_ratio, 10000) else 1 end)::float8 as mg
     from dish d join recipe_line rl on rl.organization_id = d.organization_id and rl.version_id = d.approved_id
     join food_stuff f on f.organization_id = rl.organization_id and f.id = rl.food_stuff_id
     left join lib_food_stuff l on l.id = f.lib_id
     join bom_map m on m.lib_stuff_id = f.lib_id join goods g on g.contractor_id = m.contractor_id and g.id = m.goods_id
     where d.id = $1 group by g.id, g.name, g.category order by (g.category = 'MEAT') desc, g.id`,
    [dish.id],
  ));
  meat = parts[0]!;
  ({ date } = await s.one<{ date: string }>(
    `select d::date::text as date from generate_series($1::date + 2, $1::date + 40, interval '1 day') d
     where extract(isodow from d) < 6 and not exists (select 1 from food_menu m where m.menu_date = d::date)
     order by d limit 1`,
    [s.today],
  ));
}, 300_000);
afterAll(async () => {
  expect(await checkStock(s.app.services.pool)).toEqual([]);
  expect(s.faults()).toEqual([]);
  await s?.stop();
});

/** Somebody who is nobody of the caterer's. */
const visit = (account: string) => takeDesk(s.app, s.browser, account, s.app.clock.now());
const leave = async (...desks: Desk[]) => {
  for (const desk of desks) {
    expect(desk.complaints).toEqual([]);
    await desk.leave();
  }
};
const grams = ({ mg }: Part, portions: number) => Math.round((mg * portions) / 1_000);

it('the kitchen of a school plans a dish for a thousand, another publishes it', async () => {
  const [chef, checker] = [await visit('school'), await visit('finance')];
  await chef.open('/admin/organization/food_menu/form');
  const form = chef.tab();
  await day(form, '日期', date);
  await chef.choose(form, '餐次', '', '午餐');
  await chef.choose(form, '餐厅', unit.restaurant, unit.restaurant);
  if ((await cell(form, 1, '菜品').count()) === 0) await form.getByRole('button', { name: '添加一行' }).click();
  await chef.choose(form, '第 1 行 菜品', dish.name, dish.name);
  await cell(form, 1, '计划份数').fill(String(planned));
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await chef.page.waitForURL((url) => !url.pathname.endsWith('/form'));
  await chef.open(`/admin/organization/food_menu?menuDate=${date},${date}`);
  await chef.row(dish.name, '提交');
  await chef.tab().locator('.ant-table-row', { hasText: dish.name }).getByText('待发布').waitFor();
  await checker.open(`/admin/organization/food_menu?menuDate=${date},${date}`);
  await checker.row(dish.name, '发布');
  await agree(checker);
  await checker.tab().getByText('已发布').first().waitFor();
  await leave(chef, checker);
});

it('what the menu needs is computed down to the dish and its portions, and ordered', async () => {
  const buyer = await s.sit('contractor');
  const list = `${supermarket}/supermarket_daily_purchase?purchaseDate=${date},${date}&goodsId=${meat.goodsId}`;
  await buyer.open(list);
  await buyer.tab().getByRole('button', { name: '运行需求' }).click();
  await day(buyer.dialog(), '送货日', date);
  await buyer.dialog().getByLabel('备量').fill('0');
  await agree(buyer);
  const row = buyer.tab().locator('.ant-table-row', { hasText: meat.name }).first();
  await row.waitFor();
  // Whom, how much, at what price: in one sight, at the width of a desk.
  await row.getByText('62.10 / 千克').waitFor();
  for (const heading of ['供应商', '比均价', '金额(元)', '状态'])
    await buyer.tab().locator('thead th', { hasText: heading }).first().waitFor();
  await buyer.look('week-need');
  await buyer.row(meat.name, '查看');
  const drawer = buyer.page.getByRole('dialog').last();
  await drawer.getByText('需求来源').first().waitFor();
  await drawer.getByText(dish.name).first().waitFor();
  await drawer.getByText('1,000').first().waitFor();
  // The record is called by what is bought.
  await drawer
    .getByText(new RegExp(`每日采购.*${meat.name}`))
    .first()
    .waitFor();
  await buyer.look('week-need-drill');
  await buyer.open(list);
  await buyer.row(meat.name, '生成采购单');
  await agree(buyer);
  // What was made is named, and one press away.
  const told = buyer.page.locator('.ant-message', { hasText: '已生成 1 张采购单' });
  await told.waitFor();
  await row.getByText('已下单').waitFor();
  const no = await told.getByRole('button').innerText();
  await told.getByRole('button').click();
  await buyer.tab().getByText(no).first().waitFor();
  expect(new URL(buyer.page.url()).pathname).toBe(`${erp}/supply_order/record`);
  await leave(buyer);
});

it('two who did not order accept it on a tablet', async () => {
  s.app.clock.set(Date.parse(`${date}T06:00:00+08:00`));
  const order = await s.one<{ no: string; kg: number }>(
    `select o.order_no as no, p.buy_qty / 1000.0 as kg from supply_order o
     join daily_purchase p on p.contractor_id = o.contractor_id and p.order_id = o.id
     where p.purchase_date = $1 and p.goods_id = $2`,
    [date, meat.goodsId],
  );
  const tablet = await s.sit('cb-yanshou');
  await tablet.page.setViewportSize({ width: 1280, height: 800 });
  await tablet.open(`${erp}/receipt/form`);
  const form = tablet.tab();
  await tablet.choose(form, '采购单', order.no, order.no);
  await form.getByRole('button', { name: '逐项称量' }).click();
  // Held across, every input of the goods is in sight, and large enough for a thumb.
  const warmth = (await cell(form, 1, '温度').boundingBox())!;
  expect(warmth.x + warmth.width).toBeLessThan(1_280);
  expect(warmth.height).toBeGreaterThanOrEqual(40);
  await cell(form, 1, '毛重/数量').fill((Number(order.kg) + 2).toFixed(3));
  await cell(form, 1, '皮重').fill('2');
  await cell(form, 1, '批号').fill('W1');
  await day(form, '第 1 行 生产日期', date);
  const check = form.getByRole('button', { name: /^核对/ });
  await check.click();
  // Meat without its temperature is not accepted, and what was typed is kept.
  await tablet.page.getByText('冷藏冷冻食品须测温').first().waitFor();
  await tablet.look('week-tablet-refused');
  await tablet.open(`${erp}/receipt`);
  await tablet.open(`${erp}/receipt/form`);
  await tablet.choose(form, '采购单', order.no, order.no);
  await form.getByRole('button', { name: '逐项称量' }).click();
  await form.getByText(/接着岳验收 .* 填到的内容/).waitFor();
  expect(await cell(form, 1, '批号').inputValue()).toBe('W1');
  await cell(form, 1, '温度').fill('3');
  await tablet.look('week-tablet');
  await check.click();
  await form.getByRole('button', { name: '验收入库' }).click();
  await tablet.sign('cb-caiwu');
  await tablet.look('week-witness');
  await agree(tablet);
  await tablet.page.waitForURL('**/receipt/record**');
  await tablet.tab().getByText('已入库').first().waitFor();
  await tablet.look('week-accepted');
  const lot = await s.one<{ qty: number }>(
    `select s.qty from lot l join stock_lot s on s.contractor_id = l.contractor_id and s.lot_id = l.id where l.lot_no = 'W1'`,
  );
  expect(lot.qty).toBe(Math.round(Number(order.kg) * 1_000));
  await leave(tablet);
});

it('the kitchen’s sheet is prepared, its store is supplied, and the school signs for what came', async () => {
  const keeper = await s.sit('contractor');
  const sheets = `${erp}/kitchen_sheet?diningDate=${date},${date}`;
  await keeper.open(sheets);
  await keeper.tab().getByRole('button', { name: '备料' }).click();
  await day(keeper.dialog(), '用餐日期', date);
  await agree(keeper);
  await keeper.row(unit.name, '生成调拨');
  await agree(keeper);
  await keeper.page.getByText('已生成调拨单草稿').first().waitFor();
  const bill = await s.one<{ id: number; no: string }>(
    `select b.id, b.bill_no as no from stock_bill b where b.kind = 'TRANSFER' and b.status = 'DRAFT' and b.receiver_id = $1
     order by b.id desc limit 1`,
    [unit.id],
  );
  await keeper.open(`${erp}/stock_bill/record?id=${bill.id}`);
  expect(await press(keeper, '发出', true)).toContain('已发出');
  await leave(keeper);
  const receiver = await visit('school');
  await receiver.open('/admin/organization/supply_receipt');
  await receiver.row(bill.no, '签收');
  await agree(receiver);
  await receiver.page.getByText('已签收').first().waitFor();
  await receiver.look('week-signed');
  await leave(receiver);
});

it('the cook takes what the diners need and a kilogram and a half of meat too much', async () => {
  const cook = await s.sit('cb-caiwu');
  const sheets = `${erp}/kitchen_sheet?diningDate=${date},${date}`;
  await cook.open(sheets);
  await cook.row(unit.name, '填写实领');
  const form = cook.tab();
  await cell(form, 1, '实领').waitFor();
  // Whose meal it is stands above what was taken for it.
  for (const said of [unit.name, date, '午餐']) await form.getByText(said, { exact: true }).first().waitFor();
  const named = await form.locator('table[aria-label] tbody tr').allInnerTexts();
  for (const [i, text] of named.entries()) {
    const part = parts.find(({ name }) => text.includes(name))!;
    const taken = grams(part, eaters) + (part === meat ? tooMuchGrams : 0);
    await cell(form, i + 1, '实领').fill((taken / 1_000).toFixed(3));
  }
  await cook.look('week-sheet');
  await form.getByRole('button', { name: /^保\s*存$/ }).click();
  await cook.page.getByText('已记下实领').first().waitFor();
  await cook.open(sheets);
  await cook.row(unit.name, '确认领用');
  await agree(cook);
  await cook.tab().locator('.ant-table-row', { hasText: unit.name }).getByText('已领用').first().waitFor();
  await leave(cook);
});

it('it is eaten, and the margin names the meat of which too much was taken', async () => {
  s.app.clock.set(Date.parse(`${date}T12:00:00+08:00`));
  const device = await s.one<DeviceAt>(
    `select d.id as "deviceId", d.organization_id as "organizationId", d.sn, d.name, d.mode, d.deploy_site_id as "deploySiteId",
       t.restaurant_id as "restaurantId", true as "placeActive"
     from device d join deploy_site t on t.organization_id = d.organization_id and t.id = d.deploy_site_id
     join restaurant r on r.organization_id = t.organization_id and r.id = t.restaurant_id
     where d.organization_id = $1 and d.mode = 'FIXED' and r.name = $2 order by d.id limit 1`,
    [unit.id, unit.restaurant],
  );
  const { rows: diners } = await s.app.services.pool.query<{ id: number; cardNo: string }>(
    `select p.id, c.card_no as "cardNo" from person p
     join card c on c.organization_id = p.organization_id and c.person_id = p.id and c.status = 'NORMAL'
     join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN' and w.status = 'ACTIVE'
     where p.organization_id = $1 and p.status = 'NORMAL' order by p.id desc limit ${eaters}`,
    [unit.id],
  );
  for (const [i, { id, cardNo }] of diners.entries()) {
    const at = s.app.clock.now();
    const { wallet, consumeGateway } = s.app.services;
    const money = {
      organizationId: unit.id,
      personId: id,
      occurredAt: at,
      requestKey: `week:${id}`,
      amountFen: 10_000,
    };
    await wallet.submit({ kind: 'DEPOSIT', ...money });
    const swipe = {
      epoch: 98,
      seq: i + 1,
      occurredAt: at,
      deviceTime: at,
      offline: false,
      identify: 'CARD',
      cardNo,
    } as const;
    expect(await consumeGateway.consume(device, { ...swipe, mode: 'AMOUNT', amountFen: fen })).toMatchObject({
      posted: { amountFen: fen },
    });
  }
  const chef = await s.sit('contractor');
  const margin = '/admin/contractor/report_form/food_margin';
  const at = `businessDate=${date},${date}&organizationId=${unit.id}`;
  await chef.open(`${margin}?${at}`);
  const row = chef.tab().locator('.ant-table-row', { hasText: unit.name }).first();
  await row
    .getByText(formatFenGrouped(eaters * fen))
    .first()
    .waitFor();
  await chef.look('week-margin');
  await chef.open(`${margin}/goods?${at}`);
  const gap = chef.tab().locator('.ant-table-row', { hasText: meat.name }).first();
  await gap.getByText('1.5 千克').waitFor();
  await chef.look('week-gap');
  // Nothing else is missing, and each number opens what it adds up.
  const { rows } = await s.ask<{ rows: { goodsId: number; gapWords: string; gapFen: number }[] }>(
    `${margin}/goods`,
    'query',
    {
      search: { businessDate: [date, date], organizationId: unit.id },
    },
  );
  expect(rows.filter(({ goodsId }) => goodsId !== meat.goodsId).map(({ gapWords }) => gapWords)).toEqual(
    parts.slice(1).map(() => '0 千克'),
  );
  const [found] = rows.filter(({ goodsId }) => goodsId === meat.goodsId);
  expect(found).toMatchObject({ gapWords: '1.5 千克' });
  await chef.open(`${margin}/used?${at}&goodsId=${meat.goodsId}`);
  await chef.tab().locator('.ant-table-row', { hasText: meat.name }).first().getByText('领用').first().waitFor();
  await chef.look('week-used');
  await leave(chef);
});
