/**
 * Stock and money of a shop together: clerks are killed amid orders while a storekeeper receives, issues, transfers and counts and
 * a till sells and takes back. Afterwards every order stands where it was said to, S1–S14 and I1–I13 hold, and what is short is
 * shared by largest remainder and set free to the fen.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweep } from '../../src/domains/funding/testing.ts';
import {
  checkMarket,
  codeOf,
  type ShopBench,
  shopBench,
  supermarket,
  sweepOrders,
} from '../../src/domains/market/testing.ts';
import { bookDues } from '../../src/domains/stock/public.server.ts';
import { checkStock, erp } from '../../src/domains/stock/testing.ts';
import { chance } from '../../src/kit/server/chance.ts';
import { addDays } from '../../src/kit/server/clock.ts';
import { killedRun } from '../support/killed-run.ts';
import { shopChannel } from './shop-channel.ts';
import type { ShopOrders } from './shop-child.ts';

const seeds = (process.env.SHOP_SEEDS ?? '3,14,15').split(',').map(Number);
const child = new URL('./shop-child.ts', import.meta.url);
const ranks = ['UNPAID', 'PAID', 'PICKING', 'DELIVERING', 'FINISHED', 'REFUNDING', 'REFUNDED'];

let b: ShopBench;
let kitchen: number;
let people: ShopBench['diners'];
beforeAll(async () => {
  b = await shopBench();
  await b.receive(b.goods.water, 400, 40_000);
  await b.receive(b.goods.apples, 200_000, 120_000);
  kitchen = (await b.caterer<{ id: number }>(`${erp}/storehouse`, 'create', { name: '备用仓', kind: 'NORMAL' })).id;
  const { services, clock } = b.app;
  services.pay = shopChannel(services.pool, () => clock.now());
  people = b.diners.slice(0, 12);
  for (const { id } of people) {
    await b.drain(id);
    await b.pay(id, 60_000);
  }
}, 600_000);
afterAll(() => b?.app.stop());

const rows = async <T extends object>(text: string, values: unknown[] = []) =>
  (await b.app.services.pool.query<T>(text, values)).rows;

/** Whatever a storekeeper is refused by what others took meanwhile is no fault. */
const tried = (work: Promise<unknown>) =>
  work.catch((error: Error) => {
    if (!/库存|可用|已|状态|不足|只有|系统繁忙/.test(error.message))
      throw new Error(`${error.message} ${b.app.errors.at(-1)}`);
  });

async function bill(values: Record<string, unknown>): Promise<void> {
  const { id } = await b.caterer<{ id: number }>(`${erp}/stock_bill`, 'create', values);
  await b.caterer(`${erp}/stock_bill`, 'submit', { id });
  if (values.kind === 'TRANSFER') {
    await b.caterer(`${erp}/stock_bill`, 'send', { id });
    await b.caterer(`${erp}/stock_bill`, 'receive', { id, shorts: [], note: '' }, true);
  } else await b.caterer(`${erp}/stock_bill`, 'post', { id }, true);
}

interface Line {
  goodsName: string;
  counted: number | null;
}
/** Counts the shop's store: of water one bottle fewer than the book has. */
async function count(): Promise<void> {
  const page = `${erp}/stock_count`;
  const { id } = await b.caterer<{ id: number }>(page, 'create', { storehouseId: b.storehouseId, scope: 'ALL' });
  const say = async (other: boolean) => {
    const { lines } = await b.caterer<{ lines: Line[] }>(page, 'get', { id });
    const water = await b.stock(b.goods.water);
    const apples = await b.stock(b.goods.apples);
    const said = lines.map((line) => ({
      ...line,
      counted:
        line.goodsName === '测试矿泉水' ? Math.max(0, water - 1) : line.goodsName === '测试苹果' ? apples / 1_000 : 0,
    }));
    await b.caterer(page, 'update', { id, lines: said }, other);
    await b.caterer(page, 'finish', { id }, other);
  };
  await say(false);
  const { status } = await b.caterer<{ status: string }>(page, 'get', { id });
  if (status === 'RECOUNT') await say(true);
  await b.caterer(page, 'post', { id }, true);
}

let seq = 4_000;
async function sell(dice: ReturnType<typeof chance>): Promise<void> {
  seq += 1;
  const { now } = b.app.clock;
  const outcome = await b.app.services.consumeGateway.consume(b.till, {
    epoch: 9,
    seq,
    occurredAt: now(),
    deviceTime: now(),
    mode: 'SHOP',
    identify: 'CARD',
    offline: false,
    cardNo: dice.pick(people).cardNo,
    items: [
      { goodsId: b.goods.water, quantity: dice.between(1, 3), unitPriceFen: 200 },
      { goodsId: b.goods.apples, grams: dice.between(200, 900), unitPriceFen: 599 },
    ],
  });
  if (!('posted' in outcome) || !dice.happens(0.3)) {
    expect(codeOf(outcome)).toMatch(/POSTED|BALANCE|LIMIT|MONEY|NOT_ENOUGH/);
    return;
  }
  await b.app.services.wallet.submit({
    kind: 'REVERSE',
    organizationId: b.organizationId,
    requestKey: `test:shop-reverse:${seq}`,
    personId: (
      await rows<{ id: number }>('select person_id as id from trade where id = $1', [outcome.posted.postingId])
    )[0]!.id,
    occurredAt: now(),
    originalPostingId: outcome.posted.postingId,
    reason: '退货',
  });
}

/** What a storekeeper and a till do until they are told to stop. */
async function workBeside(seed: number, stop: { now: boolean }): Promise<number> {
  const dice = chance(seed);
  let done = 0;
  while (!stop.now) {
    const what = dice.between(0, 6);
    const { storehouseId } = b;
    const water = (typed: number) => ({ lines: [{ goodsId: b.goods.water, typed }] });
    if (what === 0) await tried(b.receive(b.goods.water, dice.between(5, 30), 1_234));
    else if (what === 1) await tried(b.receive(b.goods.apples, dice.between(1_000, 9_000), 4_321));
    else if (what === 2)
      await tried(bill({ kind: 'LOSS', storehouseId, reason: '破损', ...water(dice.between(1, 40)) }));
    else if (what === 3)
      await tried(bill({ kind: 'TRANSFER', storehouseId, toStorehouseId: kitchen, ...water(dice.between(1, 9)) }));
    else if (what === 4) await tried(count());
    else await sell(dice);
    done += 1;
  }
  return done;
}

async function hold(): Promise<void> {
  const { services, clock } = b.app;
  // What the dead promised ends by itself; the sweeper sets the rest right.
  clock.set(clock.now() + 16 * 60_000);
  await sweep(services);
  await sweepOrders(services);
  await bookDues(services);
  await bookDues(services);
  expect(await checkStock(services.pool)).toEqual([]);
  expect(await checkMarket(services.pool)).toEqual([]);
  expect(await b.breaks()).toEqual([]);
  // Whoever paid has his order, or his money back; nobody waits any longer.
  expect(
    await rows(
      `select o.id, o.status, p.status as payment, p.refund_asked_fen, v.reversed_fen from shop_order o
       join third_trade p on p.organization_id = o.organization_id and p.id = o.third_trade_id
       left join posting_reversed v on v.organization_id = p.organization_id and v.posting_id = p.posting_id
       where o.status = 'UNPAID' or (p.status = 'SUCCESS') <> (o.status <> 'CLOSED' and p.posting_id is not null)
         or p.refund_asked_fen <> coalesce(v.reversed_fen, 0) or p.refund_asked_fen <> (select coalesce(sum(f.amount_fen), 0) from third_refund f
           where f.organization_id = p.organization_id and f.third_trade_id = p.id and f.status = 'SUCCESS')`,
    ),
  ).toEqual([]);
}

test.each(seeds)('clerks killed amid orders, seed %i: money and stock agree', { timeout: 40_000 }, async (seed) => {
  const { clock } = b.app;
  const today = new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const work: ShopOrders = {
    connectionString: b.app.connectionString,
    contractorId: b.contractorId,
    organizationId: b.organizationId,
    people: people.map(({ id }) => id),
    goods: [
      { id: b.goods.water, byWeight: false },
      { id: b.goods.apples, byWeight: true },
    ],
    deliveryDate: addDays(today, 2),
    now: clock.now(),
    seed,
    callers: 5,
  };
  const stop = { now: false };
  const beside = workBeside(seed, stop);
  const lines = await killedRun(child, work, 1_200 + (seed % 5) * 300, 21).finally(() => {
    stop.now = true;
  });
  expect(await beside).toBeGreaterThan(2);
  expect(lines.length).toBeGreaterThan(20);
  const said = new Map(lines.map((line) => line.split(' ') as [string, string]));
  const found = new Map(
    (await rows<{ id: number; status: string }>('select id, status from shop_order')).map((row) => [
      String(row.id),
      row.status,
    ]),
  );
  for (const [id, status] of said)
    if (status === 'CANCELLED' || status === 'CLOSED') expect([id, found.get(id)]).toEqual([id, status]);
    else
      expect(
        ['CANCELLED', 'CLOSED'].includes(found.get(id)!) || ranks.indexOf(found.get(id)!) >= ranks.indexOf(status),
        `${id} ${status}`,
      ).toBe(true);
  await hold();
});

test('what is short is shared by largest remainder over who ordered, and set free to the fen', async () => {
  const { clock } = b.app;
  await b.receive(b.goods.apples, 100_000, 60_000);
  const day = addDays(new Date(clock.now() + 8 * 3_600_000).toISOString().slice(0, 10), 3);
  const page = `${supermarket}/supermarket_order`;
  const grams = [1_000, 3_500, 700, 2_250, 5_050, 333];
  for (const [i, weight] of grams.entries()) {
    await b.pay(people[i]!.id, 20_000);
    await b.caterer(page, 'create', {
      organizationId: b.organizationId,
      jobNumber: people[i]!.jobNumber,
      deliveryDate: day,
      deliveryWay: 'PICKUP',
      lines: [{ goodsId: b.goods.apples, quantity: weight / 1_000 }],
    });
  }
  const mine = await rows<{ id: number }>('select id from shop_order where delivery_date = $1 order by id', [day]);
  await b.caterer(page, 'accept', { ids: mine.map(({ id }) => id) });
  const sheets = `${supermarket}/supermarket_organization_distribute`;
  await b.caterer(sheets, 'make', { deliveryDate: day });
  const [wave] = await rows<{ id: number }>('select id from shop_wave where delivery_date = $1', [day]);
  const there = 7_777;
  await b.caterer(sheets, 'sort', {
    id: wave!.id,
    short: [{ goodsId: b.goods.apples, quantity: there / 1_000, reason: '到货不足' }],
  });
  // Counted here once more: whole grams down, the rest to the largest remainders.
  const whole = grams.reduce((sum, weight) => sum + weight, 0);
  const exact = grams.map((weight) => (weight * there) / whole);
  const given = exact.map(Math.floor);
  const order = exact.map((part, i) => ({ i, rest: part - given[i]! })).sort((x, y) => y.rest - x.rest || x.i - y.i);
  for (const { i } of order.slice(0, there - given.reduce((sum, n) => sum + n, 0))) given[i]! += 1;
  const got = await rows<{ qty: number; fen: number; hold: number; held: number }>(
    `select i.picked_qty as qty, o.amount_fen as fen, o.hold_fen as hold,
       (select h.amount_fen from hold h where h.source_type = 'shop_order' and h.source_id = o.id and h.status = 'ACTIVE') as held
     from shop_order o join shop_order_item i on i.organization_id = o.organization_id and i.order_id = o.id
     where o.delivery_date = $1 order by o.id`,
    [day],
  );
  expect(got.map(({ qty }) => qty)).toEqual(given);
  expect(got.reduce((sum, { qty }) => sum + qty, 0)).toBe(there);
  for (const { qty, fen, hold: kept, held } of got)
    expect([fen, kept, held]).toEqual(Array.from({ length: 3 }, () => Math.floor((qty * 599 + 250) / 500)));
  await hold();
});
