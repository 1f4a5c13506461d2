/** Rules and batches over a real wallet: the check, two people, the run killed and resumed, retries, and what they refuse. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { envelopeOf, walkFlow } from '../../../tests/support/walk-flow.ts';
import { inTransaction } from '../../kit/server/jobs/in-transaction.ts';
import { closePurses, type Grants, openGrants, type Wallet } from '../wallet/public.server.ts';
import { checkInvariants, freezePurses, lotTotals, pursesOf } from '../wallet/testing.ts';
import { openDueBatches } from './batch/automatic.ts';
import { batchFlow } from './batch/batch-states.ts';
import { moveBatch } from './batch/change-batch.ts';
import { runSubsidyBatch } from './batch/run-batch.ts';
import { area, batchPage, organizationId, type SubsidyBench, subsidyBench } from './testing.ts';

interface Made {
  id: number;
}
interface Shown {
  batch: Record<string, unknown> & { status: string; totalCount: number; totalFen: number };
}
interface Listed {
  rows: Record<string, unknown>[];
  total: number;
  sums: Record<string, number>;
  check: { ok: boolean; text: string } | null;
}

let bench: SubsidyBench;
let rule: number;
const rulePage = `${area}/subsidy/configure`;
const ruleValues = (name: string, more: object = {}) => ({
  name,
  typeAmounts: [{ typeId: bench.staff, amountFen: 20_000 }],
  basis: 'FIXED',
  cycle: 'MONTH',
  monthDay: '1',
  clearAt: 'MONTH',
  carryOver: 'CLEAR',
  ...more,
});
beforeAll(async () => {
  bench = await subsidyBench();
  rule = (await bench.clerk.call<Made>(rulePage, 'create', ruleValues('教职工餐补'))).id;
});
afterEach(async () => {
  expect(await checkInvariants(bench.database.pool)).toEqual([]);
});
afterAll(() => bench?.close());

const show = async (id: number): Promise<Shown> => ({ batch: await bench.clerk.call(batchPage, 'get', { id }) });
const linesOf = async (id: number, search: object = {}) =>
  (await bench.clerk.call<Listed>(`${batchPage}/lines`, 'query', { size: 100, search: { batchId: id, ...search } }))
    .rows;
const counts = async (id: number) => {
  const found: Record<string, number> = {};
  for (const { status } of await linesOf(id)) found[String(status)] = (found[String(status)] ?? 0) + 1;
  return found;
};
const newBatch = async (values: object) => {
  const { id } = await bench.clerk.call<Made>(batchPage, 'create', { kind: 'GRANT', ...values });
  await bench.work();
  return id;
};
const submit = async (id: number) => {
  const { batch } = await show(id);
  return bench.clerk.call(batchPage, 'submit', { id, controlCount: batch.totalCount, controlFen: batch.totalFen });
};

describe('rules', () => {
  it('keep amounts by type, say their day in words, and refuse what does not fit together', async () => {
    const row = await bench.clerk.call<Record<string, unknown>>(rulePage, 'get', { id: rule });
    expect(row).toMatchObject({
      amountText: '教职工 200.00',
      dayText: '每月 1 日',
      nextOn: '2026-12-01',
      carryText: '清零',
      typeAmounts: [{ typeId: bench.staff, amountFen: 20_000 }],
    });
    const refused = (more: object) => bench.clerk.ask(rulePage, 'create', ruleValues('坏规则', more));
    expect(await refused({ typeAmounts: [] })).toMatchObject({ fields: { typeAmounts: expect.any(String) } });
    expect(await refused({ typeAmounts: [{ typeId: 5, amountFen: 1 }] })).toMatchObject({
      fields: { 'typeAmounts.0.typeId': '第 1 行 人员类别所选记录不存在' },
    });
    expect(await refused({ monthDay: '40' })).toMatchObject({ fields: { monthDay: expect.any(String) } });
    expect(await refused({ clearAt: 'DAYS' })).toMatchObject({ fields: { validDays: '有效天数不能为空' } });
    expect(await refused({ carryOver: 'CARRY_MAX' })).toMatchObject({ fields: { carryMaxFen: '结转上限不能为空' } });
    const { id } = await bench.clerk.call<{ id: number }>(
      rulePage,
      'create',
      ruleValues('按班', { basis: 'SHIFT', automatic: true, cycle: 'YEAR', yearMonth: '9', yearDate: '1' }),
    );
    const shift = await bench.clerk.call<Record<string, unknown>>(rulePage, 'get', { id });
    expect(shift).toMatchObject({ automatic: false, dayText: '每年 9 月 1 日', yearMonth: '9', monthDay: null });
    await bench.clerk.call(rulePage, 'update', { id, version: 1, cycle: 'WEEK', weekday: '3' });
    expect(await bench.clerk.call(rulePage, 'get', { id })).toMatchObject({ dayText: '每周三', yearMonth: null });
    expect(await refused({ name: '教职工餐补' })).toMatchObject({ code: 'DUPLICATE' });
    expect(await bench.stranger.ask(rulePage, 'get', { id: rule })).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a batch', () => {
  it('goes from the rule over the check, the control total and a second person to lots that can be spent', async () => {
    const people = await bench.people(3, 'A', bench.staff);
    const id = await newBatch({ mode: 'RULE', ruleId: rule });
    const checked = await show(id);
    expect(checked.batch).toMatchObject({
      status: 'CHECKED',
      totalCount: 3,
      totalFen: 60_000,
      expiresOn: '2026-11-30',
    });

    const wrong = await bench.clerk.ask(batchPage, 'submit', { id, controlCount: 3, controlFen: 59_000 });
    expect(wrong).toMatchObject({ code: 'SUBSIDY_CONTROL_TOTAL', params: { difference: '-10.00' } });
    expect(await bench.second.ask(batchPage, 'approve', { id })).toMatchObject({ code: 'NOT_NOW' });
    await submit(id);
    expect(await bench.clerk.ask(batchPage, 'approve', { id })).toMatchObject({
      code: 'NOT_NOW',
      params: { why: '由您制单，须由另一人审核通过' },
    });
    expect(await moveBatch(bench.clerk.ctx(batchPage), 'approve', [id])).toMatchObject({ code: 'NOT_NOW' });
    expect(await bench.clerk.ask(batchPage, 'reject', { id, reason: '我' })).toMatchObject({ code: 'NOT_NOW' });
    await bench.second.call(batchPage, 'reject', { id, reason: '金额要再核' });
    expect((await show(id)).batch).toMatchObject({ status: 'CHECKED', checkNote: '金额要再核' });
    await submit(id);
    await bench.second.call(batchPage, 'approve', { id });
    await bench.work();
    const done = await show(id);
    expect(done.batch).toMatchObject({ status: 'GRANTED', postedCount: 3, postedFen: 60_000, failedCount: 0 });
    expect(await counts(id)).toEqual({ POSTED: 3 });
    const search = { batchId: id };
    expect(await bench.clerk.call(`${batchPage}/departments`, 'sums', { search })).toEqual({
      lineCount: 3,
      amountFen: 60_000,
    });
    const purses = await pursesOf(bench.services.db, organizationId, people[0]!);
    expect(purses.find((p) => p.batchId === id)).toMatchObject({ balanceFen: 20_000, expiresOn: '2026-11-30' });
    expect(await bench.clerk.ask(batchPage, 'void', { id, reason: '不要了' })).toMatchObject({ code: 'NOT_NOW' });

    // The same period again: everybody has it already.
    const again = await newBatch({ mode: 'RULE', ruleId: rule });
    expect(await counts(again)).toEqual({ DUPLICATE: 3 });
    expect(await bench.clerk.ask(batchPage, 'submit', { id: again, controlCount: 0, controlFen: 0 })).toMatchObject({
      code: 'SUBSIDY_NOTHING_TO_POST',
    });
    await bench.clerk.call(batchPage, 'void', { id: again, reason: '重复' });
    expect((await show(again)).batch.status).toBe('VOID');
    const { total } = await bench.clerk.call<Listed>(batchPage, 'query', {});
    expect(total).toBe(2);
    expect(await bench.stranger.call<Listed>(batchPage, 'query', {})).toMatchObject({ total: 0 });
    for (const verb of ['get', 'problems', 'submit', 'recheck'])
      expect(await bench.stranger.ask(batchPage, verb, { id }), verb).toMatchObject({ code: 'NOT_FOUND' });
    for (const child of ['lines', 'departments']) {
      const asked = { search: { batchId: id } };
      expect(await bench.stranger.ask(`${batchPage}/${child}`, 'query', asked), child).toMatchObject({
        code: 'NOT_FOUND',
      });
      expect(await bench.clerk.call<Listed>(`${batchPage}/${child}`, 'query', asked)).toMatchObject({
        sums: { amountFen: 60_000 },
      });
    }
  });

  it('reads a spreadsheet: unknown, repeated, misnamed, departed and missing people are told apart', async () => {
    const [, , gone] = await bench.people(4, 'B', bench.students);
    await bench.database.pool.query(`update person set status = 'CLOSED' where id = $1`, [gone]);
    const studentRule = await bench.clerk.call<Made>(
      rulePage,
      'create',
      ruleValues('学生补助', { typeAmounts: [{ typeId: bench.students, amountFen: 1_000 }] }),
    );
    const fileKey = await bench.upload([
      ['学号', '姓名', '补贴金额'],
      ['B1', 'B员1', '88.50'],
      ['B1', 'B员1', '88.50'],
      ['B2', '别人', '10'],
      ['B3', 'B员3', '10'],
      ['B9', '', '10'],
      ['A1', 'A员1', ''],
    ]);
    const asked = { field: 'fileKey', fileKey };
    const read = await bench.clerk.call<{ mapping: object; total: number }>(batchPage, 'sheet_read', asked);
    expect(read).toMatchObject({ total: 6, mapping: { jobNumber: 0, name: 1, amountFen: 2, units: null } });
    expect(await bench.stranger.ask(batchPage, 'sheet_read', asked)).toMatchObject({ code: 'FILE_GONE' });
    expect(
      await bench.clerk.call(batchPage, 'preview', { kind: 'GRANT', mode: 'IMPORT', ruleId: studentRule.id, fileKey }),
    ).toMatchObject({
      figures: [{ label: '表格中', value: 6 }, { label: '表格金额', value: 20_700 }, { value: '学生补助' }, {}, {}],
    });
    const id = await newBatch({ mode: 'IMPORT', ruleId: studentRule.id, fileKey });
    const shown = await show(id);
    expect(await counts(id)).toEqual({ PENDING: 1, DUPLICATE: 1, BAD: 2, LEFT: 1, UNKNOWN: 1, MISSING: 1 });
    expect(shown.batch).toMatchObject({
      totalCount: 1,
      totalFen: 8_850,
      sheetCount: 6,
      leftOutCount: 6,
      filename: '名单.csv',
    });
    const missing = await linesOf(id, { status: ['MISSING'] });
    expect(missing).toMatchObject([{ jobNumber: 'B4', failReason: '在发放范围内，但表格中没有' }]);
    const file = await bench.clerk.call<{ file: { content: Buffer } }>(batchPage, 'problems', { id });
    expect(file.file.content.subarray(0, 2).toString()).toBe('PK');

    const bad = await bench.upload([
      ['姓名', '金额'],
      ['甲', '1'],
    ]);
    expect(await bench.clerk.ask(batchPage, 'create', { kind: 'GRANT', mode: 'IMPORT', fileKey: bad })).toMatchObject({
      code: 'SHEET_COLUMNS',
      fields: { fileKey: '表格中没有找到必需的列：工号，请指定' },
    });
    // The clerk says which column is which.
    const set = await newBatch({ mode: 'IMPORT', fileKey: `${bad}?jobNumber=0&amountFen=1` });
    expect(await counts(set)).toEqual({ UNKNOWN: 1 });
  });

  it('asks for what it needs', async () => {
    const refused = (values: object) => bench.clerk.ask(batchPage, 'create', { kind: 'GRANT', ...values });
    expect(await refused({ mode: 'RULE' })).toMatchObject({ fields: { ruleId: '请选择补贴规则' } });
    expect(await refused({ mode: 'SINGLE' })).toMatchObject({ fields: { mode: expect.any(String) } });
    expect(await refused({ kind: 'RETURN', mode: 'RULE', reason: '错发' })).toMatchObject({
      fields: { mode: expect.any(String) },
    });
    expect(await refused({ mode: 'MANUAL', amountFen: 100 })).toMatchObject({
      fields: { typeIds: expect.any(String) },
    });
    expect(await refused({ mode: 'MANUAL', typeIds: [bench.staff] })).toMatchObject({
      fields: { amountFen: '每人金额不能为空' },
    });
    expect(await refused({ mode: 'IMPORT' })).toMatchObject({ fields: { fileKey: '请上传表格' } });
    expect(await refused({ mode: 'RULE', ruleId: rule, grantOn: '2026-11-19' })).toMatchObject({
      code: 'SUBSIDY_EARLIER_DAY',
    });
    expect(await refused({ mode: 'RULE', ruleId: rule, expiresOn: '2026-11-19' })).toMatchObject({
      code: 'SUBSIDY_GRANT_DAY_PAST',
    });
    expect(await refused({ kind: 'RETURN', mode: 'MANUAL', typeIds: [bench.staff] })).toMatchObject({
      fields: { reason: '请填写退补贴的原因' },
    });
    await bench.clerk.call(rulePage, 'disable', { id: rule });
    expect(await refused({ mode: 'RULE', ruleId: rule })).toMatchObject({ code: 'SUBSIDY_RULE_DISABLED' });
    await bench.clerk.call(rulePage, 'enable', { id: rule });
    expect(await bench.clerk.ask(rulePage, 'remove', { id: rule })).toMatchObject({ code: 'IN_USE' });
  });

  it('pays days from the spreadsheet, up to the most', async () => {
    const perDay = await bench.clerk.call<Made>(
      rulePage,
      'create',
      ruleValues('出勤餐补', {
        basis: 'ATTENDANCE',
        maxUnits: 22,
        typeAmounts: [{ typeId: bench.staff, amountFen: 1_500 }],
      }),
    );
    const plain = await newBatch({ mode: 'RULE', ruleId: perDay.id });
    expect((await show(plain)).batch).toMatchObject({ status: 'DRAFT', error: expect.stringContaining('出勤天数') });
    const fileKey = await bench.upload([
      ['工号', '出勤天数'],
      ['A1', '21'],
      ['A2', '30'],
      ['A3', '0'],
    ]);
    const id = await newBatch({ mode: 'RULE', ruleId: perDay.id, fileKey });
    expect((await show(id)).batch).toMatchObject({ totalCount: 2, totalFen: 1_500 * (21 + 22) });
  });
});

describe('the run', () => {
  const approved = async (count: number, prefix: string, more: object = {}) => {
    const department = await bench.department(`部门${prefix}`);
    await bench.people(count, prefix, bench.staff, department);
    const id = await newBatch({ mode: 'MANUAL', departmentIds: [department], amountFen: 1_000, ...more });
    await submit(id);
    await bench.second.call(batchPage, 'approve', { id });
    return id;
  };

  const never = new AbortController().signal;
  const lotsOf = async (id: number) => {
    const { rows } = await bench.database.pool.query<{ lots: number; people: number; fen: number }>(
      `select count(*)::int as lots, count(distinct person_id)::int as people, coalesce(sum(balance_fen), 0)::bigint as fen
         from wallet where batch_id = $1`,
      [id],
    );
    return rows[0]!;
  };
  /** A mouth for long lists that leaves every line to the ordinary door. */
  const allAside: Grants = {
    grant: async (requests) => ({ granted: [], aside: [...requests] }),
    size: () => 500,
    counts: () => ({ chunks: 0, granted: 0, aside: 0 }),
    close: async () => undefined,
  };
  /** An ordinary door whose process dies after posting, from the `from`th list on. */
  const dying = (from: number): Wallet => {
    const { wallet } = bench.services;
    let lists = 0;
    return {
      ...wallet,
      submitMany: async (requests) => {
        lists += 1;
        const dies = lists >= from;
        const outcomes = await wallet.submitMany(requests);
        if (dies) throw new Error('killed');
        return outcomes;
      },
    };
  };

  it('killed between two chunks goes on where it was, two nodes at once, and grants nobody twice', async () => {
    const id = await approved(3_300, 'K');
    bench.waiting.length = 0;
    // Nobody but the batch looks at what it writes, which nobody has looked at yet.
    const written = await bench.database.pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and c.relname ~ '^wallet' and c.relpersistence = 'p'`,
    );
    for (const { name } of written.rows)
      await bench.database.pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
    const known = async () =>
      (
        await bench.database.pool.query<{ at: string | null }>(
          `select max(last_analyze)::text as at from pg_stat_user_tables where relname ~ '^wallet'`,
        )
      ).rows[0]!.at;
    const before = await known();
    const { services } = bench;
    const { connectionConfig: connection, pool: db, clock, ids } = services;
    const grants = openGrants({ connection, db, clock, ids });
    let chunks = 0;
    const killed: Grants = {
      ...grants,
      grant: async (...list) => {
        chunks += 1;
        if (chunks > 2) throw new Error('killed');
        return grants.grant(...list);
      },
    };
    await expect(runSubsidyBatch({ ...services, grants: killed }, { organizationId, id }, never)).rejects.toThrow(
      'killed',
    );
    expect((await show(id)).batch).toMatchObject({ status: 'GRANTING', postedCount: 2_000 });
    expect(await lotsOf(id)).toEqual({ lots: 2_000, people: 2_000, fen: 2_000_000 });
    expect(grants.counts()).toEqual({ chunks: 2, granted: 2_000, aside: 0 });
    await grants.close();
    const stopped = new AbortController();
    stopped.abort();
    await expect(runSubsidyBatch(services, { organizationId, id }, stopped.signal)).rejects.toThrow('interrupted');
    await Promise.all([
      runSubsidyBatch(services, { organizationId, id }, never),
      runSubsidyBatch(services, { organizationId, id }, never),
    ]);
    expect((await show(id)).batch).toMatchObject({ status: 'GRANTED', postedCount: 3_300, postedFen: 3_300_000 });
    expect(await lotsOf(id)).toEqual({ lots: 3_300, people: 3_300, fen: 3_300_000 });
    expect(await known()).not.toBe(before);
    const { rows: sizes } = await bench.database.pool.query<{ n: number }>(
      `select max(reltuples)::int as n from pg_class where relkind = 'r' and relname ~ '^wallet'`,
    );
    expect(sizes[0]!.n).toBeGreaterThan(1_000);
    expect((await lotTotals(services.db, organizationId, [id]))[0]).toMatchObject({ grantedFen: 3_300_000 });
  });

  it('killed after the ordinary door posted, before noting it, grants nobody twice', async () => {
    const id = await approved(1_200, 'O');
    bench.waiting.length = 0;
    const { services } = bench;
    const killed = { ...services, grants: allAside, wallet: dying(2) };
    await expect(runSubsidyBatch(killed, { organizationId, id }, never)).rejects.toThrow('killed');
    const { batch } = await show(id);
    const before = await lotsOf(id);
    expect(before.lots).toBeGreaterThan(batch.postedCount as number);
    await runSubsidyBatch(services, { organizationId, id }, never);
    expect((await show(id)).batch).toMatchObject({ status: 'GRANTED', postedCount: 1_200, postedFen: 1_200_000 });
    expect(await lotsOf(id)).toEqual({ lots: 1_200, people: 1_200, fen: 1_200_000 });
  });

  it('stopped while a chunk was posted but not noted: that chunk stands, the rest waits for a retry', async () => {
    const id = await approved(2_200, 'S');
    bench.waiting.length = 0;
    const { services } = bench;
    const killed = { ...services, grants: allAside, wallet: dying(1) };
    await expect(runSubsidyBatch(killed, { organizationId, id }, never)).rejects.toThrow('killed');
    const { lots } = await lotsOf(id);
    expect([lots > 0, lots < 2_200, (await show(id)).batch.postedCount]).toEqual([true, true, 0]);
    await bench.clerk.call(batchPage, 'stop', { id });
    await runSubsidyBatch(services, { organizationId, id }, never);
    const after = await show(id);
    expect(after.batch).toMatchObject({
      status: 'PART_FAILED',
      postedCount: lots,
      failedCount: 2_200 - lots,
      totalFen: 2_200_000,
      failedFen: (2_200 - lots) * 1_000,
    });
    await bench.clerk.call(batchPage, 'retry', { id });
    await bench.work();
    expect((await show(id)).batch).toMatchObject({ status: 'GRANTED', postedCount: 2_200, failedCount: 0 });
  });

  it('grants frozen accounts a frozen lot, and tells of a closed one why it got none', async () => {
    const id = await approved(60, 'F');
    const { pool } = bench.database;
    const { rows } = await pool.query<{ id: number }>(
      `select id from person where job_number like 'F%' and organization_id = $1 order by id`,
      [organizationId],
    );
    const frozen = rows[1]!.id;
    const closed = rows[4]!.id;
    await inTransaction(pool, (tx) => freezePurses(tx, organizationId, [frozen], true));
    await inTransaction(pool, (tx) => closePurses(tx, organizationId, closed));
    await bench.work();
    expect((await show(id)).batch).toMatchObject({ status: 'PART_FAILED', postedCount: 59, failedCount: 1 });
    const lots = await pool.query('select person_id as "personId", status from wallet where batch_id = $1', [id]);
    expect(lots.rows).toHaveLength(59);
    expect(lots.rows.filter((lot) => lot.status === 'FROZEN')).toEqual([{ personId: frozen, status: 'FROZEN' }]);
    const failed = await linesOf(id, { status: ['FAILED'] });
    expect(failed).toMatchObject([{ failReason: '该人员没有可用的主账户（未开户或已销户）' }]);
  });

  it('leaves out who left since the approval, tells why, and pays them when they are back', async () => {
    const id = await approved(3, 'L');
    const { rows } = await bench.database.pool.query<{ id: number }>(`select id from person where job_number = 'L2'`);
    await bench.database.pool.query(`update person set status = 'CLOSING' where id = $1`, [rows[0]!.id]);
    await bench.work();
    expect((await show(id)).batch).toMatchObject({ status: 'PART_FAILED', postedFen: 2_000, failedFen: 1_000 });
    const failed = await linesOf(id, { status: ['FAILED'] });
    expect(failed).toMatchObject([{ jobNumber: 'L2', failReason: '正在销户' }]);
    await bench.database.pool.query(`update person set status = 'NORMAL' where id = $1`, [rows[0]!.id]);
    await bench.clerk.call(batchPage, 'retry', { id });
    await bench.work();
    expect((await show(id)).batch).toMatchObject({ status: 'GRANTED', postedFen: 3_000 });
  });

  it('waits for its day', async () => {
    const id = await approved(2, 'W', { grantOn: '2026-11-22' });
    expect(bench.waiting.map((job) => job.startAfter)).toEqual(['2026-11-22T04:00:00.000+08:00']);
    await bench.work();
    expect((await show(id)).batch.status).toBe('APPROVED');
    // The night of the 22nd still belongs to the books of the 21st.
    bench.clock.set(Date.parse('2026-11-22T03:59:00+08:00'));
    bench.waiting.push({ name: 'subsidy-run', record: { organizationId, id } });
    await bench.work();
    expect((await show(id)).batch.status).toBe('APPROVED');
    bench.clock.set(Date.parse('2026-11-22T04:00:00+08:00'));
    await runSubsidyBatch(bench.services, { organizationId, id }, new AbortController().signal);
    expect((await show(id)).batch.status).toBe('GRANTED');
    const { rows } = await bench.database.pool.query(
      `select distinct business_date as day from posting where source_type = 'subsidy_batch' and source_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ day: '2026-11-22' }]);
  });

  it('is made by the rule itself, once a period, and waits for a person', async () => {
    await bench.clerk.call(
      rulePage,
      'create',
      ruleValues('自动餐补', {
        automatic: true,
        monthDay: '25',
        prepareDays: 3,
        typeAmounts: [{ typeId: bench.staff, amountFen: 100 }],
      }),
    );
    bench.clock.set(Date.parse('2026-11-22T04:20:00+08:00'));
    const opened = await openDueBatches(bench.services);
    expect(opened).toHaveLength(1);
    expect(await openDueBatches(bench.services)).toEqual([]);
    bench.waiting.push({ name: 'subsidy-check', record: opened[0]! });
    await bench.work();
    const shown = await show(opened[0]!.id);
    expect(shown.batch).toMatchObject({ status: 'SUBMITTED', grantOn: '2026-11-25', makerName: '系统' });
    await bench.clerk.call(batchPage, 'approve', { id: opened[0]!.id });
  });

  it('goes by every move where its flow says, by the hand it says, and is refused by one code elsewhere', async () => {
    await bench.people(1, 'W', bench.staff);
    const id = await newBatch({ mode: 'MANUAL', typeIds: [bench.staff], amountFen: 100 });
    const { batch } = await show(id);
    const { pool } = bench.database;
    expect(
      await walkFlow(batchFlow, {
        place: (status, mine) =>
          pool.query(
            `update subsidy_batch set status = $2, maker_id = $3, checker_id = null,
               failed_count = case when $4 then total_count else 0 end, failed_fen = case when $4 then total_fen else 0 end
             where id = $1`,
            [
              id,
              status,
              mine ? bench.second.accountId : bench.clerk.accountId,
              ['GRANTED', 'PART_FAILED', 'EXPIRED'].includes(status),
            ],
          ),
        call: async (event) => {
          const { totalCount: controlCount, totalFen: controlFen } = batch;
          const body = { id, reason: '表', controlCount, controlFen };
          return envelopeOf(await bench.second.ask(batchPage, event, body));
        },
        status: async () => (await show(id)).batch.status,
      }),
    ).toEqual([]);
    await pool.query(`update subsidy_batch set status = 'VOID', failed_count = 0, failed_fen = 0 where id = $1`, [id]);
    await bench.work();
  });
});
