/** Proof and month close over HTTP: what is found, what hinders a close, what is kept of it, and what comes after. */
import { setTimeout as wait } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestApp } from '../../../tests/support/server.ts';
import { dateAt, isoAt } from '../../kit/server/clock.ts';
import { demoPassword } from '../identity/public.server.ts';
import { firstDayAfterMonth, runInvariants } from '../wallet/public.server.ts';
import { checkInvariants } from '../wallet/testing.ts';
import { runCheck } from './check/ledger-check.ts';
import type { LateRecords, LedgerCheckState, MonthCloseState, MonthTotals } from './closing-state.ts';
import { monthSearch } from './month/month-lines.ts';

const area = '/admin/organization';
let app: TestApp;
let token: string;
let organizationId: number;
/** The demo's last month, `YYYY-MM`. */
let month: string;
/** What the close says of terminals while one of the demo's keeps records back. */
let waiting: string;

beforeAll(async () => {
  app = await startTestServer();
  month = dateAt(app.clock.now()).slice(0, 7);
  app.clock.set(Date.parse(`${firstDayAfterMonth(`${month}-01`)}T09:00:00+08:00`) + 3 * 86_400_000);
  token = await app.login('school');
  const { rows } = await app.services.pool.query<{ id: number }>(
    `select id from organization where name = '青禾实验中学'`,
  );
  organizationId = rows[0]!.id;
  // What the demo leaves open is not this test's.
  waiting = stepOf(await closeState(month), 'devices').figure;
  // Every terminal has spoken since the month ended.
  await app.services.pool.query('update device_beat set offline_count = 0, last_beat_at = $1', [
    isoAt(app.clock.now()),
  ]);
  await app.services.pool.query('update device_day set waiting_count = 0, waiting_fen = 0');
  await app.services.deviceSequences.flush();
  await app.services.pool.query('update device_sequence set last_seq = coalesce(upper(seen) - 1, 0)');
  await app.services.pool.query(
    `update offline_trade set state = 'VOID', settled_at = received_at where state = 'SUSPENSE'`,
  );
});
afterAll(() => app?.stop());

const ask = async (page: string, verb: string, body: object = {}) =>
  (await app.post(`${area}/${page}`, verb, body, token)).body;
const checkState = async () => (await ask('ledger_check', 'state')).data as LedgerCheckState;
const closeState = async (of?: string) =>
  (await ask('month_close', 'state', of ? { month: of } : {})).data as MonthCloseState;
const stepOf = (state: MonthCloseState, key: string) => state.steps.find((s) => s.key === key)!;

async function check(): Promise<LedgerCheckState> {
  expect((await ask('ledger_check', 'check')).errorcode).toBe(0);
  for (;;) {
    const state = await checkState();
    if (!state.running) return state;
    await wait(100);
  }
}
/** The school's second administrator. */
const witness = { account: 'finance', password: demoPassword };
/** Closes a month with a witness, accepting what the demo leaves open: cash not handed over, papers on desks. */
async function close(of: string) {
  const seen = await closeState(of);
  for (const step of seen.steps.filter((s) => !s.ok && (s.key === 'cash' || s.key === 'documents')))
    await ask('month_close', 'accept', { month: of, step: step.key, note: '演示数据，不处理' });
  const answer = await ask('month_close', 'close', {
    month: of,
    closingFen: seen.totals?.closingFen ?? 0,
    witness,
  });
  if (answer.errorcode !== 0) return answer;
  while ((await closeState()).running) await wait(100);
  return answer;
}
/** One fen too much in somebody's purse, as a slip of the hand in the database would make it. */
const slip = (fen: number) =>
  app.services.pool.query(
    `update wallet set balance_fen = balance_fen + $2 where organization_id = $1 and id = (
       select min(id) from wallet where organization_id = $1 and kind = 'MAIN')`,
    [organizationId, fen],
  );

/** A day of the month whose totals say more than its lines. */
const mistotal = (fen: number) =>
  app.services.pool.query(
    `update rollup_account_day set in_fen = in_fen + $2 where ctid = (
       select ctid from rollup_account_day where organization_id = $1 and account = 'wallet:MAIN'
         and to_char(business_date, 'YYYY-MM') = $3 and posting_kind = 'DEPOSIT' order by business_date, lane limit 1)`,
    [organizationId, fen, month],
  );

describe('the proof', () => {
  test('one at a time, kept with who asked, all rules in words', async () => {
    const before = await checkState();
    expect(before.last).toBeNull();
    const [a, b] = await Promise.all([ask('ledger_check', 'check'), ask('ledger_check', 'check')]);
    expect(a.data).toEqual(b.data);
    const state = await check();
    expect(state.last).toMatchObject({ breakCount: 0 });
    expect(state.last!.postingCount).toBeGreaterThan(100);
    // I1–I13 of the ledger, M1–M5 of meals.
    expect(state.rules).toHaveLength(18);
    expect(state.rules.every((r) => r.breaks.length === 0 && r.title && r.meaning)).toBe(true);
    expect(state.scope.wallets).toBeGreaterThan(0);
    expect(state.runs[0]!.by).not.toBe('');
  });

  test('a check that ends while the page is read is shown: it is under way, or its result is there', async () => {
    const { services } = app;
    const before = (await checkState()).runs.length;
    const id = await services.ids.next();
    await services.pool.query(
      `insert into ledger_check (organization_id, id, status, asked_by, asked_name, asked_at)
       values ($1, $2, 'QUEUED', 1, '试', $3)`,
      [organizationId, id, isoAt(app.clock.now())],
    );
    let ended: Promise<void> | undefined;
    // The moment before the page reads which check is under way, the check ends.
    const meddle = (client: PoolClient) => {
      const query = client.query.bind(client) as (...given: unknown[]) => unknown;
      const meddled = async (...given: unknown[]) => {
        if (!ended && String(given[0]).includes('from ledger_check where')) {
          ended = runCheck(services, { organizationId, id }, true);
          await ended;
        }
        return query(...given);
      };
      client.query = meddled as PoolClient['query'];
    };
    services.pool.on('acquire', meddle);
    try {
      const state = await checkState();
      expect(ended).toBeDefined();
      expect(state.running).toBeNull();
      expect(state.runs).toHaveLength(before + 1);
    } finally {
      services.pool.off('acquire', meddle);
    }
  });

  test('a check of one organization does not wait for that of another', async () => {
    const client = await app.services.pool.connect();
    try {
      const id = await app.services.ids.next();
      await app.services.pool.query(
        `insert into ledger_check (organization_id, id, status, asked_by, asked_name, asked_at)
         values ($1, $2, 'QUEUED', 1, '试', $3)`,
        [organizationId, id, isoAt(app.clock.now())],
      );
      await client.query('begin');
      await client.query('select 1 from ledger_check where organization_id = $1 for update', [organizationId]);
      await ask('ledger_check', 'check');
      const company = await app.login('company');
      const other = async (verb: string) => (await app.post(`${area}/ledger_check`, verb, {}, company)).body.data;
      await other('check');
      await expect
        .poll(async () => ((await other('state')) as LedgerCheckState).last?.breakCount, { timeout: 20_000 })
        .toBe(0);
      expect((await checkState()).running).toBeTruthy();
    } finally {
      await client.query('rollback');
      client.release();
    }
    while ((await checkState()).running) await wait(100);
  });

  test('a check has its bound: a rule that does not end is named, and nothing is kept of the run', async () => {
    const { pool, clock, ids } = app.services;
    const runs = (await checkState()).runs.length;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('lock table posting_reversed in access exclusive mode');
      await expect(runInvariants({ pool, clock, ids }, organizationId, 300)).rejects.toThrow(/rule I\d+: .*timeout/);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect((await checkState()).runs.length).toBe(runs);
    // What a clerk asks for has one too, and never goes through a year row by row.
    const bounds: { ms: number; rowByRow: string }[] = [];
    const meddle = (asked: PoolClient) => {
      const query = asked.query.bind(asked) as (...given: unknown[]) => Promise<{ rows: never[] }>;
      const meddled = async (...given: unknown[]) => {
        if (String(given[0]).includes("select 'I"))
          bounds.push(
            ...(
              await query(`select current_setting('enable_nestloop') as "rowByRow",
               (select setting::int from pg_settings where name = 'statement_timeout') as ms`)
            ).rows,
          );
        return query(...given);
      };
      asked.query = meddled as PoolClient['query'];
    };
    pool.on('acquire', meddle);
    try {
      await check();
    } finally {
      pool.off('acquire', meddle);
    }
    expect(bounds).not.toEqual([]);
    expect(bounds.filter(({ ms, rowByRow }) => !(ms > 0 && ms <= 300_000 && rowByRow === 'off'))).toEqual([]);
  });

  test('a break names the person, stands on the work list and hinders the close', async () => {
    await slip(1);
    const state = await check();
    expect(state.last!.breakCount).toBe(1);
    const [rule] = state.rules.filter((r) => r.breaks.length > 0);
    expect(rule).toMatchObject({ title: '余额与流水一致' });
    expect(rule!.breaks[0]!.subject).toMatch(/的主账户 \d+$/);
    expect(rule!.breaks[0]!.found).toMatch(/^余额 [\d,.]+，流水合计 [\d,.]+，相差 0\.01$/);
    const home = (await ask('home', 'figures')).data as { work: { label: string; count: number; path: string }[] };
    expect(home.work).toContainEqual(
      expect.objectContaining({ label: '账目不平', count: 1, path: `${area}/ledger_check` }),
    );
    const [first = ''] = (await closeState()).open;
    expect(await close(first)).toMatchObject({ errorcode: 2900 });
    await slip(-1);
    expect((await check()).last!.breakCount).toBe(0);
  });

  test('a break that came after the last run still stops the close', async () => {
    const [first = ''] = (await closeState()).open;
    await app.services.pool.query(
      `update wallet set version = version + 1 where organization_id = $1 and id = (
         select min(id) from wallet where organization_id = $1 and kind = 'MAIN')`,
      [organizationId],
    );
    expect(await close(first)).toMatchObject({ errorcode: 0 });
    const state = await closeState();
    expect(state.closed).toEqual([]);
    expect(state.refused).toMatch(/账目核对发现 1 处不平/);
    await app.services.pool.query(
      `update wallet set version = version - 1 where organization_id = $1 and id = (
         select min(id) from wallet where organization_id = $1 and kind = 'MAIN')`,
      [organizationId],
    );
    await check();
  });
});

describe('the close', () => {
  test('every figure opens the lines it adds up', async () => {
    const { totals, days } = await closeState();
    for (const key of Object.keys(totals!) as (keyof MonthTotals)[]) {
      if (key === 'tradeCount') continue;
      const { data } = await ask('account_statement/detail', 'query', { search: monthSearch(key, days!) });
      const { sums } = data as { sums: { amountFen: number } };
      const sign = key === 'consumedFen' || key === 'paidOutFen' || key === 'takenBackFen' ? -1 : 1;
      expect([key, sign * sums.amountFen + 0]).toEqual([key, totals![key]]);
    }
  });

  test('records that wait on a terminal are told once, not as missing numbers too', () => {
    expect(waiting).toMatch(/（3 笔未上传）/);
    expect(waiting).toMatch(/（之后没有心跳）/);
    expect(waiting).not.toMatch(/缺号/);
  });

  let seq = 0;
  const suspend = async (fen: number) => {
    const at = `${month}-28T12:00:00+08:00`;
    seq += 1;
    await app.services.pool.query(
      `insert into offline_trade (organization_id, id, device_id, epoch, seq, mode, amount_fen, record, occurred_at,
         received_at, state, reason_code, reason)
       values ($1, $2, 1, 1, $3, 'AMOUNT', $4, '{}', $5, $5, 'SUSPENSE', 'CARD_LOST', '该卡已挂失，不能使用')`,
      [organizationId, seq, seq, fen, at],
    );
  };

  test('what lies in other months neither changes a month nor hinders it', async () => {
    const { pool, wallet, clock } = app.services;
    const seen = async () => {
      const { steps, totals } = await closeState(month);
      return { totals, steps: steps.filter((step) => step.key !== 'ledger') };
    };
    const before = await seen();
    const { rows } = await pool.query<{ id: number; device: number }>(
      `select w.person_id as id, (select d.id from device d where d.organization_id = $1 order by id limit 1) as device
       from wallet w where w.organization_id = $1 and w.kind = 'MAIN' and w.status = 'ACTIVE' limit 1`,
      [organizationId],
    );
    const { id: personId, device } = rows[0]!;
    const now = isoAt(clock.now());
    const today = dateAt(clock.now());
    const granted = await wallet.submit({
      kind: 'SUBSIDY_GRANT',
      organizationId,
      requestKey: 'closing-other-month',
      personId,
      occurredAt: clock.now(),
      amountFen: 4_000,
      batchId: 987_654,
    });
    expect(granted).toHaveProperty('posted');
    const others = [now, `${month}-01T03:59:00+08:00`];
    for (const [i, at] of others.entries())
      await pool.query(
        `insert into offline_trade (organization_id, id, device_id, epoch, seq, mode, amount_fen, record, occurred_at,
           received_at, state, reason_code, reason)
         values ($1, $2, $3, 8, $2, 'AMOUNT', 900, '{}', $4, $4, 'SUSPENSE', 'CARD_LOST', '该卡已挂失，不能使用')`,
        [organizationId, 900 + i, device, at],
      );
    await pool.query(
      `insert into device_day (organization_id, device_id, day, beats, online_seconds, first_beat_at, last_beat_at,
         taken_count, taken_fen, waiting_count, waiting_fen) values ($1, $2, $3, 1, 0, $4, $4, 6, 5400, 6, 5400)`,
      [organizationId, device, today, now],
    );
    await pool.query(
      `insert into correction (organization_id, id, correct_no, trade_id, person_id, kind, amount_fen, source, reason,
         maker_name, status, created_at) values ($1, 1, 'other', 1, $2, 'FULL_REVERSE', 100, 'STAFF', '试', '试',
         'PENDING_AUDIT', $3)`,
      [organizationId, personId, now],
    );
    await pool.query(
      `insert into manual_charge (organization_id, id, batch_no, kind, meal_period_id, dining_date, restaurant_id, way,
         allow_arrears, reason, total_count, total_fen, maker_id, maker_name, status, created_at)
       select $1, 1, 'other', 'ORDER', m.id, $2, r.id, 'RULE', false, 'OTHER', 1, 100, 1, '试', 'SUBMITTED', $3
       from meal_period m join restaurant r on r.organization_id = m.organization_id where m.organization_id = $1 limit 1`,
      [organizationId, today, now],
    );
    await pool.query(
      `insert into refund_order (organization_id, id, refund_no, apply_no, apply_key, person_id, amount_fen, way, channel,
         reason, hold_id, maker_id, maker_name, at, status)
       values ($1, 1, 'other', 'other', 'other', $2, 100, 'CASH', 'CASH', '试', 1, 1, '试', $3, 'APPLIED')`,
      [organizationId, personId, now],
    );
    await pool.query(
      `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, period, grant_on, choice, maker_name,
         status, created_at, updated_at) values ($1, 1, 'other', '试', 'GRANT', 'MANUAL', 'other', $2, '{}', '试', 'SUBMITTED', $3, $3)`,
      [organizationId, today, now],
    );
    const deposit = async (occurredAt: number) =>
      expect(
        await wallet.submit({
          kind: 'DEPOSIT',
          organizationId,
          requestKey: `closing-drawer-${occurredAt}`,
          personId,
          occurredAt,
          amountFen: 100,
          operatorId: 1,
        }),
      ).toHaveProperty('posted');
    await deposit(clock.now());
    expect(await seen()).toEqual(before);
    // Each of them hinders its own month.
    const figure = async (step: string) => stepOf(await closeState(month), step).figure;
    const papers = [await figure('documents')];
    for (const [table, column, at] of [
      ['manual_charge', 'created_at', `${month}-15T12:00:00+08:00`],
      ['refund_order', 'at', `${month}-15T12:00:00+08:00`],
      ['subsidy_batch', 'grant_on', `${month}-15`],
    ]) {
      await pool.query(`update ${table} set ${column} = $2 where organization_id = $1 and id = 1`, [
        organizationId,
        at,
      ]);
      papers.push(await figure('documents'));
    }
    expect(new Set(papers).size).toBe(4);
    for (const table of ['manual_charge', 'refund_order', 'subsidy_batch'])
      await pool.query(`delete from ${table} where organization_id = $1 and id = 1`, [organizationId]);
    await pool.query('delete from correction where id = 1');
    await pool.query('delete from offline_trade where id in (900, 901)');
    await pool.query('delete from device_day where waiting_count = 6');
  });

  test('bad input, months not over, a balance that moved', async () => {
    for (const wrong of ['2026-13', '2026', '0000-01', '9999-12', 7, undefined])
      expect(await ask('month_close', 'close', { month: wrong, closingFen: 0, witness })).toMatchObject({
        errorcode: 1100,
      });
    const now = dateAt(app.clock.now()).slice(0, 7);
    expect(await ask('month_close', 'close', { month: now, closingFen: 0, witness })).toMatchObject({
      errorcode: 2072,
    });
    const state = await closeState();
    expect(stepOf(state, 'cash')).toMatchObject({
      ok: false,
      figure: expect.stringMatching(/位操作员共 \d+ 个营业日未交班/),
    });
    const [first = ''] = state.open;
    expect(await ask('month_close', 'close', { month: first, closingFen: -1, witness })).toMatchObject({
      errorcode: 2901,
    });
    expect(await ask('month_close', 'close', { month: '2019-01', closingFen: 0, witness })).toMatchObject({
      errorcode: 2903,
    });
  });

  test('an open record is worked off or accepted; the note lapses when the figure changes; hard steps take none', async () => {
    await suspend(500);
    let state = await closeState(month);
    expect(stepOf(state, 'suspense')).toMatchObject({ ok: false, figure: '待处理 1 笔，5.00 元' });
    const accept = (step: string, note: string) => ask('month_close', 'accept', { month, step, note });
    expect(await accept('suspense', ' ')).toMatchObject({ errorcode: 1101 });
    expect(await accept('suspense', '设备被盗，记录无法确认')).toMatchObject({ errorcode: 0 });
    state = await closeState(month);
    expect(stepOf(state, 'suspense').note).toMatchObject({ text: '设备被盗，记录无法确认' });
    await suspend(700);
    expect(stepOf(await closeState(month), 'suspense').note).toBeNull();
    await mistotal(1);
    expect(await accept('balances', '就这样吧')).toMatchObject({ errorcode: 2904 });
    await mistotal(-1);
    expect(await accept('suspense', '两笔都属实，下月处理')).toMatchObject({ errorcode: 0 });
  });

  test('is signed by two: nobody closes a month alone, or with somebody of elsewhere', async () => {
    const { open, totals } = await closeState();
    const order = { month: open[0], closingFen: totals!.closingFen };
    const closing = (more: object) => ask('month_close', 'close', { ...order, ...more });
    expect(await closing({})).toMatchObject({ errorcode: 1020 });
    expect(await closing({ witness: { account: 'school', password: demoPassword } })).toMatchObject({
      errorcode: 1021,
    });
    expect(await closing({ witness: { ...witness, password: 'guessed-1' } })).toMatchObject({ errorcode: 1400 });
    expect(await closing({ witness: { ...witness, account: 'finance2' } })).toMatchObject({ errorcode: 1423 });
    expect((await closeState()).open).toEqual(open);
    expect((await closeState()).running).toBeNull();
  });

  test('months close in order, sealed, with totals and notes; late records keep both dates', async () => {
    const { open } = await closeState();
    for (const earlier of open.filter((m) => m < month)) expect(await close(earlier)).toMatchObject({ errorcode: 0 });
    const { totals } = await closeState(month);
    const sum =
      totals!.openingFen + totals!.incomingFen + totals!.grantedFen - totals!.consumedFen - totals!.paidOutFen;
    expect(sum - totals!.takenBackFen + totals!.otherFen).toBe(totals!.closingFen);
    expect(await close(month)).toMatchObject({ errorcode: 0 });
    const state = await closeState();
    expect(state.refused).toBeNull();
    expect(state.closed[0]).toMatchObject({ month, closingFen: totals!.closingFen, witnessedBy: '何会计' });
    expect(state.closed[0]!.closedBy).not.toBe('何会计');
    const { rows: log } = await app.services.pool.query<{ changes: unknown }>(
      `select changes from system_log where action = '月结' and target_name like $1 order by id desc limit 1`,
      [`${month}%`],
    );
    expect(log.map((line) => line.changes)).toEqual([[expect.objectContaining({ after: '何会计（finance）' })]]);
    expect(state.closed[0]!.chain).toMatch(/^[0-9a-f]{16}$/);
    expect(state.closed[0]!.notes[0]).toMatchObject({ text: '两笔都属实，下月处理' });
    expect((await ask('month_close', 'verify_seals')).data).toMatchObject({ broken: 0, days: state.seal.days });
    expect(await ask('month_close', 'close', { month, closingFen: 0, witness })).toMatchObject({ errorcode: 2070 });

    const { rows } = await app.services.pool.query<{ id: number }>(
      `select person_id as id from wallet where organization_id = $1 and kind = 'MAIN' and status = 'ACTIVE' limit 1`,
      [organizationId],
    );
    const late = await app.services.wallet.submit({
      kind: 'DEPOSIT',
      organizationId,
      requestKey: 'closing-late',
      personId: rows[0]!.id,
      occurredAt: Date.parse(`${month}-28T12:00:00+08:00`),
      amountFen: 100,
    });
    expect(late).toMatchObject({
      posted: { late: true, occurredDate: `${month}-28`, businessDate: firstDayAfterMonth(`${month}-01`) },
    });
    expect((await closeState(month)).closed[0]!.closingFen).toBe(totals!.closingFen);

    expect(state.closed[0]!.lateCount).toBe(0);
    const back = await app.services.wallet.submit({
      kind: 'REVERSE',
      organizationId,
      requestKey: 'closing-late-back',
      personId: rows[0]!.id,
      occurredAt: Date.parse(`${month}-29T12:00:00+08:00`),
      originalPostingId: (late as { posted: { postingId: number } }).posted.postingId,
      amountFen: 30,
      reason: '录错',
      operatorId: 1,
    });
    expect(back).toMatchObject({ posted: { late: true } });
    const closedNow = (await closeState()).closed;
    expect(closedNow[0]).toMatchObject({ month, lateCount: 2 });
    expect(closedNow.slice(1).every((m) => m.lateCount === 0)).toBe(true);
    const shown = (await ask('month_close', 'late', { month })).data as LateRecords;
    const bookedOn = firstDayAfterMonth(`${month}-01`);
    expect(shown).toMatchObject({ month, count: 2, netFen: 70 });
    expect(shown.rows.map((r) => [r.what, r.netFen, r.occurredDate, r.businessDate, r.detail])).toEqual([
      ['现金存款退回', -30, `${month}-29`, bookedOn, '录错'],
      ['现金存款', 100, `${month}-28`, bookedOn, ''],
    ]);
    expect(shown.rows[1]!.occurredAt).toContain(`${month}-28T12:00:00`);
    const later = await closeState(bookedOn.slice(0, 7));
    expect(later.totals!.openingFen).toBe(totals!.closingFen);
    expect(await ask('month_close', 'late', { month, page: 0 })).toMatchObject({ errorcode: 1100 });
    const others = (await app.post(`${area}/month_close`, 'late', { month }, await app.login('company'))).body;
    expect(others.data).toMatchObject({ count: 0, netFen: 0, rows: [] });
  });

  test('the papers are an archive of workbooks; other organizations see nothing of it', async () => {
    const pack = await fetch(`${app.origin}/api${area}/month_close/pack`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ month }),
    });
    const bytes = Buffer.from(await pack.arrayBuffer());
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    for (const name of ['1 月结', '2 每日余额汇总', '3 对账单', '4 每日消费汇总'])
      expect(bytes.includes(Buffer.from(`${name}.xlsx`))).toBe(true);
    const other = await app.login('company');
    const seen = (await app.post(`${area}/month_close`, 'state', {}, other)).body.data as MonthCloseState;
    expect(seen.closed).toEqual([]);
    expect(await checkInvariants(app.services.pool)).toEqual([]);
    expect(app.errors).toEqual([]);
  });
});
