/** Consumption across units: each sees its own, the sums of the reports are those of the lines they open. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../../tests/support/server.ts';
import { addDays, dateAt } from '../../../kit/server/clock.ts';
import { foldAllWaiting } from '../../wallet/testing.ts';

interface Answer {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}
let app: TestApp;
let days: [string, string];
const tokens: Record<string, string> = {};

beforeAll(async () => {
  app = await startTestServer();
  const today = dateAt(app.services.clock.now());
  days = [addDays(today, -6), today];
  for (const name of ['platform', 'contractor', 'contractor2', 'school'] as const) tokens[name] = await app.login(name);
});
afterAll(() => app?.stop());

async function query(who: string, path: string, search: object = {}): Promise<Answer> {
  const body = { size: 100, search: { businessDate: days, ...search } };
  const answer = await app.post(path, 'query', body, tokens[who]!);
  expect([path, answer.body.errorcode, answer.body.errormsg]).toEqual([path, 0, '']);
  const data = answer.body.data as Answer;
  if (data.sums) return data;
  const sums = await app.post(path, 'sums', body, tokens[who]!);
  return { ...data, sums: (sums.body.data as { sums: Record<string, number> }).sums };
}

describe('消费汇总 of the platform', () => {
  test.each(['unit', 'contractor', 'site', 'day', 'month'])(
    'grouped by %s adds up to the lines of all units',
    async (group) => {
      const summary = await query('platform', '/admin/platform/consume_summary', { group });
      const lines = await query('platform', '/admin/platform/consume');
      expect(summary.sums.netFen).toBe(lines.sums.amountFen);
      expect(summary.sums.netFen).toBeGreaterThan(0);
      expect(summary.check?.ok).toBe(true);
      expect(lines.check?.ok).toBe(true);
    },
  );

  test('a row opens the lines of its caterer alone, those of units that cook for themselves too', async () => {
    const { rows } = await query('platform', '/admin/platform/consume_summary', { group: 'contractor' });
    for (const row of rows) {
      const of = row.contractorId === null ? { selfRun: true } : { contractorId: row.contractorId };
      const lines = await query('platform', '/admin/platform/consume', of);
      expect([row.groupName, lines.sums.amountFen]).toEqual([row.groupName, row.netFen]);
    }
  });
});

test('the newest lines of all units are those of a walk over every trade, page by page', async () => {
  const page = async (at: number, search: object = {}) =>
    (
      await app.post(
        '/admin/platform/consume',
        'query',
        { page: at, size: 20, search: { businessDate: days, ...search } },
        tokens.platform!,
      )
    ).body.data as Answer;
  const { rows } = await app.services.pool.query<{ id: number; kind: string }>(
    `select id, kind from trade where business_date between $1 and $2 order by occurred_at desc, id desc`,
    days,
  );
  expect(rows.length).toBeGreaterThan(60);
  const idsOf = (answer: Answer) => answer.rows.map(({ id }) => id);
  for (const at of [1, 2, 3])
    expect(idsOf(await page(at))).toEqual(rows.slice((at - 1) * 20, at * 20).map(({ id }) => id));
  // What is searched besides the days is read its own way.
  const reversed = rows.filter(({ kind }) => kind === 'REVERSE').map(({ id }) => id);
  expect(idsOf(await page(1, { kind: ['REVERSE'] }))).toEqual(reversed.slice(0, 20));
});

test('of the units a caterer serves, the newest line of each is enough to tell where the page lies', async () => {
  const page = async (at: number, size: number) =>
    (
      await app.post(
        '/admin/contractor/consume_detail',
        'query',
        { page: at, size, search: { businessDate: days } },
        tokens.contractor!,
      )
    ).body.data as Answer;
  const { rows } = await page(1, 10);
  expect(rows).toHaveLength(10);
  // A page shorter than there are units is looked for in the unit whose newest line comes first.
  expect((await page(1, 1)).rows).toEqual(rows.slice(0, 1));
  for (const at of [2, 3]) expect((await page(at, 1)).rows).toEqual(rows.slice(at - 1, at));
});

test('names of diners are masked, and in full only with a reason', async () => {
  const { rows } = await query('platform', '/admin/platform/consume');
  const diner = rows.find((row) => row.personName !== '散客')!;
  expect(diner.personName).toMatch(/^.\*+$/);
  const told = async (reason: string) =>
    (
      await app.post(
        '/admin/platform/consume',
        'reveal',
        { id: diner.id, field: 'personName', reason },
        tokens.platform!,
      )
    ).body;
  expect((await told('')).errorcode).not.toBe(0);
  expect((await told('投诉核实')).data).toMatchObject({ value: expect.not.stringContaining('*') });
});

describe('a contractor', () => {
  test('sees days and meals of its restaurants that add up to its lines', async () => {
    const path = '/admin/contractor/report_form/everyday_consume_summary';
    const lines = await query('contractor', '/admin/contractor/consume_detail');
    const summary = await query('contractor', path, { group: 'meal' });
    for (const group of ['day', 'month', 'unit', 'restaurant']) {
      const { sums, check } = await query('contractor', path, { group });
      expect([group, sums.netFen, check?.ok]).toEqual([group, lines.sums.amountFen, true]);
      // However it is grouped, the same people at the same restaurants.
      expect([group, sums.heads]).toEqual([group, summary.sums.heads]);
    }
    expect(summary.sums.netFen).toBe(lines.sums.amountFen);
    expect(summary.rows.length).toBeGreaterThan(0);
    const row = summary.rows.find((one) => (one.consumeCount as number) > 0)!;
    const opened = await query('contractor', '/admin/contractor/consume_detail', {
      businessDate: [row.businessDate, row.businessDate],
      organizationId: row.organizationId,
      restaurantId: row.restaurantId,
      mealPeriodId: row.mealPeriodId,
      kind: 'CONSUME',
    });
    expect(opened.sums.amountFen).toBe(row.amountFen);
    expect(opened.total).toBe(row.consumeCount);
  });

  test('sees nothing where another cooks', async () => {
    for (const path of ['consume_detail', 'trade_record', 'report_form/everyday_consume_summary'])
      expect([path, (await query('contractor2', `/admin/contractor/${path}`)).rows]).toEqual([path, []]);
  });

  test('sees balances only where the unit opens its diners’ accounts', async () => {
    const shown = async () =>
      (await query('contractor', '/admin/contractor/consume_detail')).rows.filter(
        (row) => row.balanceAfterFen !== null,
      );
    await app.services.pool.query("update contract_site set accounts_visible = 'NO'");
    tokens.contractor = await app.login('contractor');
    expect(await shown()).toEqual([]);
    await app.services.pool.query("update contract_site set accounts_visible = 'YES'");
    tokens.contractor = await app.login('contractor');
    expect((await shown()).length).toBeGreaterThan(0);
  });

  test('puts a wrong charge to its unit, which takes it up; a second time is refused', async () => {
    const { rows } = await query('contractor', '/admin/contractor/trade_record', {
      kind: 'CONSUME',
      status: 'SUCCESS',
    });
    const trade = rows.find((row) => row.correctNo === null && (row.amountFen as number) > 100)!;
    const ask = (values: object) =>
      app.post('/admin/contractor/trade_record', 'request', { id: trade.id, ...values }, tokens.contractor!);
    const wrong = { kind: 'PART_REVERSE', amountFen: Number(trade.amountFen) + 1, reason: '多扣' };
    expect((await ask(wrong)).body.errorcode).not.toBe(0);
    expect((await ask({ ...wrong, amountFen: 100 })).body).toMatchObject({ errorcode: 0 });
    expect((await ask({ ...wrong, amountFen: 100 })).body.errormsg).toContain('JC');
    const after = await query('contractor', '/admin/contractor/trade_record', { keyword: trade.tradeNo });
    expect(after.rows[0]).toMatchObject({ correctStatus: 'REPORTED', status: 'SUCCESS' });
    const unit = await app.services.pool.query<{ source: string; organization_id: number }>(
      'select source, organization_id from correction where trade_id = $1',
      [trade.id],
    );
    expect(unit.rows).toEqual([{ source: 'CONTRACTOR', organization_id: trade.organizationId }]);
  });

  test('asks for no charge of a restaurant that is not its own', async () => {
    const { rows } = await query('contractor', '/admin/contractor/trade_record', { kind: 'CONSUME' });
    const answer = await app.post(
      '/admin/contractor/trade_record',
      'request',
      { id: rows[0]!.id, kind: 'FULL_REVERSE', reason: '多扣' },
      tokens.contractor2!,
    );
    expect(answer.body.errorcode).not.toBe(0);
  });
});

test('people of the units it serves are counted by state, and each number opens them', async () => {
  const path = '/admin/contractor/report_form/organization_people_summary';
  const body = { size: 100, search: {} };
  const asked = await app.post(path, 'query', body, tokens.contractor!);
  expect(asked.body.errormsg).toBe('');
  const answer = asked.body.data as Answer;
  expect(answer.check?.ok).toBe(true);
  expect(answer.rows).toHaveLength(2);
  for (const row of answer.rows) {
    const search = { organizationId: row.id, status: 'NORMAL' };
    const people = await app.post('/admin/contractor/user', 'query', { size: 1, search }, tokens.contractor!);
    expect((people.body.data as Answer).total).toBe(row.normal);
    expect(row.ateThisMonth as number).toBeGreaterThanOrEqual(row.ateToday as number);
  }
  expect(((await app.post(path, 'query', body, tokens.contractor2!)).body.data as Answer).rows).toEqual([]);
});

test('receipts of a day are its consumption, with what contract days make of it; each opens its lines', async () => {
  const receipts = await query('platform', '/admin/platform/daily_consume_receipts');
  const lines = await query('platform', '/admin/platform/consume');
  expect(receipts.sums.netFen).toBe(lines.sums.amountFen);
  expect(receipts.check?.ok).toBe(true);
  const row = receipts.rows.find((one) => one.contractorId !== null && one.businessDate !== days[1])!;
  const of = {
    organizationId: row.organizationId,
    contractorId: row.contractorId,
    businessDate: [row.businessDate, row.businessDate],
  };
  expect((await query('platform', '/admin/platform/consume', of)).sums.amountFen).toBe(row.netFen);
  const settled = await query('platform', '/admin/platform/everyday_income_summary', of);
  expect(settled.sums.contractorFen ?? 0).toBe(row.contractorFen);
});

test('the home of a contractor says what its reports say, and opens what it counts', async () => {
  const { body } = await app.post('/admin/contractor/contractor_home', 'figures', {}, tokens.contractor!);
  const home = body.data as {
    consumeFen: number;
    work: { label: string; count: number; path?: string; query?: Record<string, string> }[];
  };
  const today = await query('contractor', '/admin/contractor/consume_detail', { businessDate: [days[1], days[1]] });
  const summary = await query('contractor', '/admin/contractor/report_form/everyday_consume_summary', {
    businessDate: [days[1], days[1]],
  });
  expect(summary.sums.netFen ?? 0).toBe(today.sums.amountFen ?? 0);
  const reported = home.work.find(({ label }) => label === '待单位受理的纠错')!;
  const listed = await query('contractor', '/admin/contractor/trade_record', {
    businessDate: null,
    correctStatus: ['REPORTED'],
  });
  expect(listed.total).toBe(reported.count);
  expect(reported.count).toBeGreaterThan(0);
});

test('a total that is off is said on every page that stands on it', async () => {
  await foldAllWaiting(app.services.pool, 9);
  await app.services.pool.query(
    `update rollup_consume_place set main_fen = main_fen - 100, amount_fen = amount_fen - 100 where ctid =
       (select ctid from rollup_consume_place where business_date between $1 and $2 and main_fen > 100 order by business_date limit 1)`,
    days,
  );
  for (const path of ['consume_summary', 'device_consume_summary', 'consume']) {
    const { check } = await query('platform', `/admin/platform/${path}`);
    expect([path, check?.ok]).toEqual([path, false]);
  }
});
