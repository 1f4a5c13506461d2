/** Stock documents: what they book, what they refuse, and that every rule holds after each. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { checkStock, colleague, erp, foldDays, refusedBy, type StockBench, stockBench } from '../testing.ts';
import { billFlow } from './bill-states.ts';

let stock: StockBench;
let main: number;
let site: number;
beforeAll(async () => {
  stock = await stockBench();
  main = await stock.house('中心仓');
  site = await stock.house('一中仓', { siteId: 31 });
});
afterAll(() => stock?.bench.database.drop());
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const kg = (goodsId: number, typed: number, more: Record<string, unknown> = {}) => ({
  goodsId,
  typed: typed * 1_000,
  ...more,
});

test('the receiver of the organization signs: what is short is lost, what is turned away lies where it came from', async () => {
  const corn = await stock.goods('玉米粒');
  await stock.post('IN', main, [kg(corn, 10, { amountFen: 9_999 })]);
  const sent = await stock.draft('TRANSFER', main, [kg(corn, 6)], { toStorehouseId: site });
  const page = '/admin/organization/supply_receipt';
  const receiver = await stock.bench.as('ORGANIZATION', 31);
  const listed = async (by = receiver) =>
    (await by.call<{ rows: { id: number }[] }>(page, 'query', { search: { status: ['SENT'] } })).rows;
  expect(await listed()).toEqual([]);
  await stock.move('send', sent);
  expect(await listed()).toMatchObject([
    { id: sent, toName: '一中仓', goodsNames: '玉米粒', contractorName: '味佳餐饮' },
  ]);
  const stranger = await stock.bench.as('ORGANIZATION', 32);
  expect(await listed(stranger)).toEqual([]);
  const shorts = [
    { lineNo: 1, shortQty: 500, what: 'LOST' },
    { lineNo: 1, shortQty: 2_000, what: 'BACK' },
  ];
  expect(await refusedBy(stranger.call(page, 'receive', { id: sent, shorts, note: '破损' }))).toMatchObject({
    code: 'NOT_FOUND',
  });
  expect(
    await refusedBy(
      receiver.call(page, 'receive', {
        id: sent,
        shorts: [...shorts, { lineNo: 1, shortQty: 3_501, what: 'BACK' }],
        note: '多',
      }),
    ),
  ).toMatchObject({ code: 'TRANSFER_OVER' });
  await receiver.call(page, 'receive', { id: sent, shorts, note: '破损一袋，两袋受潮拒收' });
  expect((await stock.balance(main, corn)).qty).toBe(6_000);
  expect((await stock.balance(site, corn)).qty).toBe(3_500);
  const { rows } = await receiver.call<{ rows: object[] }>(`${page}/line`, 'query', { search: { billId: sent } });
  expect(rows).toMatchObject([{ lineNo: 1, sent: '6 千克', received: '3.5 千克', back: '2 千克' }]);
  // Of 9999 fen for 10 kg a half kilogram is lost on the way.
  const worth = (await stock.balance(main, corn)).fen + (await stock.balance(site, corn)).fen;
  expect(worth).toBe(9_999 - 500);
});

describe('the pool of value', () => {
  test('loses no fen: 70 kg for 464.00 leave in three parts as exactly that', async () => {
    const rice = await stock.goods('大米');
    await stock.post('IN', main, [kg(rice, 50, { amountFen: 32_500 })]);
    await stock.post('IN', main, [kg(rice, 20, { amountFen: 13_900 })]);
    const issued: number[] = [];
    for (const grams of [33_333, 20_000, 16_667]) {
      const before = (await stock.balance(main, rice)).fen;
      await stock.post('ISSUE', main, [{ goodsId: rice, typed: grams }]);
      issued.push(before - (await stock.balance(main, rice)).fen);
    }
    expect(issued).toEqual([22_095, 13_257, 11_048]);
    expect(await stock.balance(main, rice)).toEqual({ qty: 0, fen: 0, reserved: 0 });
  });

  test('takes leftovers back at what that very issue took, and no more of them than it took', async () => {
    const flour = await stock.goods('面粉');
    await stock.post('IN', main, [kg(flour, 3, { amountFen: 1_000 })]);
    const issue = await stock.post('ISSUE', main, [kg(flour, 2)], { siteId: 31, diningDate: '2026-11-20' });
    await stock.post('IN', main, [kg(flour, 10, { amountFen: 9_999 })]);
    const before = await stock.balance(main, flour);
    const back = await stock.post('ISSUE_RETURN', main, [kg(flour, 1)], { sourceId: issue });
    expect((await stock.balance(main, flour)).fen - before.fen).toBe(334);
    // Of the meal it was taken for, whatever day it comes back.
    expect(await stock.keeper.call(`${erp}/stock_bill`, 'get', { id: back })).toMatchObject({
      siteId: 31,
      diningDate: '2026-11-20',
    });
    const over = await stock.draft('ISSUE_RETURN', main, [kg(flour, 1.001)], { sourceId: issue });
    await stock.move('submit', over);
    expect(await refusedBy(stock.move('post', over, {}, stock.other))).toMatchObject({
      code: 'RETURN_OVER',
      params: { left: '1 千克' },
    });
    await stock.move('recall', over);
  });

  test('goes back as it came when a document is taken back, once', async () => {
    const oil = await stock.goods('菜籽油', { baseUnit: 'ML' });
    await stock.post('IN', main, [{ goodsId: oil, typed: 5_000, amountFen: 7_777 }]);
    const issue = await stock.post('ISSUE', main, [{ goodsId: oil, typed: 1_999 }]);
    expect(await stock.move('reverse', issue, { reason: '领错' }, stock.other)).toMatchObject({});
    expect(await stock.balance(main, oil)).toEqual({ qty: 5_000, fen: 7_777, reserved: 0 });
    expect(await refusedBy(stock.move('reverse', issue, { reason: '再来' }, stock.other))).toMatchObject({
      code: 'NOT_NOW',
    });
  });

  test('keeps what a document that came in was worth beside the average as a variance', async () => {
    const salt = await stock.goods('食盐');
    await stock.post('IN', main, [kg(salt, 1, { amountFen: 100 })]);
    const dear = await stock.post('IN', main, [kg(salt, 1, { amountFen: 300 })]);
    await stock.move('reverse', dear, { reason: '录错' }, stock.other);
    const { rows } = await stock.bench.database.pool.query(
      'select kind, amount_fen from price_variance where goods_id = $1',
      [salt],
    );
    // 1 kg left at the average of 2.00, 3.00 went back outside: held 2.00 = 1.00 in − (−1.00) variance.
    expect(rows).toEqual([{ kind: 'RETURN', amount_fen: -100 }]);
    expect(await stock.balance(main, salt)).toEqual({ qty: 1_000, fen: 200, reserved: 0 });
  });
});

describe('lots', () => {
  test('leave first that expire first; another is taken for a reason', async () => {
    const milk = await stock.goods('鲜奶', { baseUnit: 'ML', tracked: true, category: 'DAIRY' });
    const of = (lotNo: string, expiresOn: string) => ({
      goodsId: milk,
      typed: 1_000,
      amountFen: 500,
      lotNo,
      expiresOn,
    });
    await stock.post('IN', main, [of('B', '2026-12-20'), of('A', '2026-12-01'), of('C', '2027-01-01')]);
    const issue = await stock.post('ISSUE', main, [{ goodsId: milk, typed: 1_500 }]);
    const { rows } = await stock.keeper.call<{ rows: { lots: string }[] }>(`${erp}/stock_bill/line`, 'query', {
      search: { billId: issue },
    });
    expect(rows[0]!.lots).toBe('A 1 升、B 500 毫升');
    const lots = await stock.keeper.call<{ id: number; name: string }[]>(`${erp}/goods/lot`, 'options', {
      within: { goodsId: milk },
    });
    expect(lots.map(({ name }) => name)).toEqual(['B', 'C']);
    const line = { goodsId: milk, typed: 100, lotId: lots[1]!.id };
    const other = await stock.draft('ISSUE', main, [line]);
    await stock.move('submit', other);
    expect(await refusedBy(stock.move('post', other, {}, stock.other))).toMatchObject({
      code: 'LOT_REASON',
      params: { first: 'B' },
    });
    await stock.post('ISSUE', main, [{ ...line, reason: '试菜' }]);
  });

  test('past their date leave only as a loss', async () => {
    const tofu = await stock.goods('豆腐', { tracked: true, category: 'BEAN' });
    await stock.post('IN', main, [kg(tofu, 2, { amountFen: 800, expiresOn: '2026-11-19' })]);
    const issue = await stock.draft('ISSUE', main, [kg(tofu, 1)]);
    await stock.move('submit', issue);
    expect(await refusedBy(stock.move('post', issue, {}, stock.other))).toMatchObject({
      code: 'STOCK_SHORT',
      params: { left: '0 千克' },
    });
    // The storehouse's count of them opens exactly these lots.
    const path = `${erp}/storehouse`;
    const { expiredCount } = await stock.keeper.call<{ expiredCount: number }>(path, 'get', { id: main });
    const { rows } = await stock.keeper.call<{ rows: object[] }>(`${path}/lot`, 'query', {
      search: { storehouseId: main, state: ['EXPIRED'] },
    });
    expect(expiredCount).toBe(1);
    expect(rows).toMatchObject([{ goodsName: '豆腐', qtyWords: '2 千克', state: 'EXPIRED', advice: '报损或退货' }]);
    await stock.post('LOSS', main, [kg(tofu, 2)], { reason: '过期' });
    expect(await stock.balance(main, tofu)).toMatchObject({ qty: 0, fen: 0 });
  });

  test('of goods kept by lot say when they were made or expire', async () => {
    const egg = await stock.goods('鸡蛋', { tracked: true, baseUnit: 'PIECE', category: 'EGG' });
    const asked = { kind: 'IN', storehouseId: main, lines: [{ goodsId: egg, typed: 30, amountFen: 2_000 }] };
    expect(await refusedBy(stock.keeper.call(`${erp}/stock_bill`, 'create', asked))).toMatchObject({
      code: 'LOT_NEEDED',
      fields: { 'lines.0.expiresOn': '须填写' },
    });
  });
});

describe('a transfer', () => {
  test('promises from the draft on, is on its way until it arrives, and loses what is short', async () => {
    const beef = await stock.goods('牛肉', { category: 'MEAT' });
    await stock.post('IN', main, [kg(beef, 10, { amountFen: 60_001 })]);
    const sent = await stock.draft('TRANSFER', main, [kg(beef, 7)], { toStorehouseId: site });
    expect(await stock.balance(main, beef)).toMatchObject({ qty: 10_000, reserved: 7_000 });
    const issue = await stock.draft('ISSUE', main, [kg(beef, 4)]);
    await stock.move('submit', issue);
    expect(await refusedBy(stock.move('post', issue, {}, stock.other))).toMatchObject({
      code: 'STOCK_SHORT',
      params: { left: '3 千克' },
    });
    await stock.move('send', sent);
    expect(await stock.balance(main, beef)).toEqual({ qty: 3_000, fen: 18_000, reserved: 0 });
    expect(await stock.balance(site, beef)).toMatchObject({ qty: 0 });
    expect(await refusedBy(stock.move('receive', sent, {}))).toMatchObject({ code: 'NOT_NOW' });
    const short = { shorts: [{ lineNo: 1, shortQty: 500 }] };
    expect(await refusedBy(stock.move('receive', sent, short, stock.other))).toMatchObject({ code: 'TRANSFER_REASON' });
    await stock.move('receive', sent, { ...short, note: '途中破损' }, stock.other);
    expect(await stock.balance(site, beef)).toMatchObject({ qty: 6_500, fen: 39_001 });
    const { rows } = await stock.bench.database.pool.query(
      'select lost_qty, lost_fen from stock_transit where bill_id = $1',
      [sent],
    );
    expect(rows).toEqual([{ lost_qty: 500, lost_fen: 3_000 }]);
    expect(await stock.keeper.call(`${erp}/stock_bill`, 'get', { id: sent })).toMatchObject({ status: 'PART' });
  });

  test('of more than is free is not drawn up', async () => {
    const pork = await stock.goods('猪肉', { category: 'MEAT' });
    await stock.post('IN', main, [kg(pork, 1, { amountFen: 3_000 })]);
    const asked = { kind: 'TRANSFER', storehouseId: main, toStorehouseId: site, lines: [kg(pork, 1.001)] };
    expect(await refusedBy(stock.keeper.call(`${erp}/stock_bill`, 'create', asked))).toMatchObject({
      code: 'STOCK_SHORT',
    });
  });
});

test('two who take the last 5 kg: one has it, the other is told what is left and who took it', async () => {
  const sugar = await stock.goods('白糖');
  await stock.post('IN', main, [kg(sugar, 5, { amountFen: 4_000 })]);
  const drafts = [await stock.draft('ISSUE', main, [kg(sugar, 5)]), await stock.draft('ISSUE', main, [kg(sugar, 5)])];
  for (const id of drafts) await stock.move('submit', id);
  const answers = await Promise.all(drafts.map((id) => refusedBy(stock.move('post', id, {}, stock.other))));
  const refused = answers.filter((answer) => (answer as { code?: string } | null)?.code !== undefined);
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatchObject({ code: 'STOCK_SHORT', params: { left: '0 千克', want: '5 千克' } });
  expect((refused[0] as { params: { taken: string } }).params.taken).toContain('测试员');
  expect(await stock.balance(main, sugar)).toMatchObject({ qty: 0, fen: 0 });
});

test('a quantity is whole grams, of a unit of the goods; used units keep their size', async () => {
  const noodle = await stock.goods('挂面', {
    units: [{ id: null, name: '袋', size: 800, forBuy: true, forIssue: true, forSale: true }],
  });
  const rice = await stock.goods('小米');
  const [bag] = await stock.keeper.call<{ id: number }[]>(`${erp}/goods/unit`, 'options', {
    within: { goodsId: noodle },
  });
  const asked = (lines: object[]) =>
    stock.keeper.call(`${erp}/stock_bill`, 'create', { kind: 'IN', storehouseId: main, lines });
  expect(await refusedBy(asked([{ goodsId: rice, unitId: bag!.id, typed: 1, amountFen: 1 }]))).toMatchObject({
    code: 'INVALID_FIELDS',
  });
  expect(await refusedBy(asked([{ goodsId: noodle, typed: 0.5, amountFen: 1 }]))).toMatchObject({
    code: 'QTY_FRACTION',
  });
  await stock.post('IN', main, [{ goodsId: noodle, unitId: bag!.id, typed: 2.5, amountFen: 1_200 }]);
  expect(await stock.balance(main, noodle)).toMatchObject({ qty: 2_000 });
  const units = [{ id: bag!.id, name: '袋', size: 900, forBuy: true, forIssue: true, forSale: true }];
  expect(await refusedBy(stock.keeper.call(`${erp}/goods`, 'update', { id: noodle, units }))).toMatchObject({
    code: 'UNIT_USED',
  });
});

test('a loss beyond 50.00, and an issue of goods with a limit, take a second person', async () => {
  const crab = await stock.goods('大闸蟹', { checkFromFen: 10_000 });
  await stock.post('IN', main, [kg(crab, 10, { amountFen: 100_000 })]);
  for (const kind of ['LOSS', 'ISSUE']) {
    const id = await stock.draft(kind, main, [kg(crab, 1)]);
    await stock.move('submit', id);
    expect(await refusedBy(stock.move('post', id))).toMatchObject({ code: 'BILL_SECOND' });
    expect(await refusedBy(stock.move('post', id, {}, stock.other))).not.toMatchObject({ code: 'BILL_SECOND' });
  }
});

test('a storekeeper without the right sees no cost: not in rows, not in totals, not in forms', async () => {
  const wine = await stock.goods('料酒');
  const bill = await stock.post('IN', main, [kg(wine, 1, { amountFen: 600 })]);
  const verbs = ['query', 'create', 'update', 'submit', 'post'];
  const pages = ['goods', 'storehouse', 'stock_bill', 'stock_ledger'];
  const blind = colleague(stock.bench, stock.keeper, {
    grants: new Set(pages.flatMap((page) => verbs.map((verb) => `${erp}/${page}#${verb}`))),
  });
  const asked = { search: { keyword: '料酒' } };
  const seen = await stock.keeper.call<{ rows: object[]; sums: object }>(`${erp}/goods`, 'query', asked);
  expect(seen).toMatchObject({ rows: [{ valueFen: 600 }], sums: { valueFen: 600 } });
  const hidden = await blind.call<{ rows: object[]; sums: object }>(`${erp}/goods`, 'query', asked);
  expect(Object.keys(hidden.rows[0]!).filter((key) => key.endsWith('Fen'))).toEqual([]);
  expect(hidden.sums).toEqual({});
  const record = await blind.call<{ lines: object[] }>(`${erp}/stock_bill`, 'get', { id: bill });
  expect(JSON.stringify(record)).not.toContain('Fen');
  const lines = await blind.call<{ rows: object[] }>(`${erp}/stock_bill/line`, 'query', { search: { billId: bill } });
  expect(JSON.stringify(lines)).not.toContain('Fen');
  expect(await refusedBy(blind.call(`${erp}/stock_ledger`, 'query', { sort: 'valueFen' }))).toMatchObject({
    code: 'MALFORMED',
  });
});

test('goods and storehouses with stock stay open, and say where; another caterer sees none of them', async () => {
  const tea = await stock.goods('茶叶');
  await stock.post('IN', site, [kg(tea, 1, { amountFen: 100 })]);
  expect(await refusedBy(stock.keeper.call(`${erp}/goods`, 'disable', { id: tea }))).toMatchObject({
    code: 'GOODS_IN_STOCK',
    params: { where: '一中仓 1 千克' },
  });
  expect(await refusedBy(stock.keeper.call(`${erp}/storehouse`, 'disable', { id: site }))).toMatchObject({
    code: 'HOUSE_NOT_EMPTY',
    params: { what: expect.stringContaining('茶叶 1 千克') },
  });
  // What a sentence holds of a full one.
  const full = await stock.house('满仓');
  for (const name of ['丁', '丙', '乙', '甲', '己', '戊'])
    await stock.post('IN', full, [kg(await stock.goods(`满${name}`), 1, { amountFen: 100 })]);
  const refused = await refusedBy(stock.keeper.call(`${erp}/storehouse`, 'disable', { id: full }));
  expect(refused).toMatchObject({ params: { what: expect.stringMatching(/^(满. 1 千克、){4}满. 1 千克 等 6 项$/) } });
  expect(await stock.rival.call<{ rows: object[] }>(`${erp}/goods`, 'query', {})).toMatchObject({ rows: [] });
  const asked = { kind: 'ISSUE', storehouseId: site, lines: [kg(tea, 1)] };
  expect(await refusedBy(stock.rival.call(`${erp}/stock_bill`, 'create', asked))).toMatchObject({
    code: 'INVALID_FIELDS',
  });
});

test('the ledger is history', async () => {
  const { pool } = stock.bench.database;
  for (const text of [
    'update stock_entry set qty = 1',
    'delete from stock_entry',
    'truncate stock_entry',
    'delete from price_variance',
  ])
    await expect(pool.query(text)).rejects.toThrow('history');
});

test('a document on paper says what moved by lot and who signs, and no money; a count sheet keeps the book to itself', async () => {
  interface Printed {
    receipt: { title: string; code: string; sheets: { rows: string[][]; signatures: string[] }[] };
  }
  const [from, to] = [await stock.house('印单仓'), await stock.house('印单食堂仓')];
  const paste = await stock.goods('印单面', { tracked: true, shelfDays: 300 });
  const lot = { lotNo: 'YD-1', producedOn: '2026-11-01', expiresOn: '2027-05-01' };
  await stock.post('IN', from, [{ goodsId: paste, typed: 3_000, amountFen: 987_654, ...lot }]);
  const id = await stock.draft('TRANSFER', from, [{ goodsId: paste, typed: 1_500 }], { toStorehouseId: to });
  expect(await refusedBy(stock.move('send', id))).toBeNull();
  const { receipt } = await stock.keeper.call<Printed>(`${erp}/stock_bill`, 'print', { id });
  expect(receipt).toMatchObject({ title: '调拨单', code: expect.stringMatching(/^DB/) });
  expect(receipt.sheets).toMatchObject([
    {
      rows: [['1', '印单面', '1500 克', '1.5 千克', 'YD-1 1.5 千克', '']],
      signatures: ['发货：', '司机：', '收货：', '日期：'],
    },
  ]);
  const count = await stock.keeper.call<{ id: number }>(`${erp}/stock_count`, 'create', {
    storehouseId: from,
    scope: 'ALL',
  });
  const sheet = await stock.keeper.call<Printed>(`${erp}/stock_count`, 'print', { id: count.id });
  expect(sheet.receipt.sheets).toMatchObject([{ rows: [['1', '印单面', '千克', '', '']] }]);
  expect(JSON.stringify([receipt, sheet])).not.toMatch(/9,?876|1,500/);
});

test('a stock day ends at four in the morning; a node whose clock is behind books on the day that has begun', async () => {
  const { clock, database } = stock.bench;
  const before = clock.now();
  const [beans, house] = [await stock.goods('跨日豆'), await stock.house('跨日仓')];
  const daysOf = async () =>
    (
      await database.pool.query<{ day: string; bill: string }>(
        `select e.business_date::text as day, b.business_date::text as bill from stock_entry e
         join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id where e.goods_id = $1 order by e.version`,
        [beans],
      )
    ).rows;
  const at = (time: string) => clock.set(Date.parse(`2026-11-28T${time}+08:00`));
  at('03:59:50');
  await stock.post('IN', house, [kg(beans, 4, { amountFen: 400 })]);
  at('04:00:05');
  await stock.post('IN', house, [kg(beans, 2, { amountFen: 200 })]);
  at('03:59:58');
  await stock.post('ISSUE', house, [kg(beans, 1)]);
  const [old, new_] = ['2026-11-27', '2026-11-28'];
  expect(await daysOf()).toEqual([
    { day: old, bill: old },
    { day: new_, bill: new_ },
    { day: new_, bill: new_ },
  ]);
  // What is folded is closed to everybody.
  at('04:15:00');
  await foldDays({ pool: database.pool, clock: { now: () => clock.now() + 86_400_000 } });
  await stock.post('ISSUE', house, [kg(beans, 1)]);
  expect((await daysOf()).at(-1)).toEqual({ day: '2026-11-29', bill: '2026-11-29' });
  clock.set(before);
});

test('a document takes every move from every state, by either hand: one of goods, and a transfer', async () => {
  const { pool } = stock.bench.database;
  const [from, to] = [await stock.house('走查仓'), await stock.house('走查食堂仓')];
  const oats = await stock.goods('燕麦');
  await stock.post('IN', from, [kg(oats, 100, { amountFen: 10_000 })]);
  /** Drawn up anew for each move; a state it has come to by itself has what belongs to it, another is only written. */
  const walked = async (
    ways: Partial<Record<string, readonly (keyof typeof billFlow.moves)[]>>,
    without: readonly (keyof typeof billFlow.moves)[],
    draft: () => Promise<number>,
  ) => {
    let id = 0;
    const written: number[] = [];
    const status = async () =>
      (await pool.query<{ status: string }>('select status from stock_bill where id = $1', [id])).rows[0]!.status;
    const faults = await walkFlow(billFlow, {
      without,
      place: async (state, mine) => {
        id = await draft();
        for (const event of ways[state] ?? [])
          await stock.move(
            event,
            id,
            { reason: '走查' },
            ['submit', 'send'].includes(event) ? stock.keeper : stock.other,
          );
        if ((await status()) !== state) written.push(id);
        await pool.query('update stock_bill set status = $2, maker_id = $3 where id = $1', [
          id,
          state,
          (mine ? stock.keeper : stock.other).session.accountId,
        ]);
      },
      call: async (event) => envelopeOf(await stock.move(event, id, { reason: '走查' })),
      status,
    });
    await pool.query(`update stock_bill set status = 'DRAFT' where id = any($1)`, [written]);
    return faults;
  };
  const goods = await walked(
    { SUBMITTED: ['submit'], POSTED: ['submit', 'post'], REVERSED: ['submit', 'post', 'reverse'] },
    ['send', 'receive'],
    () => stock.draft('IN', from, [kg(oats, 1, { amountFen: 100 })]),
  );
  expect(goods).toEqual([]);
  const transfers = await walked({ SENT: ['send'], RECEIVED: ['send', 'receive'] }, ['submit', 'post', 'reverse'], () =>
    stock.draft('TRANSFER', from, [kg(oats, 1)], { toStorehouseId: to }),
  );
  expect(transfers).toEqual([]);
});
