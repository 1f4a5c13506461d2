/** A shop's day at the console: a delivery that comes short over three addresses, labels of the scale, a price that changes while a till is cut off. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkMarket } from '../../src/domains/market/testing.ts';
import { bookDues } from '../../src/domains/stock/public.server.ts';
import { checkDigit } from '../../src/domains/stock/public.ts';
import { checkStock } from '../../src/domains/stock/testing.ts';
import { checkInvariants } from '../../src/domains/wallet/testing.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import type { Desk } from './desk.ts';
import { agree, cell, day, erp, type SupplyDesk, supermarket, supplyDesk } from './supply-desk.ts';

let s: SupplyDesk;
let keeper: Desk;
let shop: { organizationId: number; storehouseId: number; unit: string };
let fruit: { goodsId: number; name: string; fen: number; plu: number; version: number };
let people: { id: number; jobNumber: string; cardNo: string }[];
beforeAll(async () => {
  s = await supplyDesk();
  keeper = await s.sit('contractor');
  shop = await s.one(
    `select s.organization_id as "organizationId", s.storehouse_id as "storehouseId", o.name as unit from shop s
     join organization o on o.id = s.organization_id order by s.id limit 1`,
  );
  fruit = await s.one(
    `select g.id as "goodsId", g.name, p.price_fen as fen, f.plu, p.id as version from shop_shelf f
     join goods g on g.contractor_id = f.contractor_id and g.id = f.goods_id
     join shelf_price p on p.organization_id = f.organization_id and p.goods_id = f.goods_id
     where f.organization_id = $1 and f.by_weight and f.status = 'ON' order by f.id limit 1`,
    [shop.organizationId],
  );
  ({ rows: people } = await s.app.services.pool.query<(typeof people)[number]>(
    `select p.id, p.job_number as "jobNumber", c.card_no as "cardNo" from person p
     join card c on c.organization_id = p.organization_id and c.person_id = p.id and c.status = 'NORMAL'
     join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN' and w.status = 'ACTIVE'
     where p.organization_id = $1 and p.status = 'NORMAL' and p.job_number is not null order by p.id desc limit 4`,
    [shop.organizationId],
  ));
  for (const { id } of people)
    await s.app.services.wallet.submit({
      kind: 'DEPOSIT',
      organizationId: shop.organizationId,
      requestKey: `scene:${id}`,
      personId: id,
      occurredAt: s.app.clock.now(),
      amountFen: 100_000,
    });
  const { id } = await s.ask<{ id: number }>(`${erp}/stock_bill`, 'create', {
    kind: 'IN',
    storehouseId: shop.storehouseId,
    lines: [
      { goodsId: fruit.goodsId, typed: 80_000, amountFen: 48_000, producedOn: s.today, expiresOn: addDays(s.today, 9) },
    ],
  });
  for (const verb of ['submit', 'post']) await s.ask(`${erp}/stock_bill`, verb, { id });
}, 300_000);
afterAll(async () => {
  const { pool } = s.app.services;
  expect([await checkStock(pool), await checkMarket(pool), await checkInvariants(pool, shop.organizationId)]).toEqual([
    [],
    [],
    [],
  ]);
  expect(s.faults()).toEqual([]);
  await s?.stop();
});

const heldOf = async (personId: number) =>
  (
    await s.one<{ fen: number }>(
      'select coalesce(sum(held_fen), 0)::bigint as fen from wallet where organization_id = $1 and person_id = $2',
      [shop.organizationId, personId],
    )
  ).fen;

it('a delivery comes twenty kilograms short: shared over three addresses by what they ordered, refunded to the fen', async () => {
  const orders = `${supermarket}/supermarket_order`;
  const sheets = `${supermarket}/supermarket_organization_distribute`;
  const date = addDays(s.today, 3);
  const wanted = [
    ['东校区', 25],
    ['西校区', 20],
    ['北校区', 15],
  ] as const;
  const before = await Promise.all(people.map(({ id }) => heldOf(id)));
  for (const [i, [address, kilograms]] of wanted.entries()) {
    await keeper.open(`${orders}/form`);
    const form = keeper.tab();
    await keeper.choose(form, '单位', '', shop.unit);
    await form.getByLabel('工号').fill(people[i]!.jobNumber);
    await day(form, '送达日', date);
    await form.getByText('配送', { exact: true }).first().click();
    await form.getByLabel('地址').fill(address);
    if ((await cell(form, 1, '商品').count()) === 0) await form.getByRole('button', { name: '添加一行' }).click();
    await keeper.choose(form, '第 1 行 商品', fruit.name, fruit.name);
    await cell(form, 1, '数量（称重商品填千克）').fill(String(kilograms));
    // What it comes to is seen before it is handed in.
    await cell(form, 1, '数量（称重商品填千克）').press('Tab');
    if (i === 0) await keeper.look('shop-order-form');
    await form.getByRole('button', { name: /^下\s*单/ }).click();
    await keeper.page.waitForURL(`**${orders}/record**`);
  }
  const list = `${orders}?deliveryDate=${date},${date}`;
  await keeper.open(list);
  await keeper.tab().getByLabel('Select all').or(keeper.tab().locator('thead .ant-checkbox-input')).first().check();
  await keeper.tab().locator('.k-batch').getByRole('button', { name: '接单' }).click();
  await agree(keeper);
  await keeper.page.getByText('已接单').first().waitFor();
  await keeper.open(sheets);
  await keeper.tab().getByRole('button', { name: '生成波次' }).click();
  await day(keeper.dialog(), '送达日', date);
  await agree(keeper);
  await keeper.page.getByText('已生成').first().waitFor();
  await keeper.tab().getByRole('button', { name: '缺货分摊' }).click();
  await day(keeper.dialog(), '送达日', date);
  if ((await cell(keeper.dialog(), 1, '商品').count()) === 0)
    await keeper.dialog().getByRole('button', { name: '添加一行' }).click();
  await keeper.choose(keeper.dialog(), '第 1 行 商品', fruit.name, fruit.name);
  await cell(keeper.dialog(), 1, '数量（千克或件）').fill('40');
  await cell(keeper.dialog(), 1, '原因').fill('到货少 20 千克');
  await keeper.look('shop-share');
  await agree(keeper);
  await keeper.page.getByText('少的部分已退回货款').first().waitFor();
  // 40 of 60 kg: 16,667, 13,333 and 10,000 g, by the largest remainder.
  const { rows } = await s.app.services.pool.query<{ qty: number; fen: number; hold: number }>(
    `select i.picked_qty as qty, i.amount_fen as fen, o.hold_fen as hold from shop_order o
     join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id where o.delivery_date = $1 order by o.id`,
    [date],
  );
  expect(rows.map(({ qty }) => qty)).toEqual([16_667, 13_333, 10_000]);
  expect(rows.map(({ fen }) => fen)).toEqual(rows.map(({ qty }) => Math.floor((qty * fruit.fen + 250) / 500)));
  for (const [i, { hold }] of rows.entries()) expect((await heldOf(people[i]!.id)) - before[i]!).toBe(hold);
  await keeper.open(`${sheets}?deliveryDate=${date},${date}`);
  await keeper.look('shop-waves');
  for (const [address] of wanted) {
    await keeper.row(address, '分拣');
    await agree(keeper);
    await keeper.tab().locator('.ant-table-row', { hasText: address }).getByText('已分拣').waitFor();
  }
  await keeper.row('东校区', '发车');
  await keeper.dialog().getByLabel('司机').fill('老周');
  await agree(keeper);
  await keeper.page.getByText('已发车').first().waitFor();
  await keeper.row('东校区', '确认送达');
  await keeper.dialog().getByLabel('签收人').fill('东区刘师傅');
  await agree(keeper);
  await keeper.page.getByText('已签收，货款已入账').first().waitFor();
  expect(await heldOf(people[0]!.id)).toBe(before[0]);
  await bookDues(s.app.services);
});

it('a label of the scale is charged as it says; a price that changes is refused online, and stands for a till that was cut off', async () => {
  const { cardNo } = people[3]!;
  const fen = 1_234;
  const digits = `21${String(fruit.plu).padStart(5, '0')}${String(fen).padStart(5, '0')}`;
  const scaleCode = `${digits}${checkDigit(digits)}`;
  const believed = { unitPriceFen: fruit.fen, priceVersion: fruit.version };
  expect(await s.sell(cardNo, [{ scaleCode, ...believed }])).toMatchObject({ posted: { amountFen: fen } });
  await keeper.open(`${supermarket}/goods?organizationId=${shop.organizationId}`);
  await keeper.row(fruit.name, '调价');
  await keeper
    .dialog()
    .getByLabel('新售价')
    .fill(((fruit.fen + 50) / 100).toFixed(2));
  await day(keeper.dialog(), '起', s.today);
  await keeper.look('shop-price');
  await agree(keeper);
  await keeper.page.getByText('已调价').first().waitFor();
  const bag = { goodsId: fruit.goodsId, grams: 1_000, ...believed };
  expect(await s.sell(cardNo, [bag])).toMatchObject({
    code: 'TILL_PRICE_CHANGED',
    fields: { [fruit.goodsId]: String(fruit.fen + 50) },
  });
  s.app.clock.set(s.app.clock.now() + 60_000);
  expect(await s.sell(cardNo, [bag], s.app.clock.now() - 1_000)).toMatchObject({
    posted: { amountFen: fruit.fen * 2 },
  });
  await bookDues(s.app.services);
  await keeper.open(`${supermarket}/supermarket_comsume_detail?goodsId=${fruit.goodsId}`);
  await keeper
    .tab()
    .getByText((fen / 100).toFixed(2))
    .first()
    .waitFor();
  await keeper.look('shop-lines');
});
