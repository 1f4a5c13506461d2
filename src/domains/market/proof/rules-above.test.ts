/** Rules of buying and of the shop: a break of any keeps a stock month open, and stands on the caterer's home from the night on that finds it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonths, erp, runStockChecks } from '../../stock/testing.ts';
import { type ShopBench, shopBench } from '../testing.ts';

let b: ShopBench;
const run = async <T extends object>(text: string, values: unknown[] = []) =>
  (await b.app.services.pool.query<T>(text, values)).rows;
beforeAll(async () => {
  b = await shopBench();
  await b.receive(b.goods.water, 100, 10_000);
}, 600_000);
afterAll(() => b?.app.stop());

/** A month of the shop's store, closed now; what it came back with. */
async function closed(): Promise<{ status: string; error: string }> {
  await run('delete from stock_month where contractor_id = $1 and storehouse_id = $2', [
    b.contractorId,
    b.storehouseId,
  ]);
  await run(
    `insert into stock_month (contractor_id, id, month, storehouse_id, status, created_at, updated_at)
     values ($1, $2, '2026-01-01', $3, 'RUNNING', now(), now())`,
    [b.contractorId, await b.app.services.ids.next(), b.storehouseId],
  );
  await closeMonths(b.app.services);
  const [month] = await run<{ status: string; error: string }>(
    'select status, error from stock_month where contractor_id = $1 and storehouse_id = $2',
    [b.contractorId, b.storehouseId],
  );
  return month!;
}

interface Rows {
  rows: { rule: string; subject: string; found: string }[];
}
const atNight = async () => {
  b.app.clock.set(b.app.clock.now() + 60_000);
  await runStockChecks(b.app.services);
  return (await b.caterer<Rows>(`${erp}/stock_proof/break`, 'query', { size: 50, search: { span: ['NIGHT'] } })).rows;
};
const onHome = async () => {
  const told = await b.caterer<{ work: { label: string; count: number }[] }>(
    '/admin/contractor/contractor_home',
    'figures',
  );
  return told.work.find(({ label }) => label === '库存不平')?.count;
};

/** What is changed behind the books' back, and the words it is told in. */
const plants: readonly (readonly [rule: string, table: string, set: string, where: string, words: RegExp])[] = [
  ['S6', 'receipt_line', 'qty = qty +', `status = 'POSTED'`, /S6（验收 \d+，入库 \d+）/],
  ['S8', 'trade_item', 'quantity = quantity +', `kind = 'GOODS' and status = 'SETTLED'`, /S8（售出 \d+，应出库 \d+）/],
  [
    'S9',
    'shop_order',
    'hold_fen = hold_fen +',
    `status in ('PAID', 'PICKING') and pay_way <> 'THIRD'`,
    /S9（冻结 \d+，订单 \w+ 需要 \d+）/,
  ],
  ['S11', 'shop_order_item', 'amount_fen = amount_fen +', `back_fen = 0`, /S11（订单 \d+，明细合计 \d+/],
  [
    'S11',
    'trade_item',
    'amount_fen = amount_fen +',
    `kind = 'GOODS' and status = 'SETTLED' and not exists (select from shop_order o where o.trade_id = trade_item.trade_id)`,
    /S11（交易 \d+，商品合计 \d+）/,
  ],
  ['S12', 'subscribe_order', 'amount_fen = amount_fen +', 'true', /S12（账单 \d+，各单位合计 \d+）/],
];

test.each(plants)(
  'a break of %s keeps the month open and stands on the home',
  async (rule, table, set, where, words) => {
    const [row] = await run<{ id: number }>(`select min(id) as id from ${table} where ${where}`);
    expect(row?.id).toBeTruthy();
    const change = (by: number) => run(`update ${table} set ${set} ${by} where id = $1`, [row!.id]);
    expect(await atNight()).toEqual([]);
    expect(await onHome()).toBeUndefined();
    await change(1);
    expect(await closed()).toMatchObject({ status: 'OPEN', error: expect.stringMatching(words) });
    const found = await atNight();
    expect(found.map((one) => one.rule)).toContain(rule);
    expect(await onHome()).toBe(found.length);
    // Right again, it stands until a night finds nothing; the month is closed at once.
    await change(-1);
    expect(await onHome()).toBe(found.length);
    expect((await closed()).error).not.toContain('恒等式');
    expect(await atNight()).toEqual([]);
    expect(await onHome()).toBeUndefined();
  },
);
