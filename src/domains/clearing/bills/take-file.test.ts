/** Bills dropped in the forms the channels send them: read, matched over all units, kept once, or refused in words. */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overtaken } from '../../../../tests/support/overtaken.ts';
import { memorySink } from '../../../kit/server/sheet/byte-sinks.ts';
import { parseCsv } from '../../../kit/server/sheet/csv.ts';
import { zipped } from '../../../kit/server/sheet/testing.ts';
import { createXlsxWriter } from '../../../kit/server/sheet/xlsx-writer.ts';
import { billedAccount } from '../../funding/testing.ts';
import { checkUnitInvariants, settleAll } from '../../settlement/testing.ts';
import {
  alipayBill,
  alipayFund,
  billLines,
  type ClearingBench,
  clearingBench,
  sandboxNo as merchantNo,
  type Order,
  type Paid,
  paidLine,
  today,
  wechatBill,
  wechatFund,
} from '../testing.ts';
import { matchOpenBills } from './match-bill.ts';

let bench: ClearingBench;
beforeAll(async () => {
  bench = await clearingBench();
  // Noon of a day whose end is far: no payment of these tests lies about midnight.
  bench.app.clock.set(Date.parse(`${today(bench)}T12:00:00+08:00`));
  await bench.register('ALIPAY', billedAccount);
});
afterAll(() => bench?.stop());

const bill = async (content: string | Buffer, name?: string) => {
  const { sheets } = await bench.drop(content, name);
  expect(sheets.map(({ refused }) => refused)).toEqual([expect.any(String)]);
  expect(bench.app.errors).toEqual([]);
  return sheets[0]!;
};
/** The number and the words of why it is not taken. */
const refused = async (content: string | Buffer, name?: string) => {
  const { code, refused: said } = await bill(content, name);
  return `${code} ${said}`;
};
const abnormal = (search: object = {}) =>
  bench.rows<{ id: number; kind: string; status: string; outNo: string; channelNo: string; parkedFen: number }>(
    'abnormal_trade_record',
    search,
  );
const proven = async () => {
  await settleAll(bench.app.services);
  expect(await checkUnitInvariants(bench.app.services.pool)).toEqual([]);
};

describe('a day of WeChat', () => {
  let good: Order;
  let open: Order;
  let lines: Paid[];
  beforeAll(async () => {
    [good, open] = [await bench.order(1_000), await bench.order(2_000, 'WECHAT', true)];
    lines = await billLines(bench.app, 'WECHAT', today(bench), [good]);
    lines.push(paidLine(good, { fee: '0.06000' }), paidLine(open));
    lines.push({ outTradeNo: 'FOREIGN0001', channelNo: '4200009999', amount: '88.00', at: good.at, merchantNo });
  });

  test('lines are kept, matched by number over all units, and what does not agree is opened once', async () => {
    const { bills } = await bill(gzipSync(wechatBill(lines)), '交易账单.csv.gz');
    expect(bills).toMatchObject([
      {
        channel: 'WECHAT',
        kind: 'TRADE',
        merchantNo,
        day: today(bench),
        version: 1,
        same: false,
        problems: 2,
        matched: lines.length - 2,
      },
    ]);
    const found = await abnormal();
    expect(found.map(({ kind, status, parkedFen }) => [kind, status, parkedFen]).sort()).toEqual([
      ['ORPHAN', 'OPEN', 8_800],
      ['UNCREDITED', 'OPEN', 0],
    ]);
    const kept = await bench.rows('merchant_bill/line', { billId: bills[0]!.id });
    expect(kept).toHaveLength(lines.length);
    // What the lines show adds up to what the head says, refunds as money out.
    const [head] = await bench.rows('merchant_bill', { day: [today(bench), today(bench)] });
    const sum = (key: string) => kept.reduce((total, line) => total + Number(line[key] ?? 0), 0);
    expect(kept.some(({ type }) => type === 'REFUND')).toBe(true);
    expect([sum('amountFen'), sum('feeFen')]).toEqual([Number(head!.inFen) - Number(head!.outFen), head!.feeFen]);
    const fee = await bench.app.services.pool.query('select fee_fen as fee from recharge_order where id = $1', [
      good.id,
    ]);
    expect(fee.rows).toEqual([{ fee: 6 }]);
    await proven();
  });

  test('the same lines in another file are the same bill', async () => {
    const zip = await zipped({ '1900.csv': wechatBill(lines) });
    const { bills } = await bill(zip, '交易账单.zip');
    expect(bills).toMatchObject([{ version: 1, same: true }]);
    expect(await abnormal()).toHaveLength(2);
  });

  test('the same lines saved as a workbook are the same bill', async () => {
    const rows: string[][] = [];
    parseCsv(wechatBill(lines), (cells) => rows.push(cells) > 0);
    const [titles = [], ...rest] = rows;
    const { sink, bytes } = memorySink();
    const writer = createXlsxWriter(sink, { columns: titles.map((title) => ({ title, kind: 'text' as const })) });
    await writer.write(rest.map((cells) => titles.map((_, i) => cells[i])));
    await writer.finish();
    const { bills } = await bill(bytes(), '交易账单.xlsx');
    expect(bills).toMatchObject([{ version: 1, same: true }]);
  });

  test('a bill whose server was gone before it was matched is matched when it is dropped again, and else by the hour', async () => {
    const { services } = bench.app;
    const interrupt = () =>
      services.pool.query(
        `update /* wall: the platform's own */ merchant_bill set matched_at = null, matched_count = 0, problem_count = 0 where day = $1`,
        [today(bench)],
      );
    const told = async () =>
      (await bench.rows('merchant_bill', { day: [today(bench), today(bench)] })).map(
        ({ matchedCount, problemCount }) => [matchedCount, problemCount],
      );
    await interrupt();
    expect((await bill(wechatBill(lines))).bills).toMatchObject([
      { same: true, matched: lines.length - 2, problems: 2 },
    ]);
    await interrupt();
    await matchOpenBills(services);
    expect(await told()).toEqual([[lines.length - 2, 2]]);
    expect(await abnormal()).toHaveLength(2);
  });

  test('another file for the day is a new version, with what has changed', async () => {
    const { bills } = await bill(wechatBill(lines.slice(0, -1)));
    expect(bills).toMatchObject([{ version: 2, same: false, added: 0, removed: 1, changed: 0, problems: 1 }]);
    // The money nobody ordered is in no bill any more: closed by itself, and no longer kept.
    expect((await abnormal({ kind: ['ORPHAN'] })).map(({ status, parkedFen }) => [status, parkedFen])).toEqual([
      ['FIXED', 0],
    ]);
    await proven();
    const again = await bill(wechatBill(lines));
    expect(again.bills).toMatchObject([{ version: 3, added: 1 }]);
    expect((await abnormal({ kind: ['ORPHAN'] })).map(({ status, parkedFen }) => [status, parkedFen])).toEqual([
      ['OPEN', 8_800],
    ]);
    await proven();
  });

  test('补入账 pressed twice at once books once', async () => {
    const [one] = await abnormal({ kind: ['UNCREDITED'] });
    const pressed = await Promise.all([1, 2].map(() => bench.ask('abnormal_trade_record', 'credit', { id: one!.id })));
    expect(pressed.some(({ errorcode }) => errorcode === undefined)).toBe(true);
    const posted = await bench.app.services.pool.query<{ n: number; fen: number }>(
      `select count(*)::int as n, sum(g.amount_fen)::bigint as fen from posting g join recharge_order o
         on o.organization_id = g.organization_id and o.person_id = g.person_id where o.id = $1 and g.kind = 'RECHARGE'`,
      [open.id],
    );
    expect(posted.rows).toEqual([{ n: 1, fen: 2_000 }]);
    expect((await abnormal({ kind: ['UNCREDITED'] })).map(({ status }) => status)).toEqual(['FIXED']);
    const [head] = await bench.rows('merchant_bill', { day: [today(bench), today(bench)], current: true });
    expect(head).toMatchObject({ matchedCount: lines.length - 1, problemCount: 1, openCount: 1, status: 'DIFF' });
    await bench.sound();
  });

  test('money without an order goes back by two persons, once, and the day is explained', async () => {
    const [one] = await abnormal({ kind: ['ORPHAN'] });
    expect(await bench.ask('abnormal_trade_record', 'back', { id: one!.id })).toMatchObject({ errorcode: 1020 });
    const witness = { account: 'pt-fuhe', password: 'onecard-demo' };
    expect(await bench.ask('abnormal_trade_record', 'back', { id: one!.id, witness })).not.toHaveProperty('errorcode');
    expect(await bench.ask('abnormal_trade_record', 'back', { id: one!.id, witness })).toMatchObject({
      errorcode: 1203,
    });
    expect((await abnormal({ kind: ['ORPHAN'] })).map(({ status, parkedFen }) => [status, parkedFen])).toEqual([
      ['FIXED', 0],
    ]);
    const [head] = await bench.rows('merchant_bill', { day: [today(bench), today(bench)], current: true });
    expect(head).toMatchObject({ openCount: 0, status: 'EXPLAINED' });
    // The same bill again opens nothing that was dealt with.
    await bill(wechatBill(lines));
    expect((await abnormal({ status: ['OPEN'] })).length).toBe(0);
    await proven();
  });

  test('what is booked here and in no bill is missing, unless it lies about a midnight whose bill is not here', async () => {
    const { bills } = await bill(wechatBill(lines.filter(({ outTradeNo }) => outTradeNo !== good.orderNo)));
    expect(bills[0]).toMatchObject({ problems: 2 });
    expect((await abnormal({ status: ['OPEN'] })).map(({ kind, outNo }) => [kind, outNo])).toEqual([
      ['MISSING', good.orderNo],
    ]);
    await bench.app.services.pool.query(`update recharge_order set paid_at = $2 where id = $1`, [
      good.id,
      `${today(bench)}T23:50:00+08:00`,
    ]);
    const around = await bill(wechatBill(lines.filter(({ outTradeNo }) => outTradeNo !== good.orderNo).toReversed()));
    expect(around.bills[0]).toMatchObject({ transit: 1, problems: 1 });
    expect((await abnormal({ kind: ['MISSING'] })).map(({ status }) => status)).toEqual(['FIXED']);
  });
});

test('支付宝业务明细 in GB18030, and both fund bills with their chain of balances', async () => {
  const order = await bench.order(5_000, 'ALIPAY');
  const trade = await bill(alipayBill([paidLine(order)]), '20880000_业务明细.csv');
  expect(trade.bills).toMatchObject([{ channel: 'ALIPAY', kind: 'TRADE', lineCount: 1, matched: 1 }]);
  const day = today(bench);
  const moved = (n: number, fen: number, what = '交易') => ({
    flowNo: `F${day}${n}`,
    channelNo: `C${n}`,
    what,
    fen,
    at: `${day} 12:0${n}:00`,
  });
  const fund = await bill(alipayFund([moved(1, 5_000), moved(2, -30, '收费')], 100_000), '账务明细.csv');
  expect(fund.bills).toMatchObject([{ channel: 'ALIPAY', kind: 'FUND', lineCount: 2, inFen: 5_000, outFen: 30 }]);
  const wechat = await bill(wechatFund([moved(3, 900), moved(4, -400, '提现')], 50_000), `${merchantNo}_资金账单.csv`);
  expect(wechat.bills).toMatchObject([{ channel: 'WECHAT', kind: 'FUND', merchantNo }]);
  const [head] = await bench.rows('merchant_bill', { kind: ['FUND'], channel: ['WECHAT'], day: null });
  expect(head).toMatchObject({ openingFen: 50_000, closingFen: 50_500, gapFen: null });
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  await bill(wechatFund([{ ...moved(5, 100), at: `${next} 09:00:00` }], 50_700), `${merchantNo}_资金账单.csv`);
  const [after] = await bench.rows('merchant_bill', { kind: ['FUND'], channel: ['WECHAT'], day: [next, next] });
  expect(after).toMatchObject({ openingFen: 50_700, gapFen: 200, status: 'DIFF' });
});

describe('refused', () => {
  const line = (more: Partial<Paid> = {}): Paid => ({
    outTradeNo: 'X1',
    channelNo: '42001',
    amount: '10.00',
    at: '2026-04-01 10:00:00',
    merchantNo,
    ...more,
  });

  test('a number a spreadsheet rewrote, named by its row', async () => {
    expect(await refused(wechatBill([line(), line({ channelNo: '4.2E+27', outTradeNo: 'X2' })]))).toMatch(
      /^3603 .*第 3 行.*4\.2E\+27.*表格软件/,
    );
  });
  test('an altered amount, seen from the totals', async () => {
    // What was paid is one cell of the line; the sum at the end is another's word.
    expect(
      await refused(
        wechatBill([line()]).replace('`10.00,`0.00,`', '`19.00,`0.00,`').replace('`0.60%,`10.00', '`0.60%,`19.00'),
      ),
    ).toMatch(/^3603 .*订单总金额汇总行为 10.00 元，明细合计 19.00 元/);
    expect(await refused(wechatBill([line(), line({ channelNo: '42002', outTradeNo: 'X2' })], 3))).toMatch(
      /汇总行为 3/,
    );
  });
  test('a broken chain of balances, a line taken out', async () => {
    const moved = (n: number) => ({
      flowNo: `R${n}`,
      channelNo: `C${n}`,
      what: '交易',
      fen: 100,
      at: `2026-04-01 10:0${n}:00`,
    });
    const text = wechatFund([moved(1), moved(2), moved(3)], 0);
    const rows = text.split('\r\n');
    expect(await refused([...rows.slice(0, 2), ...rows.slice(3)].join('\r\n'), 'SANDBOX.csv')).toMatch(
      /^3603 .*第 3 行账户结余.*接不上/,
    );
  });
  test('the same payment twice', async () => {
    expect(await refused(wechatBill([line(), line({ outTradeNo: 'X2' })]))).toMatch(/^360[23] .*重复（42001）/);
  });
  test("another merchant's", async () => {
    expect(await refused(wechatBill([line({ merchantNo: '1999999999' })]))).toMatch(/^3604 .*1999999999.*没有登记/);
  });
  test('that of a number nobody has registered, though an order in it is ours; two persons register it', async () => {
    const order = await bench.order(3_100);
    const text = wechatBill([paidLine(order, { merchantNo: '1999999998' })]);
    const dropped = async () => {
      const { sheets } = await bench.drop(text);
      return sheets.map(({ code, bills, unknown }) => [code, bills.map(({ lineCount }) => lineCount), unknown]);
    };
    const refusedFor = [[3604, [], { channel: 'WECHAT', merchantNo: '1999999998' }]];
    const kept = async () => (await bench.rows('merchant_bill', { day: null, keyword: '1999999998' })).length;
    expect(await dropped()).toEqual(refusedFor);
    expect(await kept()).toBe(0);
    const alone = { channel: 'WECHAT', merchantNo: '1999999998', note: '没有第二人' };
    expect(await bench.ask('bill_merchant', 'create', alone)).toMatchObject({ errorcode: 1020 });
    expect(await bench.register('WECHAT', merchantNo)).toMatchObject({
      errormsg: expect.stringContaining('不必登记'),
    });
    expect(await bench.register('WECHAT', '1999999998')).not.toHaveProperty('errorcode');
    expect(await dropped()).toEqual([[0, [1], undefined]]);
    expect(await kept()).toBe(1);
    const [{ id } = { id: 0 }] = await bench.rows<{ id: number }>('bill_merchant', { keyword: '1999999998' });
    await bench.ask('bill_merchant', 'disable', { ids: [id] });
    expect(await dropped()).toEqual(refusedFor);
  });
  test('a number that two persons register at one moment is registered once', async () => {
    const no = '1999999995';
    const { pool, ids } = bench.app.services;
    const answer = await overtaken(
      pool,
      `select pg_advisory_xact_lock(742011843, hashtext('WECHAT ${no}'))`,
      () => bench.register('WECHAT', no),
      async (tx) =>
        tx.query(
          `insert into bill_merchant (id, channel, merchant_no, source, note, maker_id, maker_name, created_at, updated_at)
           values ($1, 'WECHAT', $2, 'PERSON', '同时登记', 1, '另一组', now(), now())`,
          [await ids.next(), no],
        ),
    );
    expect(answer).toMatchObject({ errormsg: expect.stringContaining('已经登记') });
  });
  test('a file that is no bill, and an archive that explodes', async () => {
    expect(await refused('姓名,工号,部门,卡号\n张三,1,二,3\n')).toMatch(/^3600 .*不是渠道账单/);
    const bomb = await zipped({ 'a.csv': Buffer.alloc(60 * 1024 * 1024, 0x20) });
    expect(bomb.length).toBeLessThan(400_000);
    expect(await refused(bomb, 'a.zip')).toMatch(/不是账单/);
    const large = await zipped({ 'b.csv': Buffer.alloc(201 * 1024 * 1024, 'a,b,c,d\n') });
    expect(await refused(large, 'b.zip')).toMatch(/^3601 .*展开后超过 200 MiB/);
  });
  test('an archive that was cut off on its way, packed either way', async () => {
    const whole = wechatBill(
      Array.from({ length: 400 }, (_, i) => line({ channelNo: `4200${i}`, outTradeNo: `X${i}` })),
    );
    const gzip = gzipSync(whole);
    expect(await refused(gzip.subarray(0, gzip.length >> 1), '交易账单.csv.gz')).toMatch(
      /^3602 .*已损坏，无法解压，请重新下载原始文件后上传/,
    );
    const zip = await zipped({ '交易账单.csv': whole });
    expect(await bench.drop(zip.subarray(0, zip.length >> 1), '交易账单.zip')).toMatchObject({
      sheets: [{ code: 3602, bills: [] }],
    });
  });
  test('an archive without a bill, and a fund bill of nobody knows whom', async () => {
    expect(await bench.drop(await zipped({ '说明.txt': '' }), 'empty.zip')).toMatchObject({
      errorcode: 3606,
      errormsg: expect.stringContaining('没有一个可读的账单文件'),
    });
    await bench.register('WECHAT', '1900000009');
    const moved = { flowNo: 'Q1', channelNo: 'Q1', what: '交易', fen: 100, at: '2026-04-01 10:00:00' };
    expect(await refused(wechatFund([moved], 0), '资金账单.csv')).toMatch(/^3605 .*在文件名中写上商户号/);
  });
  test('nothing of what was refused is kept', async () => {
    expect((await bench.rows('merchant_bill', { day: ['2026-04-01', '2026-04-01'] })).length).toBe(0);
    const left = await bench.app.services.pool.query(`select 1 from merchant_bill_line where day = '2026-04-01'`);
    expect(left.rows).toEqual([]);
    expect(bench.app.errors).toEqual([]);
  });
});
