import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../../../tests/support/postgres.ts';
import { isoAt, manualClock } from '../../clock.ts';
import { createDiskStore } from '../../files/disk-store.ts';
import type { FileStore } from '../../files/store.ts';
import { isRefusal } from '../../refusal.ts';
import { readTable } from '../../sheet/read-table.ts';
import type { Jobs } from '../jobs.ts';
import { cleanExports } from './clean-exports.ts';
import { createExport, retryExport } from './create-export.ts';
import { cancelExport, downloadExport, reportDownload } from './download-export.ts';
import { countFreshExports, listExportTasks, markExportsSeen } from './list-exports.ts';
import { type ExportDeps, type ExportPlanner, runExport } from './run-export.ts';
import type { ExportColumn, ExportPlan } from './types.ts';

const dayMs = 86_400_000;
const clock = manualClock(Date.parse('2026-04-01T08:30:00+08:00'));
const context = { signal: new AbortController().signal, attempt: 1, last: true };
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let database: TestDatabase;
let root: string;
let store: FileStore;
let deps: ExportDeps;
let tokens = 0;
let nextId = 5000;
const random = { token: () => `t${tokens++}`, fraction: () => 0 };
const ids = { next: async () => nextId++, take: async () => [] };
const enqueued: object[] = [];
const jobs = { enqueue: async (_: string, data: object) => `${enqueued.push(data)}` } as unknown as Jobs;

beforeAll(async () => {
  database = await testDatabase();
  root = await mkdtemp(join(tmpdir(), 'export-'));
  store = createDiskStore(join(root, 'files'), random);
  deps = {
    pool: database.pool,
    connection: database.connectionConfig,
    store,
    clock,
    random,
    log,
    tempDir: join(root, 'tmp'),
  };
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => database.pool.query('delete from export_task'));

const columns: ExportColumn[] = [
  { key: 'card', title: '卡号', kind: 'text' },
  { key: 'name', title: '姓名', kind: 'text' },
  { key: 'phone', title: '电话', kind: 'text', mask: 'phone' },
  { key: 'fen', title: '金额', kind: 'money' },
  { key: 'rate', title: '费率', kind: 'percent' },
  { key: 'at', title: '时间', kind: 'time' },
  { key: 'day', title: '日期', kind: 'date' },
  { key: 'status', title: '状态', kind: 'text', labels: { NORMAL: '正常' } },
];
const info = { title: '消费明细', filter: '状态 正常', exporter: '李会计', exportedAt: isoAt(clock.now()) };
const select = `select lpad(g::text, 8, '0') as card, case when g % 2 = 0 then '张<三>' end as name, '1381234' || lpad(g::text, 4, '0') as phone,
  g::bigint * -5 as fen, 60 as rate, timestamptz '2026-04-01 00:00:01.5+08' + g * interval '1 second' as at,
  date '2026-04-01' as day, 'NORMAL' as status from generate_series(1, $1::int) g order by g`;
const sqlPlan =
  (rows: number, more: Partial<ExportPlan> = {}): ExportPlanner =>
  async () => ({ columns, info, source: { sql: select, params: [rows] }, ...more });

async function ask(accountId = 1): Promise<number> {
  const made = await createExport(
    { pool: database.pool, ids, clock, jobs },
    {
      accountId,
      unitType: 'ORGANIZATION',
      unitId: 3,
      pagePath: '/admin/organization/consume',
      title: '消费/明细',
      filter: { search: { a: 1 } },
    },
  );
  if (isRefusal(made)) throw new Error(made.code);
  return made.id;
}
const statusOf = async (id: number) =>
  (
    await database.pool.query<{ status: string; error: string }>(
      'select status, error from export_task where id = $1',
      [id],
    )
  ).rows[0];

async function* named(when: Promise<void>, name: string) {
  await when;
  yield [{ name }];
}

async function readBack(accountId: number, id: number) {
  const file = await downloadExport({ sql: database.pool, store }, accountId, id);
  if (isRefusal(file)) throw new Error(file.code);
  const table = await readTable(await buffer(file.stream), file.filename);
  if (isRefusal(table)) throw new Error(table.code);
  return { file, table };
}

describe('an export', () => {
  it('goes from request to the owner, who alone can fetch it, until it expires', async () => {
    const id = await ask();
    expect(enqueued.at(-1)).toEqual({ taskId: id });
    expect(await listExportTasks(database.pool, 1)).toMatchObject([
      {
        id,
        filename: '消费 明细_20260401_083000.xlsx',
        finish: false,
        dowmloadUrl: null,
        status: 'QUEUED',
        delAt: null,
      },
    ]);
    expect(await downloadExport({ sql: database.pool, store }, 1, id)).toMatchObject({ code: 'EXPORT_NOT_READY' });

    await runExport(deps, sqlPlan(3000), id, context);
    expect(await listExportTasks(database.pool, 1)).toMatchObject([
      {
        finish: true,
        dowmloadUrl: `/api/admin/common/export_file?id=${id}`,
        status: 'FINISHED',
        progress: 100,
        rows: 3000,
        delAt: '2026-04-08T08:30:00.000+08:00',
      },
    ]);
    expect(await countFreshExports(database.pool, 1)).toBe(1);
    const { file, table } = await readBack(1, id);
    expect(file.size).toBeGreaterThan(1000);
    expect(table.headers).toEqual(columns.map((column) => column.title));
    expect(table.rows).toHaveLength(3000);
    expect(table.rows[0]).toEqual([
      '00000001',
      '',
      '138****0001',
      '-0.05',
      '0.6%',
      '2026-04-01 00:00:02',
      '2026-04-01',
      '正常',
    ]);
    expect(table.rows[2999]).toEqual([
      '00003000',
      '张<三>',
      '138****3000',
      '-150',
      '0.6%',
      '2026-04-01 00:50:01',
      '2026-04-01',
      '正常',
    ]);

    expect(await countFreshExports(database.pool, 1)).toBe(0);
    expect(await reportDownload(database.pool, 1, id)).toEqual({ id });
    expect(await reportDownload(database.pool, 2, id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await downloadExport({ sql: database.pool, store }, 2, id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await listExportTasks(database.pool, 2)).toEqual([]);

    expect(await cleanExports(deps)).toBe(0);
    clock.advance(7 * dayMs);
    expect(await cleanExports(deps)).toBe(1);
    expect(await downloadExport({ sql: database.pool, store }, 1, id)).toMatchObject({
      code: 'EXPORT_EXPIRED',
      params: { delAt: '2026-04-08 08:30' },
    });
    expect(await readdir(deps.tempDir)).toEqual([]);
    clock.set(Date.parse('2026-04-01T08:30:00+08:00'));
  });

  it('is told of until it is seen in the centre, to its account alone', async () => {
    const id = await ask();
    expect(await countFreshExports(database.pool, 1)).toBe(0);
    await runExport(deps, sqlPlan(1), id, context);
    expect(await countFreshExports(database.pool, 1)).toBe(1);
    await markExportsSeen({ sql: database.pool, clock }, 2);
    expect(await countFreshExports(database.pool, 1)).toBe(1);
    await markExportsSeen({ sql: database.pool, clock }, 1);
    await markExportsSeen({ sql: database.pool, clock }, 1);
    expect(await countFreshExports(database.pool, 1)).toBe(0);
  });

  it('takes columns in any order, booleans, lists and rows made in code', async () => {
    const mixed: ExportColumn[] = [
      { key: 'tags', title: '标签', kind: 'text', labels: { A: '甲', B: '乙' } },
      { key: 'yes', title: '启用', kind: 'text' },
      { key: 'n', title: '数', kind: 'int' },
    ];
    const first = await ask();
    const sql = `select 7 as n, true as yes, array['A','B','x "y"'] as tags union all select null, false, null`;
    await runExport(deps, async () => ({ columns: mixed, info, source: { sql, params: [] } }), first, context);
    expect((await readBack(1, first)).table.rows).toEqual([
      ['甲、乙、x "y"', '是', '7'],
      ['', '否', ''],
    ]);
    const second = await ask();
    const rows = (async function* () {
      yield [{ tags: ['B'], yes: true, n: 1 }];
      yield [{ tags: null, yes: null, n: 2 }];
    })();
    await runExport(deps, async () => ({ columns: mixed, info, source: { rows } }), second, context);
    expect((await readBack(1, second)).table.rows).toEqual([
      ['乙', '是', '1'],
      ['', '', '2'],
    ]);
  });

  it('reads every value whole, wherever the network cuts', async () => {
    const wide: ExportColumn[] = [
      { key: 'n', title: '数', kind: 'int' },
      { key: 'long', title: '长', kind: 'text' },
    ];
    const id = await ask();
    const sql = `select g as n, repeat('字', (g * 37) % 5000) || g as long from generate_series(1, 400) g`;
    await runExport(deps, async () => ({ columns: wide, info, source: { sql, params: [] } }), id, context);
    const { table } = await readBack(1, id);
    expect(table.rows.map((row) => row[1]!.length)).toEqual(
      Array.from({ length: 400 }, (_, i) => (((i + 1) * 37) % 5000) + String(i + 1).length),
    );
  });

  it('says why it failed', async () => {
    const tooMany = await ask();
    await runExport({ ...deps, maxRows: 100 }, sqlPlan(101), tooMany, context);
    expect(await statusOf(tooMany)).toEqual({
      status: 'FAILED',
      error: '数据超过单次导出上限 100 行，请缩小筛选范围后再导出',
    });
    expect(await downloadExport({ sql: database.pool, store }, 1, tooMany)).toMatchObject({ code: 'EXPORT_FAILED' });

    const broken = await ask();
    const bad: ExportPlanner = async () => ({
      columns: columns.slice(0, 1),
      info,
      source: { sql: 'select 1 / (g - 2) as card from generate_series(1, 3) g', params: [] },
    });
    await expect(runExport(deps, bad, broken, { ...context, last: false })).rejects.toThrow('division by zero (22012)');
    expect(await statusOf(broken)).toEqual({ status: 'QUEUED', error: null });
    await expect(runExport(deps, bad, broken, context)).rejects.toThrow('division by zero');
    expect(await statusOf(broken)).toMatchObject({ status: 'FAILED', error: expect.stringContaining('导出失败') });

    const missing = await ask();
    const none: ExportPlanner = async () => ({ columns, info, source: { sql: 'select 1 as card', params: [] } });
    await expect(runExport(deps, none, missing, context)).rejects.toThrow('no column "name"');
    expect(await readdir(deps.tempDir)).toEqual([]);
  });

  it('stops when cancelled, even while the database still thinks', async () => {
    const id = await ask();
    const sql = 'select g::text as card from generate_series(1, 3) g, pg_sleep(30)';
    const slow: ExportPlanner = async () => ({ columns: columns.slice(0, 1), info, source: { sql, params: [] } });
    const running = runExport(deps, slow, id, context);
    await vi.waitFor(async () => expect((await statusOf(id))?.status).toBe('RUNNING'));
    expect(await cancelExport(database.pool, 2, id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await cancelExport(database.pool, 1, id)).toEqual({ id });
    await running;
    expect(await statusOf(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await cancelExport(database.pool, 1, id)).toMatchObject({ code: 'EXPORT_NOT_OPEN' });
    expect(await retryExport({ pool: database.pool, jobs }, 2, id)).toMatchObject({ code: 'NOT_FOUND' });
    expect(await retryExport({ pool: database.pool, jobs }, 1, id)).toEqual({ id });
    expect(await retryExport({ pool: database.pool, jobs }, 1, id)).toMatchObject({ code: 'EXPORT_NOT_BROKEN' });
    expect(await statusOf(id)).toEqual({ status: 'QUEUED', error: null });
    expect(await cancelExport(database.pool, 1, id)).toEqual({ id });
    await runExport(deps, slow, id, context);
    expect(await readdir(deps.tempDir)).toEqual([]);
  });

  it('belongs to the last run that took it up: a former one publishes nothing and leaves no file', async () => {
    const id = await ask();
    const files = async () =>
      (await readdir(join(root, 'files'), { recursive: true })).filter((f) => f.endsWith('.xlsx'));
    await mkdir(join(root, 'files'), { recursive: true });
    const before = (await files()).length;
    const gated = (name: string) => {
      const gate = Promise.withResolvers<void>();
      const plan: ExportPlanner = async () => ({
        columns: columns.slice(1, 2),
        info,
        source: { rows: named(gate.promise, name) },
      });
      return { open: gate.resolve, plan };
    };
    const former = gated('第一次');
    const later = gated('第二次');
    const first = runExport(deps, former.plan, id, context);
    await vi.waitFor(async () => expect((await statusOf(id))?.status).toBe('RUNNING'));
    await cancelExport(database.pool, 1, id);
    await retryExport({ pool: database.pool, jobs }, 1, id);
    const second = runExport(deps, later.plan, id, context);
    await vi.waitFor(async () => expect((await statusOf(id))?.status).toBe('RUNNING'));
    former.open();
    await first;
    expect(await statusOf(id)).toMatchObject({ status: 'RUNNING' });
    later.open();
    await second;
    expect((await readBack(1, id)).table.rows.at(-1)).toEqual(['第二次']);
    expect(await files()).toHaveLength(before + 1);
    expect(await readdir(deps.tempDir)).toEqual([]);
  });

  it('killed while it wrote leaves nothing behind once it is taken up again or swept', async () => {
    const id = await ask();
    // As a kill leaves it: running, half a file, and a whole one that nobody was told of.
    await database.pool.query(`update export_task set status = 'RUNNING', attempt = 1, file_key = $2 where id = $1`, [
      id,
      'export/20260401/lost.xlsx',
    ]);
    await mkdir(deps.tempDir, { recursive: true });
    const half = join(deps.tempDir, `export-${id}-1-abc.xlsx`);
    await writeFile(half, 'half');
    await utimes(half, 1, 1);
    await writeFile(join(root, 'lost'), 'whole');
    await store.take('export/20260401/lost.xlsx', join(root, 'lost'));
    await runExport(deps, sqlPlan(5), id, { ...context, attempt: 2 });
    expect(await store.get('export/20260401/lost.xlsx')).toBeUndefined();
    expect(await statusOf(id)).toMatchObject({ status: 'FINISHED' });
    await cleanExports(deps);
    expect(await readdir(deps.tempDir)).toEqual([]);
    expect((await readBack(1, id)).table.rows).toHaveLength(5);
  });

  it('given up after its file was written leaves no file: nobody would ever ask for it', async () => {
    const key = 'export/20260401/lost2.xlsx';
    const id = await ask();
    await database.pool.query(
      `update export_task set status = 'FAILED', error = '任务中断', file_key = $2 where id = $1`,
      [id, key],
    );
    await writeFile(join(root, 'lost2'), 'whole');
    await store.take(key, join(root, 'lost2'));
    await cleanExports(deps);
    expect(await store.get(key)).toBeUndefined();
    const { rows } = await database.pool.query('select file_key from export_task where id = $1', [id]);
    expect(rows).toEqual([{ file_key: null }]);
  });

  it('is not failed or put back by a former run', async () => {
    const id = await ask();
    const gate = Promise.withResolvers<void>();
    const broken: ExportPlanner = async () => {
      await gate.promise;
      throw new Error('the connection is gone');
    };
    const first = Promise.allSettled([true, false].map((last) => runExport(deps, broken, id, { ...context, last })));
    await vi.waitFor(async () => expect((await statusOf(id))?.status).toBe('RUNNING'));
    await cancelExport(database.pool, 1, id);
    await retryExport({ pool: database.pool, jobs }, 1, id);
    const hold = Promise.withResolvers<void>();
    const second = runExport(
      deps,
      async () => ({ columns: columns.slice(1, 2), info, source: { rows: named(hold.promise, '后') } }),
      id,
      context,
    );
    await vi.waitFor(async () => expect((await statusOf(id))?.status).toBe('RUNNING'));
    gate.resolve();
    expect((await first).map((run) => run.status)).toEqual(['rejected', 'rejected']);
    expect(await statusOf(id)).toEqual({ status: 'RUNNING', error: null });
    hold.resolve();
    await second;
    expect(await statusOf(id)).toMatchObject({ status: 'FINISHED' });
  });

  it('goes back to the queue when the server stops', async () => {
    const id = await ask();
    const stop = new AbortController();
    const running = runExport(deps, sqlPlan(3_000_000), id, { signal: stop.signal, attempt: 1, last: false });
    await vi.waitFor(async () => expect((await statusOf(id))?.status).toBe('RUNNING'));
    stop.abort();
    await expect(running).rejects.toThrow('interrupted');
    expect(await statusOf(id)).toMatchObject({ status: 'QUEUED' });
    await runExport(deps, sqlPlan(5), id, context);
    expect(await statusOf(id)).toMatchObject({ status: 'FINISHED' });
  });

  it('lets an account have ten unfinished ones', async () => {
    for (let i = 0; i < 10; i++) await ask(9);
    await expect(ask(9)).rejects.toThrow('EXPORT_TOO_MANY_OPEN');
  });
});
