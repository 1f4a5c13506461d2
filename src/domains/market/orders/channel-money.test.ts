/** Orders of a shop paid by a channel: shown, paid, booked once; what they do not come to goes back to the payer to the fen. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type Pay, type PayProvider, payService, sweep } from '../../funding/testing.ts';
import { bookDues } from '../../stock/public.server.ts';
import { checkStock } from '../../stock/testing.ts';
import { checkMarket, type ShopBench, shopBench, supermarket } from '../testing.ts';
import { askPaid, paymentOf } from './channel-money.ts';
import type { WantedOrder } from './judge-order.ts';
import { cancelOrder, claimBack, finishOrder, moveOrder, pickOrder, refundOrder } from './move-order.ts';
import { type Order, type OrderParts, readOrder } from './order-store.ts';
import { placeOrder } from './place-order.ts';
import { sweepOrders } from './sweep-orders.ts';
import { soldByTrades } from './testing.ts';

let b: ShopBench;
let pay: Pay;
beforeAll(async () => {
  b = await shopBench();
  await b.receive(b.goods.water, 200, 20_000);
  await b.receive(b.goods.apples, 50_000, 30_000);
  await b.drain(b.diners[0]!.id);
}, 600_000);
beforeEach(() => {
  const { clock, random } = b.app.services;
  pay = payService([], true, { clock, random });
  b.app.services.pay = pay;
});
afterEach(async () => {
  const { services } = b.app;
  services.pay = pay;
  await sweep(services);
  await bookDues(services);
  expect(await checkStock(services.pool)).toEqual([]);
  expect(await checkMarket(services.pool)).toEqual([]);
  expect(await b.breaks()).toEqual([]);
  // What was reversed was asked back of the channel, and came back, to the fen.
  const owed = async () =>
    (
      await services.pool.query(
        `select p.trade_no, v.reversed_fen, p.refund_asked_fen, sum(f.amount_fen) as fen from third_trade p
     join posting_reversed v on v.organization_id = p.organization_id and v.posting_id = p.posting_id
     left join third_refund f on f.organization_id = p.organization_id and f.third_trade_id = p.id and f.status = 'SUCCESS'
     where p.order_id is not null group by 1, 2, 3 having v.reversed_fen <> p.refund_asked_fen or v.reversed_fen <> coalesce(sum(f.amount_fen), 0)`,
      )
    ).rows;
  await expect.poll(owed, { timeout: 30_000 }).toEqual([]);
});
afterAll(() => b?.app.stop());

const by = { id: 1, name: '店员' };
const dayAfter = (days: number) =>
  new Date(b.app.clock.now() + days * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const place = (lines: WantedOrder['lines'], requestKey: string | null = null) =>
  placeOrder(
    b.app.services,
    {
      contractorId: b.contractorId,
      organizationId: b.organizationId,
      personId: b.diners[0]!.id,
      deliveryDate: dayAfter(2),
      way: 'PICKUP',
      address: '',
      remark: '',
      lines,
    },
    { by, source: 'STAFF', requestKey, channel: 'WECHAT' },
  );
const water = (quantity: number) => [{ goodsId: b.goods.water, quantity }];
const opened = async (lines: WantedOrder['lines']): Promise<Order> => {
  const order = await place(lines);
  if (isRefusal(order)) throw new Error(`${order.code} ${JSON.stringify(order.params)}`);
  return order;
};
const keyOf = (order: Order) => ({ organizationId: b.organizationId, id: order.id });
const now = async (order: Order) => (await readOrder(b.app.services.pool, b.organizationId, order.id))!;
const payment = async (order: Order) => {
  const { rows } = await b.app.services.pool.query<Record<string, unknown> & { trade_no: string; posting_id: number }>(
    'select * from third_trade where organization_id = $1 and id = $2',
    [b.organizationId, order.third_trade_id],
  );
  return rows[0]!;
};
/** The payer scans and pays; the channel calls back over the network. */
const scan = async (order: Order): Promise<number> => {
  const callback = pay.sandbox('WECHAT')!.pay((await payment(order)).trade_no)!;
  const { status } = await fetch(`${b.app.origin}/api/pay/callback/wechat`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', ...callback.headers } as Record<string, string>,
    body: callback.body,
  });
  return status;
};
const paid = async (lines: WantedOrder['lines']): Promise<Order> => {
  const order = await opened(lines);
  expect(await scan(order)).toBe(200);
  return now(order);
};
const move = async (order: Order, event: 'accept' | 'deliver') =>
  b.app.services.db.transaction().execute((trx) => moveOrder(sqlOf(trx), b.app.services, keyOf(order), event));
const finish = (order: Order) =>
  finishOrder(b.app.services, keyOf(order), { by, receiver: '本人', identify: 'MANUAL' });
const cancel = (order: Order) => cancelOrder(b.app.services, keyOf(order), by, '不要了');
const pick = (order: Order, lineNo: number, qty: number) =>
  pickOrder(b.app.services, keyOf(order), [{ lineNo, qty, reason: '缺货' }], by);
/** The channel as it is, but for what the test scripts. */
const scripted = (over: Partial<PayProvider>) => {
  const sandbox = pay.provider('WECHAT')!;
  b.app.services.pay = { ...pay, provider: () => ({ ...sandbox, ...over }) };
};
const reserved = async (goodsId: number) =>
  (
    await b.app.services.pool.query<{ n: number }>(
      'select reserved_qty as n from stock_balance where storehouse_id = $1 and goods_id = $2',
      [b.storehouseId, goodsId],
    )
  ).rows[0]?.n ?? 0;
const later = (ms: number) => b.app.clock.set(b.app.clock.now() + ms);

test('shown, paid, weighed, short, signed for: the channel keeps what was taken, the payer gets the rest back', async () => {
  const { services } = b.app;
  const before = [await b.stock(b.goods.water), await b.stock(b.goods.apples)];
  const order = await opened([...water(4), { goodsId: b.goods.apples, quantity: 2 }]);
  // 2 kg at 5.99 per 500 g, a tenth more.
  expect(order).toMatchObject({ status: 'UNPAID', pay_way: 'THIRD', hold_fen: 800 + 2_636, hold_id: null });
  expect(await paymentOf(services.pool, order)).toMatchObject({
    channel: 'WECHAT',
    amountFen: 3_436,
    status: 'PAYING',
    code: expect.stringContaining('sandbox://wechat/XF'),
  });
  expect([await reserved(b.goods.water), await reserved(b.goods.apples)]).toEqual([4, 2_000]);
  expect(await move(order, 'accept')).toMatchObject({ code: 'NOT_NOW' });
  expect(await scan(order)).toBe(200);
  const { posting_id } = await payment(order);
  expect(await now(order)).toMatchObject({ status: 'PAID', trade_id: null });
  // Whoever asks again books nothing again.
  expect(await askPaid(services, keyOf(order))).toBeUndefined();
  await sweep(services);
  await move(order, 'accept');
  expect(await pick(order, 2, 1_950)).toBeUndefined();
  expect(await now(order)).toMatchObject({ amount_fen: 800 + 2_336, hold_fen: 3_136 });
  expect(await pick(order, 1, 3)).toBeUndefined();
  expect(await now(order)).toMatchObject({ amount_fen: 600 + 2_336, short_fen: 200 + 60 });
  expect(await pick(order, 2, 1_960)).toMatchObject({ code: 'PICK_PAID' });
  await move(order, 'deliver');
  expect(await finish(order)).toBeUndefined();
  expect(await now(order)).toMatchObject({ status: 'FINISHED', trade_id: posting_id });
  await bookDues(services);
  expect([await b.stock(b.goods.water), await b.stock(b.goods.apples)]).toEqual([before[0]! - 3, before[1]! - 1_950]);
  const { rows } = await services.pool.query(
    'select amount_fen, third_fen, person_id from trade where organization_id = $1 and id = $2',
    [b.organizationId, posting_id],
  );
  expect(rows).toEqual([{ amount_fen: 3_436, third_fen: 3_436, person_id: b.diners[0]!.id }]);
  // The page: how it was paid, and the payment behind it.
  const path = `${supermarket}/supermarket_order`;
  const { rows: shown } = await b.caterer<{ rows: Record<string, unknown>[] }>(path, 'query', {
    search: { createdAt: null, payWay: 'WECHAT' },
  });
  expect(shown[0]).toMatchObject({ id: order.id, payWay: 'WECHAT', amountFen: 2_936 });
  expect(shown.every(({ payWay }) => payWay === 'WECHAT')).toBe(true);
  await sweep(services);
  const behind = await b.caterer<{ rows: Record<string, unknown>[] }>(`${path}/payment`, 'query', {
    search: { orderId: order.id },
  });
  expect(behind.rows).toMatchObject([{ amountFen: 3_436, backFen: 500, refundedFen: 500, status: 'SUCCESS' }]);
});

test('picked by nobody, a weighed order comes to what was ordered: the tenth goes back as it is signed for', async () => {
  const order = await paid([{ goodsId: b.goods.apples, quantity: 1 }]);
  expect(order.hold_fen).toBe(1_318);
  await move(order, 'accept');
  await move(order, 'deliver');
  expect(await finish(order)).toBeUndefined();
  await sweep(b.app.services);
  expect(await payment(order)).toMatchObject({ amount_fen: 1_318, refund_asked_fen: 120 });
});

test('nobody pays within a quarter of an hour: closed at the channel, the goods are free, and nothing may be paid any more', async () => {
  const { services } = b.app;
  const free = await reserved(b.goods.water);
  const order = await opened(water(5));
  later(10 * 60_000);
  await sweep(services);
  await sweepOrders(services);
  expect(await now(order)).toMatchObject({ status: 'UNPAID' });
  expect(await reserved(b.goods.water)).toBe(free + 5);
  later(6 * 60_000);
  await sweep(services);
  await sweepOrders(services);
  expect(await now(order)).toMatchObject({ status: 'CLOSED', reason: '未在时限内付款', pick_code: null });
  expect(await reserved(b.goods.water)).toBe(free);
  expect(pay.sandbox('WECHAT')!.pay((await payment(order)).trade_no)).toBeUndefined();
  expect(await cancel(order)).toMatchObject({ code: 'NOT_NOW' });
});

test('paid in the last moment, and no news of it: whoever asks, or the sweep, finds it paid', async () => {
  const { services } = b.app;
  const [asked, swept] = [await opened(water(1)), await opened(water(2))];
  for (const order of [asked, swept]) pay.sandbox('WECHAT')!.pay((await payment(order)).trade_no);
  expect(await askPaid(services, keyOf(asked))).toBeUndefined();
  later(16 * 60_000);
  await sweep(services);
  await sweepOrders(services);
  expect([(await now(asked)).status, (await now(swept)).status]).toEqual(['PAID', 'PAID']);
  // The news comes late, and again: it is known.
  for (const order of [asked, swept]) await cancel(order);
});

test('taken back: an unpaid one ends its payment, a paid one is paid back whole, one paid meanwhile as well', async () => {
  const { services } = b.app;
  const free = await reserved(b.goods.water);
  const unpaid = await opened(water(1));
  expect(await cancel(unpaid)).toBeUndefined();
  expect([(await now(unpaid)).status, (await payment(unpaid)).status]).toEqual(['CANCELLED', 'CLOSED']);
  const done = await paid(water(3));
  expect(await cancel(done)).toBeUndefined();
  const meanwhile = await opened(water(2));
  pay.sandbox('WECHAT')!.pay((await payment(meanwhile)).trade_no);
  expect(await cancel(meanwhile)).toBeUndefined();
  await sweep(services);
  expect([(await now(meanwhile)).status, await payment(meanwhile)]).toMatchObject([
    'CANCELLED',
    { status: 'SUCCESS', refund_asked_fen: 400 },
  ]);
  expect(await payment(done)).toMatchObject({ refund_asked_fen: 600 });
  const silent = await opened(water(1));
  scripted({ close: async () => 'UNKNOWN' });
  expect(await cancel(silent)).toMatchObject({ code: 'ORDER_PAYING' });
  expect(await now(silent)).toMatchObject({ status: 'UNPAID' });
  services.pay = pay;
  expect(await cancel(silent)).toBeUndefined();
  expect(await reserved(b.goods.water)).toBe(free);
});

test('dead between the order and its code: asked again it is shown, under the same number; dead before the money went back: the sweep sends it', async () => {
  const { services } = b.app;
  scripted({
    createPayment: async () => {
      throw new Error('断线');
    },
  });
  expect(await place(water(1), 'lost-code')).toMatchObject({ code: 'CHANNEL_REFUSED' });
  services.pay = pay;
  const again = await place(water(1), 'lost-code');
  if (isRefusal(again)) throw new Error(again.code);
  expect(again.status).toBe('UNPAID');
  const same = await place(water(1), 'lost-code');
  expect(isRefusal(same) ? same.code : same.id).toBe(again.id);
  expect((await paymentOf(services.pool, again))!.code).toContain((await payment(again)).trade_no);
  expect(await scan(again)).toBe(200);
  scripted({ refund: async () => ({ state: 'UNKNOWN', detail: '断线' }) });
  expect(await cancel(again)).toBeUndefined();
  await sweep(services);
  const refund = async () =>
    (
      await services.pool.query<{ status: string; error: string }>(
        'select status, error from third_refund where third_trade_id = $1',
        [again.third_trade_id],
      )
    ).rows;
  await expect.poll(refund, { timeout: 30_000 }).toEqual([{ status: 'PROCESSING', error: '断线' }]);
  later(120_000);
  expect(await now(again)).toMatchObject({ status: 'CANCELLED' });
  // Between the end of the payment and that of the order.
  const ended = await opened(water(2));
  await services.pool.query(`update third_trade set status = 'CLOSED' where organization_id = $1 and id = $2`, [
    b.organizationId,
    ended.third_trade_id,
  ]);
  await sweepOrders(services);
  expect(await now(ended)).toMatchObject({ status: 'CLOSED' });
});

test('no channel, a channel that says no, another amount, money a correction took away: each is told, nothing is promised or handed out', async () => {
  const { services } = b.app;
  const free = await reserved(b.goods.water);
  services.pay = { ...pay, provider: () => undefined };
  expect(await place(water(1))).toMatchObject({ code: 'CHANNEL_NOT_SET' });
  scripted({ createPayment: async () => ({ refused: '商户被停用' }) });
  expect(await place(water(1))).toMatchObject({ code: 'CHANNEL_REFUSED', params: { why: '商户被停用' } });
  services.pay = pay;
  expect(await reserved(b.goods.water)).toBe(free);
  const order = await opened(water(2));
  scripted({
    query: async () => ({ state: 'PAID', channelNo: 'X1', amountFen: 399, paidAt: b.app.clock.now() }),
  });
  await askPaid(services, keyOf(order));
  expect([(await now(order)).status, (await payment(order)).error]).toEqual(['UNPAID', '渠道实付金额与应收不符']);
  services.pay = pay;
  expect(await scan(order)).toBe(200);
  await services.wallet.submit({
    kind: 'REVERSE',
    organizationId: b.organizationId,
    requestKey: `test:channel-correction:${order.id}`,
    personId: b.diners[0]!.id,
    occurredAt: b.app.clock.now(),
    originalPostingId: (await payment(order)).posting_id,
    amountFen: 150,
    reason: '纠错',
  });
  await move(order, 'accept');
  await move(order, 'deliver');
  expect(await finish(order)).toMatchObject({ code: 'ORDER_MONEY_BACK', params: { left: '2.50', amount: '4.00' } });
  expect(await pick(order, 1, 1)).toBeUndefined();
  expect(await finish(order)).toBeUndefined();
  await sweep(services);
  expect(await payment(order)).toMatchObject({ amount_fen: 400, refund_asked_fen: 200 });
});

test('a correction between the look at the money and the end of an order: nothing is handed out or given back for money that is gone', async () => {
  const { services } = b.app;
  const correct = async (order: Order, amountFen: number) => {
    const outcome = await services.wallet.submit({
      kind: 'REVERSE',
      organizationId: b.organizationId,
      requestKey: `test:meanwhile:${order.id}`,
      personId: b.diners[0]!.id,
      occurredAt: b.app.clock.now(),
      originalPostingId: (await payment(order)).posting_id,
      amountFen,
      reason: '纠错',
    });
    expect(outcome).toHaveProperty('posted');
  };
  const underWay = async (lines: WantedOrder['lines']) => {
    const order = await paid(lines);
    await move(order, 'accept');
    await move(order, 'deliver');
    return now(order);
  };
  /** `work` with a correction posted right after it has looked at the money. */
  const overtaken = async (order: Order, amountFen: number, work: (parts: OrderParts) => Promise<unknown>) => {
    let first = true;
    const pool = new Proxy(services.pool, {
      get: (of, key) =>
        key === 'query'
          ? async (text: string, values: unknown[]) => {
              const answer = await of.query(text, values);
              if (first && text.includes('"keptFen"')) {
                first = false;
                await correct(order, amountFen);
              }
              return answer;
            }
          : Reflect.get(of, key, of),
    });
    return work({ ...services, pool });
  };
  const end = (parts: OrderParts, order: Order) =>
    finishOrder(parts, keyOf(order), { by, receiver: '本人', identify: 'MANUAL' });
  // Nothing to give back: the order is marked alone.
  const order = await underWay(water(2));
  expect(await overtaken(order, 150, (parts) => end(parts, order))).toMatchObject({ code: 'NOT_NOW' });
  expect(await now(order)).toMatchObject({ status: 'DELIVERING', trade_id: null });
  expect(await finish(order)).toMatchObject({ code: 'ORDER_MONEY_BACK', params: { left: '2.50', amount: '4.00' } });
  expect(await pick(order, 1, 1)).toBeUndefined();
  expect(await finish(order)).toBeUndefined();
  // The tenth nobody weighed goes back with it: not on top of what went back meanwhile.
  const weighed = await underWay([{ goodsId: b.goods.apples, quantity: 1 }]);
  expect(await overtaken(weighed, 100, (parts) => end(parts, weighed))).toMatchObject({ code: 'NOT_NOW' });
  expect(await finish(weighed)).toBeUndefined();
  await sweep(services);
  expect(await payment(weighed)).toMatchObject({ amount_fen: 1_318, refund_asked_fen: 120 });
});

test('after-sale gives the claimed part back to the payer, and goods that come back are in stock again', async () => {
  const { services } = b.app;
  const order = await paid([...water(3), { goodsId: b.goods.apples, quantity: 1 }]);
  await move(order, 'accept');
  await move(order, 'deliver');
  expect(await finish(order)).toBeUndefined();
  await bookDues(services);
  const stock = await b.stock(b.goods.apples);
  const claim = { back: [{ lineNo: 2, qty: 500 }], goodsBack: true, reason: '有虫', photo: null, hours: 48 };
  await services.db.transaction().execute((trx) => claimBack(sqlOf(trx), services, keyOf(order), claim));
  expect(await refundOrder(services, keyOf(order), by)).toBeUndefined();
  await sweep(services);
  // The tenth of the weight, then half of the kilogram.
  expect(await payment(order)).toMatchObject({ amount_fen: 600 + 1_318, refund_asked_fen: 120 + 599 });
  await bookDues(services);
  expect(await b.stock(b.goods.apples)).toBe(stock + 500);
});

test('the lines of what channels paid come to the trades, but for what was not handed over yet', async () => {
  const search = { businessDate: null };
  const summary = await b.caterer<{ rows: Record<string, unknown>[]; check: { ok: boolean } }>(
    `${supermarket}/goods_summary`,
    'query',
    { size: 100, search: { ...search, group: 'goods' } },
  );
  expect(summary.check).toMatchObject({ ok: true });
  const net = summary.rows.reduce((sum, one) => sum + Number(one.netFen), 0);
  expect(net).toBe(await soldByTrades(b.app.services.pool));
});
