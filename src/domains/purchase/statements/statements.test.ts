/** What a supplier is owed: by difference, so that nothing is said twice; marked by both sides; paid by who neither ordered nor accepted. */
import Fastify from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf, walkFlow } from '../../../../tests/support/walk-flow.ts';
import { registerOpenPages } from '../../../kit/server/open/routes.ts';
import { refusalSpec } from '../../../kit/server/refusal.ts';
import { menu } from '../../menu/domain.ts';
import { checkStock, colleague, erp, refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import type { Caller } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import dailies from '../needs/pages/supermarket_daily_purchase.server.ts';
import orders from '../needs/pages/supply_order.server.ts';
import prices from '../prices/pages/supply_price.server.ts';
import receipts from '../receipts/pages/receipt.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import suppliers from '../suppliers/pages/supplier.server.ts';
import open from './open/statement.server.ts';
import statements from './pages/supplier_statement.server.ts';
import { statementFlow } from './statement-states.ts';

const page = `${erp}/supplier_statement`;
const daily = '/admin/contractor/supermarket/supermarket_daily_purchase';
const day = '2026-11-21';
const app = Fastify();
let stock: StockBench;
let inspector: Caller;
/** Draws up; checks; pays. */
let clerk: Caller;
let checker: Caller;
let payer: Caller;
let central: number;
beforeAll(async () => {
  stock = await stockBench([suppliers, prices, dailies, orders, receipts, statements].flat(), [menu, purchase]);
  registerOpenPages(app, stock.bench.services, [open]);
  inspector = colleague(stock.bench, stock.keeper, { accountId: 77_301, name: '验收甲' });
  clerk = colleague(stock.bench, stock.keeper, { accountId: 77_303, name: '会计' });
  checker = colleague(stock.bench, stock.keeper, { accountId: 77_304, name: '复核' });
  payer = colleague(stock.bench, stock.keeper, { accountId: 77_305, name: '出纳' });
  central = await stock.house('中心仓');
});
afterAll(async () => {
  await app.close();
  await stock?.bench.database.drop();
});
afterEach(async () => expect(await checkStock(stock.bench.database.pool)).toEqual([]));

const supplierOf = async (name: string) =>
  (await stock.keeper.call<{ id: number }>(`${erp}/supplier`, 'create', { name, licenceEnd: '2027-12-31' })).id;

/** Orders goods of a supplier and has them accepted; the line of the receipt. */
async function deliver(supplierId: number, name: string, gross: number, priceFen = 2): Promise<number> {
  const goodsId = await stock.goods(name, { minStock: gross });
  await stock.keeper.call(`${erp}/supply_price`, 'create', {
    supplierId,
    goodsId,
    fromDate: '2026-11-20',
    toDate: '2026-12-31',
    priceFen,
    minQty: 0,
    leadDays: 0,
  });
  await stock.keeper.call(daily, 'run', { day, buffer: 0 });
  const { rows } = await stock.keeper.call<{ rows: { id: number }[] }>(daily, 'query', {
    search: { goodsId, purchaseDate: [day, day] },
  });
  await stock.keeper.call(daily, 'order', { id: rows[0]!.id });
  const { pool } = stock.bench.database;
  const ordered = await pool.query<{ order_id: number }>('select order_id from daily_purchase where id = $1', [
    rows[0]!.id,
  ]);
  await receipts[0]!.binding.create!(
    { ...inspector.ctx(`${erp}/receipt`), witness: { accountId: 77_302, account: 'second', name: '验收乙' } },
    {
      orderId: ordered.rows[0]!.order_id,
      papers: [],
      photo: null,
      lines: [{ purchaseId: rows[0]!.id, gross, tare: 0, temp: null, look: 'GOOD', verdict: 'TAKE' }],
    } as never,
  );
  const line = await pool.query<{ id: number }>('select id from receipt_line where goods_id = $1', [goodsId]);
  return line.rows[0]!.id;
}

interface Statement {
  id: number;
  statementNo: string;
  receivedFen: number;
  returnedFen: number;
  amountFen: number;
  status: string;
}
const of = async (supplierId: number) =>
  (
    await stock.keeper.call<{ rows: Statement[] }>(page, 'query', {
      size: 50,
      search: { supplierId },
      sort: 'createdAt',
    })
  ).rows;
const draw = (supplierId: number, month = day) =>
  refusedBy(clerk.call(page, 'draw', { month, supplierIds: [supplierId] }));
const linkTo = async (id: number) =>
  (await clerk.call<{ link: { path: string } }>(page, 'link', { id })).link.path.split('/').at(-1)!;
const ask = async (code: string, said?: object) =>
  (
    await app.inject({
      method: 'POST',
      url: `/api/m/supplier-statement${said ? '/answer' : ''}`,
      payload: { code, ...said },
    })
  ).json() as { errorcode: number; errormsg: string; data: Record<string, unknown> };

describe('a statement', () => {
  test('says what was accepted less what went back; what follows is a line of the next, and nothing is said twice', async () => {
    const supplierId = await supplierOf('对账粮行');
    const first = await deliver(supplierId, '大麦', 1_000);
    await deliver(supplierId, '小麦', 500);
    await inspector.call(`${erp}/receipt/line`, 'giveBack', { id: first, qty: 100, reason: '发霉' });
    await draw(supplierId);
    const [one] = await of(supplierId);
    expect(one).toMatchObject({ receivedFen: 3_000, returnedFen: 200, amountFen: 2_800, status: 'DRAWN' });
    const { rows } = await stock.keeper.call<{ rows: object[] }>(`${page}/line`, 'query', {
      search: { statementId: one!.id },
    });
    expect(rows).toMatchObject([
      { receivedFen: 2_000, returnedFen: 200, amountFen: 1_800 },
      { receivedFen: 1_000, returnedFen: 0, amountFen: 1_000 },
    ]);
    expect(await draw(supplierId)).toMatchObject({ code: 'STATEMENT_NOTHING', params: { month: '2026-11' } });
    // More goes back, and the invoice is dearer.
    await inspector.call(`${erp}/receipt/line`, 'giveBack', { id: first, qty: 50, reason: '又坏了' });
    await inspector.call(`${erp}/receipt/line`, 'invoice', { id: first, amountFen: 2_300, reason: '发票贵' });
    await draw(supplierId);
    const [, two] = await of(supplierId);
    expect(two).toMatchObject({ receivedFen: 300, returnedFen: 100, amountFen: 200 });
    // Called off, its receipts are said anew.
    await clerk.call(page, 'cancel', { id: two!.id, reason: '分开对' });
    await draw(supplierId);
    expect((await of(supplierId)).map(({ amountFen, status }) => [amountFen, status])).toEqual([
      [2_800, 'DRAWN'],
      [200, 'VOID'],
      [200, 'DRAWN'],
    ]);
    const [seller] = (
      await stock.keeper.call<{ rows: { owedFen: number }[] }>(`${erp}/supplier`, 'query', {
        search: { keyword: '对账粮行' },
      })
    ).rows;
    expect(seller).toMatchObject({ owedFen: 3_000 });
    expect(await draw(supplierId, '2026-12-01')).toMatchObject({
      code: 'STATEMENT_EARLY',
      params: { month: '2026-12' },
    });
  });

  test('reads receipts alone of which something is not said: those that came or changed since, and those of one called off', async () => {
    const { pool } = stock.bench.database;
    const supplierId = await supplierOf('常年粮行');
    const first = await deliver(supplierId, '燕麦', 1_000);
    await deliver(supplierId, '莜麦', 500);
    const open = async () =>
      (
        await pool.query<{ n: number }>('select count(*)::int as n from receipt where supplier_id = $1 and unstated', [
          supplierId,
        ])
      ).rows[0]!.n;
    expect(await open()).toBe(2);
    await draw(supplierId);
    expect(await open()).toBe(0);
    await inspector.call(`${erp}/receipt/line`, 'giveBack', { id: first, qty: 10, reason: '受潮' });
    expect(await open()).toBe(1);
    await draw(supplierId);
    expect(await open()).toBe(0);
    const [one] = await of(supplierId);
    await clerk.call(page, 'cancel', { id: one!.id, reason: '重出' });
    expect(await open()).toBe(2);
    await draw(supplierId);
    expect((await of(supplierId)).map(({ amountFen, status }) => [amountFen, status])).toEqual([
      [3_000, 'VOID'],
      [-20, 'DRAWN'],
      [3_000, 'DRAWN'],
    ]);
    // What has been said wholly is read no more, whatever has become of it behind the back of its lines.
    await pool.query('alter table receipt_line disable trigger receipt_line_moved');
    await pool.query('update receipt_line set amount_fen = amount_fen + 100 where id = $1', [first]);
    expect(await draw(supplierId)).toMatchObject({ code: 'STATEMENT_NOTHING' });
    await pool.query('update receipt_line set amount_fen = amount_fen - 100 where id = $1', [first]);
    await pool.query('alter table receipt_line enable trigger receipt_line_moved');
  });

  test('is marked by another of ours, then by the supplier on his link; an objection sends it back', async () => {
    const supplierId = await supplierOf('链接粮行');
    await deliver(supplierId, '高粱', 1_000);
    await draw(supplierId);
    const [{ id, statementNo }] = (await of(supplierId)) as [Statement];
    expect(await refusedBy(clerk.call(page, 'confirm', { id }))).toMatchObject({ code: 'NOT_NOW' });
    await checker.call(page, 'confirm', { id });
    const code = await linkTo(id);
    expect((await ask(code)).data).toMatchObject({
      supplier: '链接粮行',
      amountFen: 2_000,
      phone: expect.any(String),
      closed: null,
      lines: [{ receivedFen: 2_000, returnedFen: 0 }],
    });
    const say = purchaseRefusals.STATEMENT_SAY;
    expect(await ask(code, { agrees: true, name: '' })).toMatchObject({
      errorcode: refusalSpec(say).errorcode,
      errormsg: '请填写您的姓名',
    });
    expect(await ask(code, { agrees: false, name: '老高' })).toMatchObject({ errormsg: '请填写哪里不对' });
    expect(await ask(code, { agrees: false, name: '老高', note: '少算一车' })).toMatchObject({ errorcode: 0 });
    expect(await of(supplierId)).toMatchObject([{ status: 'DISPUTED', theirName: '老高', theirNote: '少算一车' }]);
    expect(await ask(code, { agrees: true, name: '老高' })).toMatchObject({
      errorcode: refusalSpec(purchaseRefusals.STATEMENT_CLOSED).errorcode,
    });
    await checker.call(page, 'confirm', { id });
    expect(await ask(code, { agrees: true, name: '老高' })).toMatchObject({ errorcode: 0 });
    expect(await of(supplierId)).toMatchObject([{ status: 'AGREED', theirName: '老高', theirWay: 'LINK' }]);
    const { receipt } = await stock.keeper.call<{ receipt: { lines: string[][]; sheets: { totals: string[] }[] } }>(
      page,
      'print',
      { id },
    );
    expect(receipt.lines).toEqual(
      expect.arrayContaining([
        ['单号', statementNo],
        ['已确认', '我方 复核；供应商 老高'],
      ]),
    );
    expect(receipt.sheets[0]!.totals.at(-1)).toBe('20.00');
  });

  test('is paid under a number of the bank, of one supplier, by who neither ordered nor accepted', async () => {
    const [supplierId, other] = [await supplierOf('付款粮行'), await supplierOf('另一粮行')];
    for (const [seller, name] of [
      [supplierId, '荞麦'],
      [other, '青稞'],
    ] as const) {
      await deliver(seller, name, 1_000);
      await draw(seller);
      const [{ id }] = (await of(seller)) as [Statement];
      const pay = { id, flowNo: 'B-1', paidOn: '2026-11-20' };
      expect(await refusedBy(payer.call(page, 'pay', pay))).toMatchObject({ code: 'NOT_NOW' });
      await checker.call(page, 'confirm', { id });
      // On paper his word is the sheet with his stamp.
      expect(await refusedBy(checker.call(page, 'signed', { id, theirName: '王老板', theirFile: null }))).toMatchObject(
        {
          code: 'INVALID_FIELDS',
        },
      );
      await ask(await linkTo(id), { agrees: true, name: '王老板' });
    }
    const [{ id }] = (await of(supplierId)) as [Statement];
    const pay = { id, flowNo: 'B-1', paidOn: '2026-11-20' };
    for (const [by, what] of [
      [stock.keeper, '下单'],
      [inspector, '验收'],
    ] as const)
      expect(await refusedBy(by.call(page, 'pay', pay))).toMatchObject({ code: 'STATEMENT_PAYER', params: { what } });
    await payer.call(page, 'pay', pay);
    expect(await of(supplierId)).toMatchObject([{ status: 'PAID', flowNo: 'B-1', payerName: '出纳' }]);
    const [theirs] = (await of(other)) as [Statement];
    expect(await refusedBy(payer.call(page, 'pay', { ...pay, id: theirs.id }))).toMatchObject({
      code: 'FLOW_USED',
      fields: { flowNo: expect.any(String) },
    });
    expect(await stock.rival.call(page, 'query', {})).toMatchObject({ total: 0 });
    expect(central).toBeGreaterThan(0);
  });

  test('takes every move from every state, by either hand', async () => {
    const { pool } = stock.bench.database;
    const supplierId = await supplierOf('走查粮行');
    await deliver(supplierId, '黑麦', 1_000);
    await draw(supplierId);
    const [{ id }] = (await of(supplierId)) as [Statement];
    const said = { theirName: '王老板', theirFile: 'attachment/sheet.pdf', flowNo: 'B-9', paidOn: '2026-11-20' };
    expect(
      await walkFlow(statementFlow, {
        place: (status, mine) =>
          pool.query('update supplier_statement set status = $2, maker_id = $3 where id = $1', [
            id,
            status,
            (mine ? payer : clerk).session.accountId,
          ]),
        call: async (event) => envelopeOf(await payer.call(page, event, { id, reason: '走查', ...said })),
        status: async () => (await of(supplierId))[0]!.status,
      }),
    ).toEqual([]);
  });
});

describe('a supplier', () => {
  const found = async (name: string) =>
    (
      await stock.keeper.call<{ rows: Record<string, unknown>[] }>(`${erp}/supplier`, 'query', {
        search: { keyword: name },
      })
    ).rows[0]!;

  test('loses points for what is refused, short, and dearer than it was', async () => {
    const supplierId = await supplierOf('评分粮行');
    expect(await found('评分粮行')).toMatchObject({ score: null, drift: null });
    const first = await deliver(supplierId, '薏米', 1_000);
    expect(await found('评分粮行')).toMatchObject({ score: 100, drift: 0 });
    const { pool } = stock.bench.database;
    // The same goods a day later, a tenth dearer: a twentieth over both.
    await pool.query(
      `insert into receipt_line select (jsonb_populate_record(null::receipt_line, to_jsonb(l) || jsonb_build_object('id', l.id + 7, 'line_no', 2,
         'amount_fen', 2200, 'lot_id', null, 'status', 'POSTED'))).* from receipt_line l where l.id = $1`,
      [first],
    );
    expect(await found('评分粮行')).toMatchObject({ score: 95, drift: 500 });
    await pool.query(`update receipt_line set status = 'REFUSED' where id = $1`, [first + 7]);
    // One line of two refused.
    expect(await found('评分粮行')).toMatchObject({ score: 50, refusedRatio: 5_000 });
    await pool.query('delete from receipt_line where id = $1', [first + 7]);
  });

  test('is named more urgently the nearer his papers end; one that was handed in anew counts no more', async () => {
    const id = await supplierOf('证照粮行');
    const states: unknown[] = [];
    for (const [kind, expiresOn] of [
      ['TEST', '2027-01-19'],
      ['QUARANTINE', '2026-12-20'],
      ['FOOD', '2026-11-27'],
      ['OTHER', '2026-11-19'],
    ]) {
      await stock.keeper.call(`${erp}/supplier`, 'addPaper', { id, kind, paperNo: kind, expiresOn });
      states.push((await found('证照粮行')).state);
    }
    expect(states).toEqual(['EXPIRING', 'EXPIRING30', 'EXPIRING7', 'PAPER_OVER']);
    for (const kind of ['TEST', 'QUARANTINE', 'FOOD', 'OTHER'])
      await stock.keeper.call(`${erp}/supplier`, 'addPaper', { id, kind, paperNo: kind, expiresOn: '2027-11-20' });
    expect(await found('证照粮行')).toMatchObject({ state: 'NORMAL', paperEnd: '2027-11-20', daysLeft: 365 });
  });
});
