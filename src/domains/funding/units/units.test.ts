/** Diners' money across units: what a contractor is shown, that reports add up to the lines they open, and what it signs. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';

interface Answer {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}
let app: TestApp;
let today: string;
let days: [string, string];
let schoolId: number;
let companyId: number;
const tokens: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestServer();
  today = dateAt(app.services.clock.now());
  days = [addDays(today, -6), today];
  for (const name of ['platform', 'contractor', 'contractor2', 'school'] as const) tokens[name] = await app.login(name);
  const { rows } = await app.services.pool.query<{ id: number; kind: string }>(
    'select id, kind from organization order by id',
  );
  schoolId = rows.find(({ kind }) => kind === 'SCHOOL')!.id;
  companyId = rows.find(({ kind }) => kind === 'COMPANY')!.id;
});
afterAll(() => app?.stop());

async function query(who: string, path: string, search: object = {}): Promise<Answer> {
  const body = { size: 100, search };
  const answer = await app.post(path, 'query', body, tokens[who]!);
  expect([path, answer.body.errorcode, answer.body.errormsg]).toEqual([path, 0, '']);
  const data = answer.body.data as Answer;
  if (data.sums) return data;
  const sums = await app.post(path, 'sums', body, tokens[who]!);
  return { ...data, sums: (sums.body.data as { sums: Record<string, number> }).sums };
}
const at = (path: string) => `/admin/contractor/${path}`;

describe('the accounts of diners', () => {
  const pages = [
    'account_balance',
    'account_statement',
    'account_statement/detail',
    'deposit_detail',
    'recharge_detail',
    'recharge_records',
    'refund_detail',
    'subsidy_detail',
  ];

  test.each(pages)('%s shows the units that open them, and not the others it serves', async (page) => {
    const { rows } = await query('contractor', at(page));
    expect(new Set(rows.map((row) => row.organizationId))).toEqual(new Set([schoolId]));
    expect((await query('contractor2', at(page))).rows).toEqual([]);
  });

  test('what the platform sees is masked and of all units', async () => {
    const { rows } = await query('platform', '/admin/platform/recharge_records');
    expect(new Set(rows.map((row) => row.organizationId))).toEqual(new Set([schoolId, companyId]));
    for (const { personName } of rows) expect(personName).toMatch(/^.\*+$/);
  });
});

describe('the statement', () => {
  const ask = (more: object = {}) => query('contractor', at('account_statement'), { businessDate: days, ...more });
  const lines = (search: object) => query('contractor', at('account_statement/detail'), search);

  test('is that of the unit itself, and what it says is in the lines', async () => {
    const statement = await ask();
    expect(statement.check?.ok).toBe(true);
    const own = await query('school', '/admin/organization/account_statement', { businessDate: days });
    for (const key of ['openingFen', 'rechargeFen', 'consumeFen', 'closingFen'])
      expect([key, statement.sums[key]]).toEqual([key, own.sums[key]]);
    const main = statement.rows.find((row) => row.account === 'wallet:MAIN')!;
    const of = { organizationId: schoolId, account: 'wallet:MAIN' };
    expect((await lines({ ...of, businessDate: [null, today] })).sums.amountFen).toBe(main.closingFen);
    const eaten = await lines({ ...of, businessDate: days, kind: ['CONSUME'] });
    expect(-eaten.sums.amountFen!).toBe(main.consumeFen);
    const moved = await lines({ businessDate: days });
    expect(moved.check?.ok).toBe(true);
  });

  test('is signed for days that are over, and shows when the books change afterwards', async () => {
    const sign = (values: object) =>
      app.post(
        at('account_statement'),
        'sign',
        { organizationId: schoolId, fromDate: days[0], ...values },
        tokens.contractor!,
      );
    expect((await sign({ toDate: today })).body.errormsg).toContain('还没有结束');
    expect((await sign({ toDate: addDays(days[0], -1) })).body.errorcode).not.toBe(0);
    const until = addDays(today, -2);
    expect((await sign({ toDate: until, organizationId: companyId })).body.errorcode).not.toBe(0);
    const period = { businessDate: [days[0], until] };
    const states = async () =>
      new Set((await query('contractor', at('account_statement'), period)).rows.map((row) => row.signState));
    expect(await states()).toEqual(new Set(['OPEN']));
    expect((await sign({ toDate: until })).body).toMatchObject({ errorcode: 0 });
    expect(await states()).toEqual(new Set(['SIGNED']));
    // What a late record would do to a day that was signed.
    await app.services.pool.query(
      `update wallet set balance_fen = balance_fen + 1 where id =
         (select min(id) from wallet where organization_id = $1 and kind = 'MAIN')`,
      [schoolId],
    );
    expect(await states()).toEqual(new Set(['SIGNED', 'CHANGED']));
    expect((await ask()).check?.ok).toBe(false);
    const balances = await query('contractor', at('account_balance'));
    expect(balances.check?.ok).toBe(false);
    await app.services.pool.query(
      `update wallet set balance_fen = balance_fen - 1 where id =
         (select min(id) from wallet where organization_id = $1 and kind = 'MAIN')`,
      [schoolId],
    );
    expect((await query('contractor', at('account_balance'))).check?.ok).toBe(true);
  });
});

describe('what came in', () => {
  test.each(['channel', 'unit', 'day', 'month'])('by %s is what the orders say', async (group) => {
    const summary = await query('contractor', at('recharge_summary'), { group, businessDate: days });
    const orders = await query('contractor', at('recharge_detail'), { businessDate: days });
    expect(summary.sums.amountFen).toBe(orders.sums.amountFen);
    expect(summary.sums.count).toBe(orders.total);
    expect(summary.sums.amountFen).toBeGreaterThan(0);
    expect(summary.check?.ok).toBe(true);
  });

  test('a row opens its own orders and its own refunds', async () => {
    const { rows } = await query('contractor', at('recharge_summary'), { group: 'channel', businessDate: days });
    for (const row of rows) {
      const of = { businessDate: days, channel: row.channel };
      expect([row.channel, (await query('contractor', at('recharge_detail'), of)).sums.amountFen]).toEqual([
        row.channel,
        row.amountFen,
      ]);
      const back = await query('contractor', at('refund_detail'), { ...of, status: 'SUCCESS' });
      expect([row.channel, back.sums.amountFen]).toEqual([row.channel, row.refundFen]);
    }
  });

  test('cash at counters adds up, what was taken back beside it', async () => {
    const summary = await query('contractor', at('report_form/device_deposit_summary'), { businessDate: days });
    const lines = await query('contractor', at('report_form/device_deposit_detail'), { businessDate: days });
    expect(summary.sums.amountFen).toBe(lines.sums.amountFen);
    expect(summary.sums.amountFen).toBeGreaterThan(0);
    expect(summary.check?.ok).toBe(true);
    await app.services.pool.query(
      `update cash_deposit set status = 'REVERSED' where ctid = (select ctid from cash_deposit
         where organization_id = $1 and status = 'OK' and business_date >= $2 order by id limit 1)`,
      [schoolId, days[0]],
    );
    expect(
      (await query('contractor', at('report_form/device_deposit_summary'), { businessDate: days })).check?.ok,
    ).toBe(false);
  });
});

test('every line of the platform names what it undid, both ways', async () => {
  const back = await query('platform', '/admin/platform/trade_record', {
    kind: ['CONSUME_BACK', 'DEPOSIT_BACK', 'RECHARGE_BACK'],
  });
  const line = back.rows[0]!;
  expect(line.undoneNo).toMatch(/^\d+$/);
  const original = await query('platform', '/admin/platform/trade_record', { lineOf: Number(line.undoneNo) });
  expect(original.rows.length).toBeGreaterThan(0);
  expect(original.rows.every((row) => row.undoneBy !== null)).toBe(true);
  expect((await query('platform', '/admin/platform/trade_record', { businessDate: days })).check?.ok).toBe(true);
});
