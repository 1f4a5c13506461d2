/** Single grants, returns, refunds, clearing with carry-over, restoring, and the verification sheet over random lives. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../kit/server/refusal.ts';
import { accountStatement, type ConsumeRequest, closeMonth, firstDayAfterMonth } from '../wallet/public.server.ts';
import { checkInvariants, freezePurses, lotTotals, pursesOf } from '../wallet/testing.ts';
import { openClearRun } from './clearing/open-run.ts';
import { runClear } from './clearing/run-clear.ts';
import { approveReturn } from './lots/decide-return.ts';
import { grants } from './pages/recharge.page.ts';
import { verifySummary } from './pages/verify-summary.page.ts';
import { daily } from './schedule.ts';
import { area, batchPage, organizationId, type SubsidyBench, subsidyBench } from './testing.ts';
import { subsidyBounds, subsidyUseOf } from './use-limits.ts';

interface Made {
  id: number;
}
interface Listed {
  rows: (Record<string, unknown> & { id: number })[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}

let bench: SubsidyBench;
const single = `${area}/subsidy/recharge`;
const returns = `${area}/return_subsidy`;
const refunds = `${area}/subsidy/refund`;
const clears = `${area}/subsidy/clear_detail`;
const runs = `${area}/subsidy/clear`;
const sheet = `${area}/subsidy/verify_summary`;
const detail = `${area}/subsidy/detail`;
const rulePage = `${area}/subsidy/configure`;
beforeAll(async () => {
  bench = await subsidyBench();
});
afterEach(async () => {
  expect(await checkInvariants(bench.database.pool)).toEqual([]);
});
afterAll(() => bench?.close());

let serial = 0;
/** A lunch of a fixed amount, keyed at the counter. */
function eat(personId: number, amountFen: number, more: Partial<ConsumeRequest> = {}): ConsumeRequest {
  serial += 1;
  return {
    kind: 'CONSUME',
    organizationId,
    requestKey: `test:${serial}`,
    personId,
    occurredAt: bench.clock.now(),
    place: {
      restaurantId: 0,
      deploySiteId: 0,
      deviceId: 0,
      mealPeriodId: 0,
      departmentId: 0,
      personTypeId: bench.staff,
      mode: 'AMOUNT',
      identify: 'CARD',
    },
    meaning: String(amountFen),
    price: () => ({ originFen: amountFen, discountFen: 0, amountFen }),
    ...more,
  };
}
const spend = async (personId: number, amountFen: number, more?: Partial<ConsumeRequest>) => {
  const outcome = await bench.services.wallet.submit(eat(personId, amountFen, more));
  return isRefusal(outcome) ? null : outcome.posted;
};
const list = (path: string, search: object = {}) => bench.clerk.call<Listed>(path, 'query', { search, size: 100 });
const lotOf = async (personId: number, batchId: number) =>
  (await pursesOf(bench.services.db, organizationId, personId)).find((p) => p.batchId === batchId);
const rule = async (name: string, more: object = {}) =>
  (
    await bench.clerk.call<Made>(rulePage, 'create', {
      name,
      typeAmounts: [{ typeId: bench.staff, amountFen: 10_000 }],
      basis: 'FIXED',
      cycle: 'MONTH',
      monthDay: '1',
      clearAt: 'MONTH',
      carryOver: 'CLEAR',
      ...more,
    })
  ).id;
/** A batch granted to everybody of a department. */
const granted = async (departmentId: number, values: object) => {
  const { id } = await bench.clerk.call<Made>(batchPage, 'create', {
    kind: 'GRANT',
    mode: 'MANUAL',
    departmentIds: [departmentId],
    ...values,
  });
  await bench.work();
  const batch = await bench.clerk.call<{ totalCount: number; totalFen: number }>(batchPage, 'get', {
    id,
  });
  await bench.clerk.call(batchPage, 'submit', { id, controlCount: batch.totalCount, controlFen: batch.totalFen });
  await bench.second.call(batchPage, 'approve', { id });
  await bench.work();
  return id;
};

describe('one person', () => {
  it('gets a small grant at once and once, a large one after a second person', async () => {
    const [personId = 0] = await bench.people(1, 'A', bench.staff);
    const values = { personId, amountFen: 5_000, expiresOn: '2026-11-30', reason: '加班餐补' };
    const first = await bench.clerk.call<Made>(single, 'create', values, 'form-0000-1');
    const second = await bench.clerk.call<Made>(single, 'create', values, 'form-0000-1');
    expect(second.id).toBe(first.id);
    expect(await list(single)).toMatchObject({
      total: 1,
      rows: [{ personName: 'A员1', amountFen: 5_000, remainingFen: 5_000, usedFen: 0, status: 'ACTIVE' }],
    });
    const large = await bench.clerk.call<Made>(single, 'create', { ...values, amountFen: 50_001 });
    expect((await list(single, { status: 'PENDING' })).rows.map((row) => row.id)).toEqual([large.id]);
    expect(await bench.clerk.ask(single, 'approve', { id: large.id })).toMatchObject({ code: 'NOT_NOW' });
    expect(await bench.second.call(single, 'outcome', { action: 'approve', id: large.id })).toMatchObject({
      lines: expect.arrayContaining([['补贴账户', '50.00 → 550.01 元']]),
      amountFen: 50_001,
    });
    await bench.second.call(single, 'approve', { id: large.id });
    bench.waiting.length = 0;
    expect(await bench.clerk.call(single, 'get', { id: large.id })).toMatchObject({
      status: 'ACTIVE',
      remainingFen: 50_001,
      checkerName: '老审',
    });
    const other = await bench.clerk.call<Made>(single, 'create', { ...values, amountFen: 60_000 });
    await bench.second.call(single, 'reject', { id: other.id, reason: '金额过大' });
    expect(await bench.clerk.call(single, 'get', { id: other.id })).toMatchObject({ status: 'VOID', remainingFen: 0 });
    expect(await bench.clerk.ask(single, 'create', { ...values, expiresOn: '2026-11-19' })).toMatchObject({
      code: 'SUBSIDY_GRANT_DAY_PAST',
    });
    expect(await bench.stranger.ask(single, 'create', values)).toMatchObject({ code: 'INVALID_FIELDS' });

    const freeze = (frozen: boolean) =>
      inTransaction(bench.database.pool, (tx) => freezePurses(tx, organizationId, [personId], frozen));
    await freeze(true);
    expect((await list(single, { status: 'FROZEN' })).rows.map((row) => row.id)).toContain(first.id);
    expect(await bench.clerk.call(single, 'get', { id: first.id })).toMatchObject({ status: 'FROZEN' });
    expect(await spend(personId, 1_200)).toBeNull();
    await freeze(false);
    expect(await bench.clerk.call(single, 'get', { id: first.id })).toMatchObject({ status: 'ACTIVE' });

    await spend(personId, 1_200);
    await bench.clerk.call(single, 'return', { id: first.id, returnFen: 800, reason: '多发' });
    expect(await bench.clerk.call(single, 'get', { id: first.id })).toMatchObject({
      usedFen: 1_200,
      returnedFen: 800,
      remainingFen: 3_000,
    });
    // As the ten seconds after granting offer it: all that is left.
    const { key, values: asked } = grants.form!.undo!;
    await bench.clerk.call(single, key, { id: first.id, ...asked });
    expect(await bench.clerk.call(single, 'get', { id: first.id })).toMatchObject({
      status: 'RETURNED',
      remainingFen: 0,
    });
    expect(await bench.clerk.ask(single, 'return', { id: first.id, returnFen: null, reason: '再收' })).toMatchObject({
      code: 'NOT_NOW',
    });
  });

  it('stands at night in the books of the evening, granted and taken back alike', async () => {
    const at = bench.clock.now();
    const departmentId = await bench.department('夜班');
    const [personId = 0] = await bench.people(1, 'Y', bench.staff, departmentId);
    bench.clock.set(Date.parse('2026-11-21T01:30:00+08:00'));
    const values = { personId, amountFen: 100, expiresOn: '2026-11-20', reason: '夜班餐补' };
    const { id } = await bench.clerk.call<Made>(single, 'create', values);
    const batchId = await granted(departmentId, { amountFen: 700, expiresOn: '2026-11-20' });
    expect(await spend(personId, 100)).toMatchObject({ businessDate: '2026-11-20' });
    const lot = await lotOf(personId, batchId);
    await bench.clerk.call(returns, 'create', { itemId: lot?.walletId, amountFen: 700, reason: '发错' });
    const { rows } = await bench.database.pool.query(
      `select distinct kind, business_date as day from posting where person_id = $1 order by kind`,
      [personId],
    );
    expect(rows).toEqual(['CONSUME', 'SUBSIDY_GRANT', 'SUBSIDY_RETURN'].map((kind) => ({ kind, day: '2026-11-20' })));
    const { rows: papers } = await bench.database.pool.query(
      `select distinct b.grant_on as day from subsidy_batch b join subsidy_item i on i.batch_id = b.id where i.id = $1 or b.id = $2`,
      [id, batchId],
    );
    expect(papers).toEqual([{ day: '2026-11-20' }]);
    bench.clock.set(at);
  });
});

describe('returns', () => {
  it('never go below zero, can be taken back, and come in batches from leavers and spreadsheets', async () => {
    const department = await bench.department('退补贴部');
    const [one = 0, two = 0, three = 0] = await bench.people(3, 'R', bench.staff, department);
    const id = await granted(department, { amountFen: 3_000, expiresOn: '2026-12-31' });
    const options = await bench.clerk.call<{ id: number; name: string }[]>(returns, 'options', { keyword: 'R员1' });
    expect(options.map((o) => o.name)).toEqual(['R员1 R1（30.00）']);
    const itemId = options[0]!.id;
    expect(await bench.clerk.ask(returns, 'create', { itemId, amountFen: 3_001, reason: '错发' })).toMatchObject({
      code: 'OVER_LOT',
    });
    const made = await bench.clerk.call<Made>(
      returns,
      'create',
      { itemId, amountFen: 1_000, reason: '错发' },
      'form-0000-2',
    );
    expect((await lotOf(one, id))?.balanceFen).toBe(2_000);
    expect(
      (await bench.clerk.call<Made>(returns, 'create', { itemId, amountFen: 1_000, reason: '错发' }, 'form-0000-2')).id,
    ).toBe(made.id);
    const told = await bench.clerk.call<{ lines: string[][]; amountFen: number }>(returns, 'outcome', {
      action: 'reverse',
      id: made.id,
    });
    expect(told.amountFen).toBeGreaterThan(0);
    expect(told.lines.map(([label]) => label)).toEqual(['人员', '退补贴单', '补贴账户', '入账后']);
    await bench.clerk.call(returns, 'reverse', { id: made.id, reason: '没有错' });
    expect((await lotOf(one, id))?.balanceFen).toBe(3_000);
    expect(await bench.clerk.ask(returns, 'reverse', { id: made.id, reason: '再来' })).toMatchObject({
      code: 'NOT_NOW',
    });
    expect(await bench.stranger.ask(returns, 'create', { itemId, reason: '偷' })).toMatchObject({
      code: 'INVALID_FIELDS',
    });

    // By a spreadsheet, part and whole; and by who is leaving.
    const fileKey = await bench.upload([
      ['工号', '金额'],
      ['R1', '12.00'],
      ['R2', ''],
      ['R3', '99'],
    ]);
    const approve = async (batch: number, totalCount: number, totalFen: number) => {
      await bench.clerk.call(batchPage, 'submit', { id: batch, controlCount: totalCount, controlFen: totalFen });
      await bench.second.call(batchPage, 'approve', { id: batch });
      await bench.work();
    };
    const back = await bench.clerk.call<Made>(batchPage, 'create', {
      kind: 'RETURN',
      mode: 'IMPORT',
      fileKey,
      reason: '调岗收回',
    });
    await bench.work();
    await approve(back.id, 2, 1_200 + 3_000);
    expect((await lotOf(one, id))?.balanceFen).toBe(1_800);
    expect((await lotOf(two, id))?.balanceFen).toBe(0);
    await bench.database.pool.query(`update person set status = 'CLOSING' where id = $1`, [three]);
    const leavers = await bench.clerk.call<Made>(batchPage, 'create', {
      kind: 'RETURN',
      mode: 'MANUAL',
      scope: 'LEAVERS',
      reason: '离职收回',
    });
    await bench.work();
    await approve(leavers.id, 1, 3_000);
    expect(await list(returns, { batchId: id })).toMatchObject({
      total: 4,
      sums: { amountFen: 1_000 + 1_200 + 3_000 + 3_000 },
    });
    expect(await list(sheet, { batchId: id })).toMatchObject({
      rows: [{ grantedFen: 9_000, usedFen: 0, returnedFen: 7_200, remainingFen: 1_800 }],
      check: { ok: true },
    });
  });
});

describe('refunds', () => {
  it('give subsidy back to its lot when the meal is undone', async () => {
    const department = await bench.department('退款部');
    const [personId = 0] = await bench.people(1, 'F', bench.staff, department);
    const id = await granted(department, { amountFen: 2_000, expiresOn: '2026-11-30' });
    const trade = await spend(personId, 1_500);
    const choices = await bench.clerk.call<{ id: number }[]>(refunds, 'options', { keyword: 'F员1' });
    expect(choices.map((c) => c.id)).toEqual([trade!.postingId]);
    await bench.clerk.call(refunds, 'create', { tradeId: trade!.postingId, refundFen: 500, reason: '少打一份菜' });
    expect(await list(refunds)).toMatchObject({ rows: [{ amountFen: 500, batchId: id, status: 'ACTIVE' }] });
    expect((await lotOf(personId, id))?.balanceFen).toBe(1_000);
    expect(
      await bench.clerk.ask(refunds, 'create', { tradeId: trade!.postingId, refundFen: 1_001, reason: '多退' }),
    ).toMatchObject({ code: 'OVER_REVERSED' });
    expect(await list(detail, { batchId: id })).toMatchObject({ total: 3, sums: { amountFen: 1_000 } });
    expect((await list(detail, { batchId: id, lineKind: ['USE', 'REFUND'] })).sums.amountFen).toBe(-1_000);
    // Without a filter, and by days alone, lines are counted by the day totals: the ledger itself says the same.
    const { rows: lines } = await bench.database.pool.query<{ id: number; day: string; fen: number }>(
      `select e.posting_id * 128 + e.line_no as id, e.business_date as day, e.amount_fen as fen from ledger_entry e
       join posting g on g.organization_id = e.organization_id and g.id = e.posting_id and g.business_date = e.business_date
       where e.organization_id = $1 and e.account = 'wallet:SUBSIDY' order by g.occurred_at desc, 1 desc`,
      [organizationId],
    );
    const days: (readonly [string | null, string | null] | undefined)[] = [
      undefined,
      [null, null],
      [lines[0]!.day, null],
      [null, lines.at(-1)!.day],
      ['2020-01-01', '2020-01-31'],
    ];
    for (const businessDate of days) {
      const [from, to] = businessDate ?? [null, null];
      const wanted = lines.filter((l) => (!from || l.day >= from) && (!to || l.day <= to));
      const shown = await list(detail, businessDate ? { businessDate } : {});
      expect(shown.total).toBe(wanted.length);
      expect(shown.rows.map((r) => r.id)).toEqual(wanted.slice(0, 100).map((l) => l.id));
      expect(shown.sums.amountFen).toBe(wanted.reduce((sum, l) => sum + l.fen, 0));
    }
    const row = lines[0]!;
    expect(await bench.clerk.call<Made>(detail, 'get', { id: row.id })).toMatchObject({
      id: row.id,
      amountFen: row.fen,
    });
    expect(await list(sheet, { batchId: id })).toMatchObject({
      rows: [{ usedFen: 1_000, remainingFen: 1_000, usedRate: 5_000 }],
    });
  });
});

describe('a return above 500 yuan', () => {
  it('waits for a second person; money spent meanwhile makes it wait on', async () => {
    const [rich = 0] = await bench.people(1, 'B', bench.staff);
    const grant = { personId: rich, amountFen: 90_000, expiresOn: '2026-12-31', reason: '年终' };
    const large = await bench.clerk.call<Made>(single, 'create', grant);
    await bench.second.call(single, 'approve', { id: large.id });
    bench.waiting.length = 0;
    const [lot] = await bench.clerk.call<{ id: number }[]>(returns, 'options', { keyword: 'B员1' });
    const asked = { itemId: lot!.id, amountFen: 50_001, reason: '多发' };
    const wait = await bench.clerk.call<Made>(returns, 'create', asked, 'form-0000-3');
    expect(await bench.clerk.call(returns, 'create', asked, 'form-0000-3')).toEqual(wait);
    const left = async () =>
      (await pursesOf(bench.services.db, organizationId, rich)).find((p) => p.walletId === lot!.id)?.balanceFen;
    expect([await left(), (await list(returns, { status: 'PENDING' })).rows.map((r) => [r.id, r.mine])]).toEqual([
      90_000,
      [[wait.id, true]],
    ]);
    expect(await bench.clerk.ask(returns, 'approve', { id: wait.id })).toMatchObject({ code: 'NOT_NOW' });
    expect(await approveReturn(bench.clerk.ctx(returns), wait.id)).toMatchObject({ code: 'NOT_NOW' });
    expect(await bench.stranger.ask(returns, 'approve', { id: wait.id })).toMatchObject({ code: 'NOT_FOUND' });
    const meal = await spend(rich, 45_000);
    expect(await bench.second.ask(returns, 'approve', { id: wait.id })).toMatchObject({ code: 'OVER_LOT' });
    await bench.services.wallet.submit({
      kind: 'REVERSE',
      organizationId,
      requestKey: 'test:meal-back',
      personId: rich,
      occurredAt: bench.clock.now(),
      originalPostingId: meal!.postingId,
    });
    const both = await Promise.all([
      bench.second.ask(returns, 'approve', { id: wait.id }),
      approveReturn(bench.second.ctx(returns, 'form-0000-4'), wait.id),
    ]);
    expect(both.filter((answer) => isRefusal(answer))).toHaveLength(1);
    expect(await left()).toBe(39_999);
    expect(await bench.clerk.call(returns, 'get', { id: wait.id })).toMatchObject({
      status: 'OK',
      checkerName: '老审',
    });
    // Pressed four times in one instant it is taken back once, and one alone is told so.
    const back = await Promise.all(
      [1, 2, 3, 4].map(() => bench.clerk.ask(returns, 'reverse', { id: wait.id, reason: '不收了' })),
    );
    expect(back.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    expect(await left()).toBe(90_000);
    const no = await bench.clerk.call<Made>(returns, 'create', { itemId: lot!.id, reason: '全收' });
    await bench.second.call(returns, 'reject', { id: no.id, reason: '已说明' });
    expect(await bench.clerk.call(returns, 'get', { id: no.id })).toMatchObject({
      status: 'REJECTED',
      amountFen: 90_000,
    });
    expect(await bench.second.ask(returns, 'approve', { id: no.id })).toMatchObject({ code: 'NOT_NOW' });
    expect(await left()).toBe(90_000);
  });
});

describe('the end of a term', () => {
  it('clears what is left, keeps up to the cap over all lots of a person, and gives back what was cleared wrongly', async () => {
    bench.clock.set(Date.parse('2026-11-25T09:00:00+08:00'));
    const department = await bench.department('清零部');
    const [rich = 0, poor = 0] = await bench.people(2, 'C', bench.staff, department);
    const capped = await rule('结转规则', { carryOver: 'CARRY_MAX', carryMaxFen: 3_000 });
    const first = await granted(department, { mode: 'RULE', ruleId: capped });
    const extra = await bench.clerk.call<Made>(single, 'create', {
      personId: rich,
      ruleId: capped,
      amountFen: 1_000,
      reason: '补差',
    });
    await spend(poor, 8_000);
    expect(await bench.clerk.ask(runs, 'create', { batchId: null, reason: '没有到期' })).toMatchObject({
      code: 'SUBSIDY_NOTHING_DUE',
    });
    bench.clock.set(Date.parse('2026-12-01T04:20:00+08:00'));
    expect(await spend(rich, 100)).toBeNull();
    expect(await bench.clerk.call(clears, 'notice', {})).toMatchObject({ text: expect.stringContaining('已到期未清') });
    expect(await bench.clerk.call(runs, 'preview', { batchId: null, reason: '到期' })).toMatchObject({
      notices: expect.arrayContaining([{ tone: 'info', text: '结转规则：2 人，清零 80.00 元，结转 50.00 元' }]),
    });
    await daily(bench.services);
    await bench.work();
    const cleared = await list(clears, { ruleId: capped });
    expect(cleared).toMatchObject({
      total: 3,
      sums: { beforeFen: 13_000, clearedFen: 8_000, carriedFen: 5_000 },
      check: { ok: true, text: '清零前 130.00 = 清零额 80.00 + 结转额 50.00' },
    });
    const { rows: kept } = await bench.database.pool.query<{
      id: number;
      status: string;
      posted_fen: number;
      expires_on: string;
    }>(`select id, status, posted_fen, expires_on from subsidy_batch where mode = 'CARRY' and rule_id = $1`, [capped]);
    expect(kept).toMatchObject([{ status: 'GRANTED', posted_fen: 5_000, expires_on: '2026-12-31' }]);
    expect((await lotOf(rich, kept[0]!.id))?.balanceFen).toBe(3_000);
    expect((await lotOf(poor, kept[0]!.id))?.balanceFen).toBe(2_000);
    expect(await bench.clerk.call(batchPage, 'get', { id: first })).toMatchObject({ status: 'EXPIRED' });
    expect(await bench.clerk.call(single, 'get', { id: extra.id })).toMatchObject({ status: 'CLEARED' });

    // Given back after the end: as a new lot with a new last day.
    const wrong = cleared.rows.find((row) => Number(row.clearedFen) > 1_000)!;
    expect(
      await bench.clerk.ask(clears, 'restore', { id: wrong.id, newExpiresOn: null, restoreWhy: '请假' }),
    ).toMatchObject({
      code: 'SUBSIDY_RESTORE_DATE',
    });
    await bench.clerk.call(clears, 'restore', { id: wrong.id, newExpiresOn: '2026-12-15', restoreWhy: '请假' });
    expect(
      await bench.clerk.ask(clears, 'restore', { id: wrong.id, newExpiresOn: '2026-12-15', restoreWhy: '请假' }),
    ).toMatchObject({
      code: 'NOT_NOW',
    });
    expect(await list(clears, { status: 'RESTORED' })).toMatchObject({
      total: 1,
      rows: [{ restoredFen: wrong.clearedFen }],
    });
    const kinds = (await list(detail, { keyword: 'C1' })).rows.map((row) => row.lineKind);
    expect(kinds).toEqual(expect.arrayContaining(['GRANT', 'CLEAR', 'CARRY', 'RESTORE']));
    expect(await list(sheet)).toMatchObject({ check: { ok: true } });
  });

  it('killed between clearing and carrying over, keeps each person’s cap once', async () => {
    bench.clock.set(Date.parse('2026-12-05T09:00:00+08:00'));
    const department = await bench.department('中断部');
    await bench.people(1_200, 'D', bench.staff, department);
    const capped = await rule('中断规则', { carryOver: 'CARRY_MAX', carryMaxFen: 4_000 });
    const id = await granted(department, { mode: 'RULE', ruleId: capped });
    bench.clock.set(Date.parse('2027-01-01T05:00:00+08:00'));
    const { services } = bench;
    const run = await openClearRun(services, {
      purse: 'SUBSIDY',
      organizationId,
      mode: 'AUTO',
      asOf: '2027-01-01',
      batchId: null,
      reason: '到期清零',
      makerId: null,
      makerName: '系统',
    });
    if (isRefusal(run)) throw new Error(run.code);
    expect(await bench.clerk.ask(runs, 'create', { batchId: null, reason: '再来' })).toMatchObject({
      code: 'SUBSIDY_CLEAR_RUNNING',
    });
    let calls = 0;
    const killed = {
      ...services,
      wallet: {
        ...services.wallet,
        submitMany: async (requests: Parameters<typeof services.wallet.submitMany>[0]) => {
          const outcomes = await services.wallet.submitMany(requests);
          calls += 1;
          if (calls === 2 || calls === 4) throw new Error('killed');
          return outcomes;
        },
      },
    };
    const signal = new AbortController().signal;
    await expect(runClear(killed, organizationId, run.id, signal)).rejects.toThrow('killed');
    await expect(runClear(killed, organizationId, run.id, signal)).rejects.toThrow('killed');
    await Promise.all([
      runClear(services, organizationId, run.id, signal),
      runClear(services, organizationId, run.id, signal),
    ]);
    const totals = await lotTotals(services.db, organizationId, [id]);
    expect(totals[0]).toMatchObject({ grantedFen: 12_000_000, clearedFen: 12_000_000, remainingFen: 0 });
    const { rows } = await bench.database.pool.query(
      `select count(*)::int as people, sum(w.balance_fen)::bigint as fen, max(w.balance_fen) as most,
              max(b.posted_fen) as header, max(b.posted_count) as lines
         from subsidy_batch b join wallet w on w.organization_id = b.organization_id and w.batch_id = b.id
        where b.mode = 'CARRY' and b.rule_id = $1`,
      [capped],
    );
    expect(rows[0]).toMatchObject({ people: 1_200, fen: 4_800_000, most: 4_000, header: 4_800_000, lines: 1_200 });
    expect(await bench.clerk.call(runs, 'get', { id: run.id })).toMatchObject({ status: 'DONE', failedCount: 0 });
  });

  it('clears one batch by hand before its end, whole, and puts it back into the same lot', async () => {
    const department = await bench.department('手工清零部');
    const [personId = 0] = await bench.people(1, 'H', bench.staff, department);
    const id = await granted(department, { amountFen: 700, expiresOn: '2027-06-30' });
    await bench.clerk.call(runs, 'create', { batchId: id, reason: '项目结束' });
    await bench.work();
    expect((await lotOf(personId, id))?.balanceFen).toBe(0);
    const { rows } = await list(clears, { batchId: id });
    const again = { id: rows[0]!.id, newExpiresOn: null, restoreWhy: '项目继续' };
    const restored = await Promise.all([1, 2, 3, 4].map(() => bench.clerk.ask(clears, 'restore', again)));
    expect(restored.filter((answer) => !isRefusal(answer))).toHaveLength(1);
    expect((await lotOf(personId, id))?.balanceFen).toBe(700);
    expect(await bench.stranger.ask(clears, 'restore', { id: rows[0]!.id, restoreWhy: '偷' })).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await bench.stranger.ask(runs, 'create', { batchId: id, reason: '偷' })).toMatchObject({
      fields: { batchId: expect.any(String) },
    });
  });

  it('by hand above 500 yuan waits for a second person, and takes what is left by then', async () => {
    const department = await bench.department('大额清零部');
    const [personId = 0] = await bench.people(1, 'G', bench.staff, department);
    const id = await granted(department, { amountFen: 60_000, expiresOn: '2027-06-30' });
    const ask = () => bench.clerk.ask<Made>(runs, 'create', { batchId: id, reason: '项目结束' });
    const first = await ask();
    expect((await list(runs, { status: 'SUBMITTED' })).rows).toMatchObject([
      // What is to be approved stands there before anything is cleared.
      { id: first.id, totalCount: 1, askedFen: 60_000, beforeFen: 0 },
    ]);
    expect(await ask()).toMatchObject({ code: 'SUBSIDY_CLEAR_WAITING' });
    const decide = (who: typeof bench.clerk, run: number, accept: boolean) =>
      who.ask(runs, accept ? 'approve' : 'reject', { id: run });
    expect(await decide(bench.clerk, first.id, true)).toMatchObject({ code: 'NOT_NOW' });
    expect(await decide(bench.stranger, first.id, true)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await decide(bench.clerk, first.id, false)).toBeNull();
    expect(await decide(bench.second, first.id, true)).toMatchObject({ code: 'NOT_NOW' });
    await bench.work();
    expect((await lotOf(personId, id))?.balanceFen).toBe(60_000);
    const second = await ask();
    await spend(personId, 1_000);
    expect(await bench.second.ask(runs, 'outcome', { action: 'approve', ids: [second.id], values: {} })).toMatchObject({
      amount: '590.00 元',
    });
    expect(await decide(bench.second, second.id, true)).toBeNull();
    await bench.work();
    expect((await lotOf(personId, id))?.balanceFen).toBe(0);
    expect((await list(clears, { batchId: id })).rows).toMatchObject([{ beforeFen: 59_000, clearedFen: 59_000 }]);
  });
});

/** Same numbers for the same seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

const figures = ['grantedFen', 'usedFen', 'clearedFen', 'returnedFen', 'remainingFen'] as const;

/** Each number of the sheet's rows against the lines it opens. */
async function drill(rows: Listed['rows']): Promise<void> {
  const { columns, ...all } = verifySummary.report!.drill!;
  for (const row of rows)
    for (const key of figures) {
      const search = Object.entries((columns?.[key] ?? all).search(row, {}));
      const asked = search.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0));
      const found = await list(detail, Object.fromEntries(asked));
      const sign = key === 'grantedFen' || key === 'remainingFen' ? 1 : -1;
      expect([row.groupName, key, sign * (found.sums.amountFen ?? 0) + 0]).toEqual([row.groupName, key, row[key]]);
    }
}

describe('the verification sheet', () => {
  it('holds for every batch and department after random grants, meals, refunds, returns, clearings and restorings', async () => {
    const random = randomOf(20_261);
    const departments = [await bench.department('核销一部'), await bench.department('核销二部')];
    const persons: number[] = [];
    for (const [i, department] of departments.entries())
      persons.push(...(await bench.people(6, `V${i}`, bench.staff, department)));
    const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
    const trades: { personId: number; id: number }[] = [];
    let day = Date.parse('2027-02-01T09:00:00+08:00');
    for (let step = 0; step < 100; step += 1) {
      bench.clock.set(day + step * 1_000);
      switch (random(9)) {
        case 0:
          await granted(pick(departments), {
            amountFen: 500 + random(4_000),
            expiresOn: new Date(day + random(12) * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10),
          });
          break;
        case 1:
        case 2:
        case 3: {
          const personId = pick(persons);
          // Some were eaten weeks before, and come from a terminal that was offline.
          const late = random(4) === 0 ? { occurredAt: bench.clock.now() - random(50) * 86_400_000 } : {};
          const posted = await spend(personId, 100 + random(1_500), late);
          if (posted) trades.push({ personId, id: posted.postingId });
          break;
        }
        case 4:
          if (trades.length > 0) {
            const trade = pick(trades);
            await bench.clerk.ask(refunds, 'create', {
              tradeId: trade.id,
              refundFen: random(2) === 0 ? null : 1 + random(800),
              reason: '随机',
            });
          }
          break;
        case 5:
        case 6: {
          const lots = await bench.clerk.call<{ id: number }[]>(returns, 'options', { keyword: 'V', size: 200 });
          if (lots.length > 0)
            await bench.clerk.ask(returns, 'create', {
              itemId: pick(lots).id,
              amountFen: random(2) === 0 ? null : 1 + random(900),
              reason: '随机',
            });
          break;
        }
        case 7: {
          day += 86_400_000 * (1 + random(5));
          bench.clock.set(day);
          await daily(bench.services);
          await bench.work();
          break;
        }
        default: {
          const done = await list(clears, { status: 'DONE' });
          const line = done.rows.find((row) => Number(row.clearedFen) > 0);
          if (line)
            await bench.clerk.ask(clears, 'restore', {
              id: line.id,
              newExpiresOn: new Date(day + 9 * 86_400_000).toISOString().slice(0, 10),
              restoreWhy: '随机',
            });
        }
      }
    }
    const byBatch = await list(sheet);
    expect(byBatch.check, byBatch.check?.text).toMatchObject({ ok: true });
    expect(byBatch.total).toBeGreaterThan(10);
    const byDepartment = await list(sheet, { group: 'department' });
    expect(byDepartment.check).toMatchObject({ ok: true });
    for (const key of figures) expect(byDepartment.sums[key], key).toBe(byBatch.sums[key]);
    // Against the wallet's own reading, and against the lines each number opens.
    const totals = await lotTotals(
      bench.services.db,
      organizationId,
      byBatch.rows.map((row) => row.id),
    );
    for (const row of byBatch.rows)
      expect(
        totals.find((t) => t.batchId === row.id),
        String(row.groupName),
      ).toMatchObject({
        grantedFen: row.grantedFen,
        usedFen: row.usedFen,
        clearedFen: row.clearedFen,
        returnedFen: row.returnedFen,
        remainingFen: row.remainingFen,
      });
    await drill(byBatch.rows.slice(0, 8));
    await drill(byDepartment.rows);
    const some = { grantOn: ['2027-02-01', '2027-02-12'], departmentId: [departments[0]] };
    await drill((await list(sheet, some)).rows.slice(0, 4));
    await drill((await list(sheet, { ...some, group: 'department' })).rows);
  }, 120_000);
});

describe('what terminals upload late', () => {
  const dayMs = 86_400_000;
  it('is in the sheet of the batch it was paid from, however long before the grant it was eaten', async () => {
    const department = await bench.department('补传部');
    const persons = await bench.people(3, 'LATE', bench.staff, department);
    const at = bench.clock.now();
    const id = await granted(department, { amountFen: 10_000, expiresOn: '2027-12-31' });
    for (const [i, days] of [3, 40, 75].entries())
      expect((await spend(persons[i]!, 1_000 + i, { occurredAt: at - days * dayMs }))?.split).toEqual({
        SUBSIDY: 1_000 + i,
      });
    const { rows, check } = await list(sheet, { batchId: [id], grantOn: null });
    expect(rows).toMatchObject([{ grantedFen: 30_000, usedFen: 3_003, remainingFen: 26_997 }]);
    expect(check?.ok).toBe(true);
    await drill(rows);
  });

  it('stays in the sheet when its month is closed, and is there of a batch that was made after the close', async () => {
    const department = await bench.department('月结部');
    const persons = await bench.people(2, 'SHUT', bench.staff, department);
    const at = Date.parse('2027-08-20T12:00:00+08:00');
    bench.clock.set(at);
    const first = await granted(department, { amountFen: 10_000, expiresOn: '2027-09-02' });
    await spend(persons[0]!, 10_000);
    await spend(persons[1]!, 1_300, { occurredAt: at - 40 * dayMs });
    const read = (...batchId: number[]) => list(sheet, { batchId, grantOn: null });
    const before = await read(first);
    expect(before.rows).toMatchObject([{ grantedFen: 20_000, usedFen: 11_300, remainingFen: 8_700 }]);
    bench.clock.set(Date.parse('2027-09-05T12:00:00+08:00'));
    for (let month = '2026-11-01'; month < '2027-09-01'; month = firstDayAfterMonth(month)) {
      const { services } = bench;
      expect(await closeMonth(services, { organizationId, month, operatorId: 1 })).toMatchObject({ month });
    }
    expect(await read(first)).toEqual(before);
    expect(before.check?.ok).toBe(true);
    await drill(before.rows);

    // The first open day takes what was eaten in the closed month, days before the batch was made.
    bench.clock.set(Date.parse('2027-09-05T13:00:00+08:00'));
    const second = await granted(department, { amountFen: 10_000, expiresOn: '2027-12-31' });
    const late = await spend(persons[0]!, 1_700, { occurredAt: at - 9 * dayMs });
    expect(late).toMatchObject({ occurredDate: '2027-08-11', businessDate: '2027-09-01', split: { SUBSIDY: 1_700 } });
    const after = await read(second);
    expect(after.rows).toMatchObject([{ grantedFen: 20_000, usedFen: 1_700, remainingFen: 18_300 }]);
    const both = await read(first, second);
    expect(both).toMatchObject({ rows: [...after.rows, ...before.rows], check: { ok: true } });
    await drill(both.rows);
    // All batches together used what 月结 says was used in all its months.
    const [purse] = await accountStatement(
      bench.services.db,
      { from: '2020-01-01', to: '2027-09-30' },
      { step: 'ALL', purse: 'SUBSIDY' },
    );
    const { sums } = await list(sheet, { grantOn: null });
    expect(sums.usedFen).toBe(purse!.consumeFen + purse!.supplementFen - purse!.correctedFen);
  });
});

describe('a rule with a most a day', () => {
  const dayMs = 24 * 3_600_000;
  it('gives that much of all its lots together, again when a meal is undone, and again the next day', async () => {
    const department = await bench.department('限用部');
    const [personId = 0] = await bench.people(1, 'DL', bench.staff, department);
    const ruleId = await rule('每日限用', { dayUseLimitFen: 1_000 });
    await granted(department, { mode: 'RULE', ruleId });
    await bench.clerk.call(single, 'create', { personId, ruleId, amountFen: 400, reason: '补差' });
    await bench.services.wallet.submit({
      kind: 'DEPOSIT',
      organizationId,
      requestKey: 'limit:deposit',
      personId,
      occurredAt: bench.clock.now(),
      amountFen: 5_000,
    });
    const use = await subsidyUseOf(bench.database.pool, organizationId, bench.clock.now());
    const bounds = subsidyBounds(use, { mealPeriodId: 0, deploySiteId: 0 });
    expect(bounds.ruleDayLimitsFen?.get(ruleId)).toBe(1_000);
    const first = await spend(personId, 700, bounds);
    expect(first?.split).toEqual({ SUBSIDY: 700 });
    // Sent together: each waits for the one before, so the day's most is kept.
    const [second, third] = await Promise.all([spend(personId, 700, bounds), spend(personId, 400, bounds)]);
    expect([second?.split, third?.split]).toEqual([{ SUBSIDY: 300, MAIN: 400 }, { MAIN: 400 }]);
    const { rows } = await bench.database.pool.query(
      `select rule_trace -> 'ruleDayUse' as used from trade where organization_id = $1 and id = $2`,
      [organizationId, second?.postingId],
    );
    expect(rows[0]?.used).toEqual([{ ruleId, limitFen: 1_000, usedFen: 700 }]);
    await bench.services.wallet.submit({
      kind: 'REVERSE',
      organizationId,
      requestKey: 'limit:undo',
      personId,
      occurredAt: bench.clock.now() + dayMs,
      originalPostingId: first!.postingId,
    });
    // Undone on the morrow, it counts on the day it was eaten: there are 700 left of that day, all of the next.
    expect((await spend(personId, 900, bounds))?.split).toEqual({ SUBSIDY: 700, MAIN: 200 });
    const morrow = { ...bounds, occurredAt: bench.clock.now() + dayMs };
    expect((await spend(personId, 1_300, morrow))?.split).toEqual({ SUBSIDY: 1_000, MAIN: 300 });
    expect((await spend(personId, 1_200))?.split).toEqual({ SUBSIDY: 1_200 });
  });
});
