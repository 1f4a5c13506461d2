/** What the demo promises of goods, buying, stock and the shop, counted: on a working day and after a weekend. The moments are demo-shows' own: one life of the demo does for both. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestApp } from '../../tests/support/server.ts';
import { addDays } from '../kit/server/clock.ts';

const moments = [
  ['a Wednesday after lunch', '2027-03-03T14:30:00+08:00'],
  ['the night after a Sunday', '2027-03-01T00:20:00+08:00'],
] as const;
/** Of ten orders a day; today's are ordered already. */
const orders = 50;

describe.each(moments)('the demo on %s', (_, now) => {
  let app: TestApp;
  const today = now.slice(0, 10);
  beforeAll(async () => {
    app = await startTestServer({ now });
  }, 240_000);
  afterAll(() => app?.stop());

  const one = async <T extends object>(text: string, values: unknown[] = []) =>
    (await app.services.pool.query<T>(text, values)).rows[0]!;

  it('has goods that recipes are bought as, one made in house, and a store at each unit', async () => {
    const goods = await one<{ n: number; kinds: number; mapped: number }>(
      `select count(*)::int as n, count(distinct category)::int as kinds,
         (select count(distinct goods_id)::int from bom_map) as mapped from goods where base_good_id is null`,
    );
    expect(goods.n).toBeGreaterThanOrEqual(60);
    expect(goods.kinds).toBeGreaterThanOrEqual(9);
    expect(goods.mapped).toBeGreaterThanOrEqual(60);
    expect(await one(`select count(*)::int as n from bom_recipe where kind = 'GOODS'`)).toEqual({ n: 1 });
    expect(
      await one(
        `select count(*) filter (where site_id is null)::int as central, count(distinct site_id)::int as sites from storehouse`,
      ),
    ).toEqual({ central: 1, sites: 2 });
  });

  it('buys of six suppliers, one licence about to end and one over; a line refused, one dearer, one short', async () => {
    expect(
      await one(
        `select count(*)::int as n, count(*) filter (where licence_end < $1)::int as over,
           count(*) filter (where licence_end between $1 and $2)::int as soon from supplier where unit_type = 'CONTRACTOR'`,
        [today, addDays(today, 60)],
      ),
    ).toEqual({ n: 6, over: 1, soon: 1 });
    const lines = await one<Record<string, number>>(
      `select count(*) filter (where l.status = 'REFUSED')::int as refused, count(*) filter (where l.status = 'HELD')::int as held,
         count(*) filter (where l.qty < p.buy_qty * 0.9 and l.status = 'POSTED')::int as short,
         (select count(distinct purchase_date)::int from daily_purchase) as days
       from receipt_line l join daily_purchase p on p.contractor_id = l.contractor_id and p.id = l.purchase_id`,
    );
    for (const key of ['refused', 'held', 'short']) expect(lines[key], key).toBeGreaterThanOrEqual(1);
    expect(lines.days).toBeGreaterThanOrEqual(2);
  });

  it('moves stock: transfers, a count with a loss, a waste, a lot to recall', async () => {
    const bills = await one<Record<string, number>>(
      `select count(*) filter (where kind = 'TRANSFER' and status in ('RECEIVED', 'PART'))::int as came,
         count(*) filter (where kind = 'LOSS' and status = 'POSTED')::int as lost,
         (select count(*)::int from stock_entry where kind = 'COUNT_LOSS') as counted,
         (select count(*)::int from lot_recall) as recalls from stock_bill`,
    );
    expect(bills.came).toBeGreaterThanOrEqual(2);
    expect(bills.lost).toBeGreaterThanOrEqual(1);
    expect(bills.counted).toBeGreaterThanOrEqual(1);
    expect(bills.recalls).toBe(1);
  });

  it('sells: forty goods, three by weight; a till, ten orders a day, four that come again, one refund', async () => {
    expect(
      await one(
        `select count(*)::int as n, count(*) filter (where by_weight)::int as weighed from shop_shelf
         group by organization_id order by 1 desc limit 1`,
      ),
    ).toEqual({ n: 40, weighed: 3 });
    const sold = await one<Record<string, number>>(
      `select count(*)::int as orders, count(*) filter (where refunded_fen > 0)::int as refunded,
         (select count(*)::int from standing_order where status = 'NORMAL') as standing,
         (select count(distinct i.trade_id)::int from trade_item i where i.kind = 'GOODS' and not exists (select from shop_order o
           where o.organization_id = i.organization_id and o.trade_id = i.trade_id)) as till from shop_order`,
    );
    expect(sold).toMatchObject({ orders, refunded: 1, standing: 4 });
    expect(sold.till).toBeGreaterThanOrEqual(20);
  });

  it('has paid two bills of the platform and owes one in eight days', async () => {
    expect(
      await one(
        `select count(*) filter (where status = 'PAID')::int as paid, count(*) filter (where status = 'UNPAID' and amount_fen > 0
           and pay_before::date = $1::date)::int as due from subscribe_order`,
        [addDays(today, 8)],
      ),
    ).toEqual({ paid: 2, due: 1 });
  });
});
