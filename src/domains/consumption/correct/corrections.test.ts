/** Corrections over the server: every state by the table, the second person, the caps, the same purses; money rules after each. */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { walkFlow } from '../../../../tests/support/walk-flow.ts';
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type ConsumptionBench, consumptionBench, type Diner, until } from '../testing.ts';
import { batchFlow, batchStatuses, correctionFlow } from './states.ts';

let b: ConsumptionBench;
let next = 0;
/** A diner nobody has used yet, with 100 yuan more. */
const diner = async (): Promise<Diner> => {
  const found = b.diners[next++]!;
  await b.pay(found.id, 10_000);
  return found;
};
interface Row extends Record<string, unknown> {
  id: number;
  status: string;
}
const rowOf = async (id: number) => (await b.school<Row>('correct', 'get', { id })).data;
const create = (body: Record<string, unknown>, key?: string) =>
  b.school<{ id: number }>('correct', 'create', { kind: 'FULL_REVERSE', reason: '多扣了', ...body }, key);
const missions = async () =>
  (await b.school('user', 'mission_query')) as unknown as { total: { ExceptionMission: number } };

beforeAll(async () => {
  b = await consumptionBench();
  const { data } = await b.school<Record<string, unknown>>('consume/setting', 'get');
  expect(data).toMatchObject({ correctLimitFen: 5_000, expiredLot: 'LOT' });
  expect(await b.school('consume/setting', 'update', { correctLimitFen: 1_000 })).toMatchObject({ errorcode: 0 });
});
afterAll(() => b?.app.stop());
afterEach(async () => {
  expect(await b.breaks()).toEqual([]);
  expect(b.app.errors).toEqual([]);
});

describe('one correction', () => {
  test('within the limit it is posted at once, to the purses the money came from', async () => {
    const who = await diner();
    const before = await b.balance(who.id);
    const { tradeId } = await b.eat(who, 800);
    const made = await create({ tradeId });
    expect(made).toMatchObject({ errorcode: 0 });
    expect(await rowOf(made.data.id)).toMatchObject({
      status: 'POSTED',
      source: 'STAFF',
      amountFen: 800,
      personName: who.name,
      checkNote: '不超过 10.00 元，免审',
    });
    expect(await b.balance(who.id)).toEqual(before);
    const again = await create({ tradeId });
    expect(again).toMatchObject({ errorcode: 2530, errormsg: '该笔消费 8.00 元已全部退回，没有可纠正的金额' });
  });

  test('of four who put the same right at once one does, and the money is back once', async () => {
    const who = await diner();
    const before = await b.balance(who.id);
    const { tradeId } = await b.eat(who, 800);
    const made = await Promise.all([1, 2, 3, 4].map(() => create({ tradeId })));
    expect(made.filter((answer) => answer.errorcode === 0)).toHaveLength(1);
    expect(await b.balance(who.id)).toEqual(before);
    const { data } = await b.school<Row>('consume', 'get', { id: tradeId });
    expect(data).toMatchObject({ reversedFen: 800 });
  });

  test('the same form twice is one correction', async () => {
    const { tradeId } = await b.eat(await diner(), 700);
    const body = { tradeId, kind: 'PART_REVERSE', amountFen: 300 };
    const first = await create(body, 'form-key-0001');
    const second = await create(body, 'form-key-0001');
    expect(second.data.id).toBe(first.data.id);
    const { data } = await b.school<Row>('consume', 'get', { id: tradeId });
    expect(data).toMatchObject({ reversedFen: 300, status: 'PART_CORRECTED' });
  });

  test('never more than was charged, over several corrections', async () => {
    const { tradeId } = await b.eat(await diner(), 900);
    await create({ tradeId, kind: 'PART_REVERSE', amountFen: 400 });
    const over = await create({ tradeId, kind: 'PART_REVERSE', amountFen: 600 });
    expect(over).toMatchObject({
      errorcode: 2531,
      errormsg: '超过可退金额：原实收 9.00 元，已退 4.00 元，最多再退 5.00 元，本次 6.00 元',
      fields: { amountFen: '最多可退 5.00 元' },
    });
    expect(await create({ tradeId, kind: 'PART_REVERSE' })).toMatchObject({
      fields: { amountFen: '请输入要退回的金额' },
    });
    const rest = await create({ tradeId, kind: 'DUPLICATE' });
    expect(await rowOf(rest.data.id)).toMatchObject({ kind: 'DUPLICATE', amountFen: 500, status: 'POSTED' });
  });

  test('above the limit another person decides, and only another', async () => {
    const who = await diner();
    const before = (await b.balance(who.id)).MAIN;
    const { tradeId } = await b.eat(who, 2_500);
    const { ExceptionMission } = (await missions()).total;
    const made = await create({ tradeId });
    const { id } = made.data;
    expect(await rowOf(id)).toMatchObject({ status: 'PENDING_AUDIT', resultTradeNo: '' });
    expect((await missions()).total.ExceptionMission).toBe(ExceptionMission + 1);
    expect(await create({ tradeId })).toMatchObject({ errorcode: 2532 });
    expect(await b.school('correct', 'approve', { id })).toMatchObject({
      errorcode: 1204,
      errormsg: expect.stringContaining('须由另一人审核'),
    });
    const approvals = await Promise.all([
      b.finance('correct', 'approve', { id, note: '已看抓拍' }),
      b.finance('correct', 'approve', { id, note: '已看抓拍' }),
    ]);
    // Pressed twice at once: the money key answers the second like the first.
    expect(approvals.map((a) => a.errorcode)).toContain(0);
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'POSTED', checkerName: '何会计', checkNote: '已看抓拍' });
    expect((await b.balance(who.id)).MAIN).toBe(before);
    expect((await missions()).total.ExceptionMission).toBe(ExceptionMission);
    const result = await b.school<Row>('consume', 'get', { id: Number(row.resultTradeNo) });
    expect(result.data).toMatchObject({ kind: 'REVERSE', amountFen: -2_500 });
    expect((await b.school('consume', 'reverse', { id: tradeId, reason: '再退' })).errorcode).not.toBe(0);
  });

  test('撤销 in the feed keeps to the same limit and leaves a correction behind', async () => {
    const { tradeId } = await b.eat(await diner(), 1_500);
    expect(await b.school('consume', 'reverse', { id: tradeId, reason: '错' })).toMatchObject({
      errorcode: 2534,
      errormsg: '本次 15.00 元超过免审限额 10.00 元，请走「消费纠错」，由另一人审核',
    });
    expect(await b.school('consume', 'reverse', { id: tradeId, reason: '错', amountFen: 500 })).toMatchObject({
      errorcode: 0,
    });
    const { data } = await b.school<{ rows: Row[] }>('correct', 'query', { search: { keyword: String(tradeId) } });
    expect(data.rows).toMatchObject([{ kind: 'PART_REVERSE', amountFen: 500, status: 'POSTED', reason: '错' }]);
  });

  test('撤销 says before it happens what goes back to which purse, and changes nothing by saying it', async () => {
    const who = await diner();
    const { tradeId } = await b.eat(who, 900);
    const held = await b.balance(who.id);
    const look = (amountFen: number | null) =>
      b.school<{ lines: string[][]; amountFen: number }>('consume', 'outcome', {
        action: 'reverse',
        id: tradeId,
        amountFen,
      });
    const whole = (await look(null)).data;
    expect(whole.amountFen).toBe(900);
    expect(whole.lines).toContainEqual(['本次退回', '9.00 元']);
    expect((await look(400)).data.amountFen).toBe(400);
    expect(await look(1_000)).toMatchObject({ fields: { amountFen: '最多可退 9.00 元' } });
    expect(await b.balance(who.id)).toEqual(held);
    expect((await b.school('consume', 'reverse', { id: tradeId, reason: '错' })).errorcode).toBe(0);
    const after = await b.balance(who.id);
    for (const [purse, kind] of [
      ['主账户', 'MAIN'],
      ['补贴账户', 'SUBSIDY'],
    ] as const) {
      const line = whole.lines.find(([label]) => label === purse);
      const moved = (after[kind] ?? 0) - (held[kind] ?? 0);
      expect(line?.[1]).toBe(
        moved === 0 ? undefined : `${formatFenGrouped(held[kind] ?? 0)} → ${formatFenGrouped(after[kind] ?? 0)} 元`,
      );
    }
    expect(await look(null)).toMatchObject({ errorcode: expect.any(Number), data: null });
  });

  test('a supplement that cannot be paid waits, and is posted once there is money', async () => {
    const who = await diner();
    const { tradeId } = await b.eat(who, 300);
    const { MAIN = 0, SUBSIDY = 0 } = await b.balance(who.id);
    const wanted = MAIN + SUBSIDY + 600;
    const made = await create({ tradeId, kind: 'SUPPLEMENT', amountFen: wanted });
    expect(await rowOf(made.data.id)).toMatchObject({ status: 'PENDING_AUDIT' });
    const first = await b.finance<{ receipt: { lines: string[][] } }>('correct', 'approve', { id: made.data.id });
    expect(first.data.receipt.lines).toContainEqual(['未入账', '1 笔']);
    expect(await rowOf(made.data.id)).toMatchObject({
      status: 'APPROVED',
      failReason: expect.stringContaining('余额不足'),
      checkerName: '何会计',
    });
    await b.pay(who.id, 600);
    expect(await b.finance('correct', 'retry', { id: made.data.id })).toMatchObject({ errorcode: 0, data: null });
    expect(await rowOf(made.data.id)).toMatchObject({ status: 'POSTED', failReason: '' });
    expect((await b.balance(who.id)).MAIN).toBe(0);
  });

  test('what a diner reports is taken up by a clerk, who names the amount', async () => {
    const who = await diner();
    const { tradeId } = await b.eat(who, 1_200);
    const said = { tradeId, kind: 'DUPLICATE', reason: '刷了两次' };
    expect(await b.school('correct', 'report', said)).toMatchObject({ errorcode: 0 });
    const { data } = await b.school<{ rows: Row[] }>('correct', 'query', { search: { keyword: String(tradeId) } });
    const { id } = data.rows[0]!;
    expect(data.rows[0]).toMatchObject({ status: 'REPORTED', source: 'USER_REPORT', makerName: who.name });
    expect(await b.school('correct', 'accept', { id, kind: 'PART_REVERSE', amountFen: 600 })).toMatchObject({
      errorcode: 0,
    });
    expect(await rowOf(id)).toMatchObject({
      status: 'POSTED',
      amountFen: 600,
      makerName: expect.stringContaining('受理'),
    });
    await b.school('correct', 'report', said);
    const open = await b.school<{ rows: Row[] }>('correct', 'query', {
      search: { keyword: String(tradeId), status: ['REPORTED'] },
    });
    const second = open.data.rows[0]!.id;
    await b.school('consume/setting', 'update', { correctLimitFen: 100 });
    await b.school('correct', 'accept', { id: second, kind: 'DUPLICATE' });
    expect(await rowOf(second)).toMatchObject({ status: 'PENDING_AUDIT', amountFen: 600 });
    expect(await b.school('correct', 'approve', { id: second })).toMatchObject({
      errorcode: 1204,
      errormsg: expect.stringContaining('须由另一人审核'),
    });
    expect(await b.finance('correct', 'approve', { id: second })).toMatchObject({ errorcode: 0 });
    await b.school('consume/setting', 'update', { correctLimitFen: 1_000 });
  });

  test('what a counted meal took comes back as a meal', async () => {
    const who = await diner();
    await b.app.services.wallet.submit({
      kind: 'SUBSIDY_GRANT',
      organizationId: b.organizationId,
      requestKey: `count:${who.id}`,
      personId: who.id,
      occurredAt: b.app.clock.now(),
      amountFen: 3,
      purse: 'COUNT',
    });
    const { tradeId } = await b.eat(who, 0, { mode: 'COUNT' });
    expect((await b.balance(who.id)).COUNT).toBe(2);
    expect(await create({ tradeId, kind: 'PART_REVERSE', amountFen: 1 })).toMatchObject({
      fields: { kind: '计次消费没有金额，只能全额冲正' },
    });
    expect(await create({ tradeId })).toMatchObject({ errorcode: 0 });
    expect((await b.balance(who.id)).COUNT).toBe(3);
  });

  test('the clerk sees the charge with its neighbours', async () => {
    const who = await diner();
    const first = await b.eat(who, 650);
    const second = await b.eat(who, 650);
    const { data } = await b.school<Record<string, unknown>>('correct', 'facts', { id: second.tradeId });
    expect(data).toMatchObject({ personName: who.name, amountFen: 650, leftFen: 650, suspicious: true });
    expect(data.neighbours).toContainEqual(expect.objectContaining({ id: first.tradeId, why: '本人当日' }));
    const options = await b.school<{ id: number; name: string }[]>('consume', 'options', { keyword: who.jobNumber });
    expect(options.data.map((o) => o.id)).toEqual(expect.arrayContaining([first.tradeId, second.tradeId]));
  });

  test('another unit sees nothing of it', async () => {
    const { tradeId } = await b.eat(await diner(), 650);
    const token = await b.app.login('company');
    const ask = (verb: string, body: unknown) => b.app.post('/admin/organization/correct', verb, body, token);
    const made = await ask('create', { tradeId, kind: 'FULL_REVERSE', reason: '偷看' });
    expect(made.body).toMatchObject({ errorcode: 1101, fields: { tradeId: '原消费所选记录不存在' } });
    expect((await ask('facts', { id: tradeId })).body.data).toBeNull();
  });
});

describe('a wrong price of one meal', () => {
  interface Preview {
    rows: { tradeId: number; rightFen: number; off: boolean; note: string; problem?: string }[];
    agreed: { refundFen: number; supplementFen: number };
  }
  const choice = () => ({ deviceId: b.device.deviceId, mealPeriodId: b.lunchId, businessDate: b.today });

  test('is previewed with the right price, approved by another, run, and resumed without doubling', async () => {
    b.app.clock.set(Date.parse(`${b.today}T12:30:00+08:00`));
    const people = b.diners.slice(-20);
    for (const who of people) await b.pay(who.id, 5_000);
    const eaten = await Promise.all(people.map((who) => b.eat(who, 0, { mode: 'FIXED' })));
    const rules = await b.school<{ rows: { id: number; version: number; firstPriceFen: number }[] }>(
      'fixed_value',
      'query',
      {
        size: 100,
        search: { mealPeriodId: [b.lunchId] },
      },
    );
    for (const rule of rules.data.rows)
      await b.school('fixed_value', 'update', {
        id: rule.id,
        version: rule.version,
        firstPriceFen: rule.firstPriceFen - 200,
      });
    // Prices are held for three seconds.
    b.app.clock.set(b.app.clock.now() + 4_000);
    const { data: preview } = await b.school<Preview>('correct/batch', 'preview', {
      ...choice(),
      way: 'RULE',
      reason: '午餐价设错',
    });
    const own = preview.rows.filter((l) => eaten.some((e) => e.tradeId === l.tradeId));
    expect(own).toHaveLength(20);
    expect(own.every((l) => !l.off && l.note.startsWith('退 2.00 元'))).toBe(true);
    const lines = own.map((l) => ({ tradeId: l.tradeId, rightFen: l.rightFen }));
    const asked = { ...choice(), way: 'RULE', reason: '午餐价设错', lines };
    const seen = await b.school<Preview>('correct/batch', 'preview', asked);
    expect(seen.data.agreed).toEqual({ refundFen: 4_000, supplementFen: 0 });
    const body = { ...asked, ...seen.data.agreed };
    expect(await b.school('correct/batch', 'create', { ...body, refundFen: 3_000 })).toMatchObject({ errorcode: 2542 });
    const made = await b.school<{ id: number }>('correct/batch', 'create', body);
    const { id } = made.data;
    const batch = async () => (await b.school<Row>('correct/batch', 'get', { id })).data;
    expect(await batch()).toMatchObject({ status: 'PENDING_AUDIT', totalCount: 20, refundFen: 4_000 });
    const again = await b.school<Preview>('correct/batch', 'preview', {
      ...choice(),
      way: 'RULE',
      reason: '午餐价设错',
    });
    expect(again.data.rows.filter((l) => lines.some((x) => x.tradeId === l.tradeId)).every((l) => l.problem)).toBe(
      true,
    );
    expect(await b.school('correct/batch', 'approve', { id })).toMatchObject({
      errorcode: 1204,
      errormsg: expect.stringContaining('须由另一人审核'),
    });
    expect(await b.finance('correct/batch', 'approve', { id })).toMatchObject({ errorcode: 0 });
    const done = await until(batch, (r) => r.status !== 'APPROVED');
    expect(done).toMatchObject({ status: 'POSTED', postedCount: 20, failedCount: 0, postedRefundFen: 4_000 });
    // A run that had been killed before it wrote down what it did finds its keys answered.
    const { pool } = b.app.services;
    await pool.query(`update correction set status = 'APPROVED', posting_id = null where batch_id = $1`, [id]);
    await pool.query(`update correction_batch set status = 'APPROVED' where id = $1`, [id]);
    await b.app.services.jobs.enqueue(
      'correct-batch',
      { organizationId: b.organizationId, id },
      { key: `again:${id}` },
    );
    await until(batch, (r) => r.status === 'POSTED');
    const reversed = await pool.query(
      `select count(*)::int as n, sum(amount_fen)::bigint as fen from trade where kind = 'REVERSE' and original_trade_id = any($1)`,
      [eaten.map((e) => e.tradeId)],
    );
    expect(reversed.rows).toEqual([{ n: 20, fen: 4_000 }]);
  });

  test('lines that fail are kept with their reason, tried again, or given up', async () => {
    b.app.clock.set(Date.parse(`${b.today}T13:00:00+08:00`));
    const [poor, rich] = [b.diners[30]!, b.diners[31]!];
    await b.pay(poor.id, 2_000);
    await b.pay(rich.id, 5_000);
    const trades = [await b.eat(poor, 400), await b.eat(rich, 400)];
    const { MAIN = 0, SUBSIDY = 0 } = await b.balance(poor.id);
    const right = 400 + MAIN + SUBSIDY + 100;
    const lines = trades.map((t, i) => ({ tradeId: t.tradeId, rightFen: i === 0 ? right : 500 }));
    const supplementFen = right - 400 + 100;
    const body = { ...choice(), way: 'PRICE', priceFen: 500, reason: '少收', lines, refundFen: 0, supplementFen };
    const made = await b.school<{ id: number }>('correct/batch', 'create', body);
    const { id } = made.data;
    const batch = async () => (await b.school<Row>('correct/batch', 'get', { id })).data;
    if ((await batch()).status === 'PENDING_AUDIT') await b.finance('correct/batch', 'approve', { id });
    const failed = await until(batch, (r) => r.status !== 'APPROVED');
    expect(failed).toMatchObject({ status: 'PART_FAILED', postedCount: 1, failedCount: 1, postedSupplementFen: 100 });
    const shown = await b.school<{ rows: Row[] }>('correct/batch/lines', 'query', {
      search: { batchId: id, status: ['FAILED'] },
    });
    expect(shown.data.rows).toMatchObject([
      { lineNo: expect.any(Number), failReason: expect.stringContaining('余额不足') },
    ]);
    await b.pay(poor.id, 100);
    expect(await b.school('correct/batch', 'retry', { id })).toMatchObject({ errorcode: 0 });
    const all = await until(batch, (r) => r.status !== 'APPROVED');
    expect(all).toMatchObject({ status: 'POSTED', postedCount: 2, failedCount: 0, postedSupplementFen: supplementFen });
    expect(batchStatuses.map((s) => s.value)).toContain(all.status);
  });
});

test('every move of a correction goes where its flow says, and is refused by one code elsewhere', async () => {
  const { pool } = b.app.services;
  const calls: Record<string, Record<string, unknown>> = {
    accept: { kind: 'FULL_REVERSE' },
    reject: { reason: '不是' },
    cancel: { reason: '算了' },
  };
  const accounts = await pool.query<{ id: number; login: string }>('select id, login_name as login from account');
  const accountOf = (login: string) => accounts.rows.find((a) => a.login === login)!.id;
  // Between meals nobody counts times.
  b.app.clock.set(Date.parse(`${b.today}T15:00:00+08:00`));
  let id = 0;
  let turn = 0;
  expect(
    await walkFlow(correctionFlow, {
      place: async (status, mine) => {
        await pool.query(`update correction set status = 'CANCELLED' where id = $1 and status <> 'POSTED'`, [id]);
        const who = b.diners[turn++ % b.diners.length]!;
        await b.pay(who.id, 100);
        const { tradeId } = await b.eat(who, 100);
        await b.school('correct', 'report', { tradeId, kind: 'FULL_REVERSE', reason: '表' });
        const { data } = await b.school<{ rows: Row[] }>('correct', 'query', { search: { keyword: String(tradeId) } });
        id = data.rows[0]!.id;
        await pool.query('update correction set status = $2, maker_id = $3 where id = $1', [
          id,
          status,
          accountOf(mine ? 'finance' : 'school'),
        ]);
      },
      call: (event) => b.finance('correct', event, { id, ...calls[event] }),
      status: async () => (await rowOf(id)).status,
      // Within the limit taking up posts at once; an approval always does.
      ends: (event) => (event === 'accept' || event === 'approve' ? 'POSTED' : undefined),
    }),
  ).toEqual([]);
});

describe('the state table of batches', () => {
  const id = 987_001;
  beforeAll(async () => {
    const account = await b.app.services.pool.query<{ id: number }>(
      `select id from account where login_name = 'school'`,
    );
    await b.app.services.pool.query(
      `insert into correction_batch (organization_id, id, batch_no, device_id, meal_period_id, business_date, way, reason,
         total_count, total_fen, refund_fen, supplement_fen, maker_id, maker_name, status, created_at)
       values ($1, $2, 'PJ-TABLE', $3, $4, $5, 'RULE', '表', 1, 0, 0, 0, $6, '梁校长', 'PENDING_AUDIT', now())`,
      [b.organizationId, id, b.device.deviceId, b.lunchId, b.today, account.rows[0]!.id],
    );
  });

  test('agrees with the API for every move and hand', async () => {
    const { pool } = b.app.services;
    const account = (login: string) =>
      pool
        .query<{ id: number }>('select id from account where login_name = $1', [login])
        .then(({ rows }) => rows[0]!.id);
    const [school, finance] = [await account('school'), await account('finance')];
    const ends: Partial<Record<string, string>> = { approve: 'POSTED', retry: 'POSTED' };
    expect(
      await walkFlow(batchFlow, {
        place: (status, mine) =>
          pool.query('update correction_batch set status = $2, maker_id = $3 where id = $1', [
            id,
            status,
            mine ? finance : school,
          ]),
        call: (event) => b.finance('correct/batch', event, { id, reason: '表', note: '' }),
        status: async () => (await b.school<Row>('correct/batch', 'get', { id })).data.status,
        // Without lines a run has nothing to do and ends at once.
        ends: (event) => ends[event],
      }),
    ).toEqual([]);
  });
});
