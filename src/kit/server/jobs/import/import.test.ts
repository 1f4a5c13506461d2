import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutOffStore } from '../../../../../tests/support/cut-off-store.ts';
import { type TestDatabase, testDatabase } from '../../../../../tests/support/postgres.ts';
import { text } from '../../../define/field.ts';
import { manualClock } from '../../clock.ts';
import { createDiskStore } from '../../files/disk-store.ts';
import type { FileStore } from '../../files/store.ts';
import { isRefusal, type Refusal } from '../../refusal.ts';
import { readTable } from '../../sheet/read-table.ts';
import { ofProcess, type ThreadBounds } from '../../sheet/table-threads.ts';
import { handmadeWorkbook } from '../../sheet/testing.ts';
import { xlsxBytes } from '../../sheet/xlsx-writer.ts';
import { inTransaction } from '../in-transaction.ts';
import type { Jobs } from '../jobs.ts';
import { type CheckPlan, checkImport } from './check-import.ts';
import { reasonText } from './check-rows.ts';
import { type ChunkWriter, commitImport } from './commit-import.ts';
import { cleanImports } from './define-import-jobs.ts';
import { openImport } from './open-import.ts';
import { cancelImport, requestCheck, requestCommit, requestFix } from './request-import.ts';
import { readImportRows, readImportTask } from './task-row.ts';
import type { ImportColumn } from './types.ts';
import { badRowsWorkbook, templateWorkbook } from './workbooks.ts';

const clock = manualClock(Date.parse('2026-04-01T08:30:00+08:00'));
const owner = { accountId: 1, pagePath: '/admin/organization/user' };
const columns: ImportColumn[] = [
  { key: 'no', ...text('工号', { required: true, max: 10 }), unique: true },
  { key: 'name', ...text('姓名', { required: true, max: 10 }) },
];
let database: TestDatabase;
let root: string;
let store: FileStore;
let nextId = 7000;
let tokens = 0;
const queued: string[] = [];
const jobs = { enqueue: async (name: string) => `${queued.push(name)}` } as unknown as Jobs;
const ids = { next: async () => nextId++, take: async () => [] };
const random = { token: () => `t${tokens++}`, fraction: () => 0 };
const never = new AbortController().signal;

beforeAll(async () => {
  database = await testDatabase();
  await database.pool.query('create table staff (no text primary key, name text not null)');
  root = await mkdtemp(join(tmpdir(), 'import-'));
  store = createDiskStore(root, random);
});
afterAll(async () => {
  await database.drop();
  await rm(root, { recursive: true });
});

const plan = async (): Promise<CheckPlan> => ({
  columns,
  resolve: async () => new Map(),
  check: async (rows) => {
    const { rows: known } = await database.pool.query<{ no: string }>('select no from staff');
    const taken = new Set(known.map((row) => row.no));
    return new Map(rows.filter((row) => taken.has(String(row.values.no))).map((row) => [row.rowNo, { no: '已存在' }]));
  },
});

/** Writes staff; refuses the name 拒绝; dies before the chunk that holds `diesAt`. */
const writer = (diesAt?: string) => async (): Promise<ChunkWriter> => (rows, save) =>
  inTransaction(database.pool, async (client) => {
    const refused = new Map(rows.filter((row) => row.values.name === '拒绝').map((row) => [row.rowNo, '已被拒绝']));
    for (const { rowNo, values } of rows)
      if (!refused.has(rowNo)) await client.query('insert into staff values ($1, $2)', [values.no, values.name]);
    await save(client, refused);
    if (rows.some((row) => row.values.no === diesAt)) throw new Error('killed before commit');
  });

function good<T>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(`${answer.code} ${JSON.stringify(answer.params)}`);
  return answer;
}
async function open(rows: string[][], headers = ['工号', '姓名', '备注']): Promise<number> {
  const content = await xlsxBytes({ columns: headers.map((title) => ({ title, kind: 'text' })) }, rows);
  const opened = good(
    await openImport(
      { sql: database.pool, store, ids, clock, random },
      { ...owner, unitType: 'ORGANIZATION', unitId: 3, filename: '人员.xlsx', content, columns },
    ),
  );
  expect(opened.mapping).toEqual({ no: 0, name: 1 });
  return opened.id;
}
const deps = () => ({ pool: database.pool, store, clock, jobs });
async function check(id: number, bounds: Partial<ThreadBounds> = {}) {
  good(await requestCheck(deps(), owner, id, columns, { no: 0, name: 1 }));
  await checkImport({ ...deps(), bounds }, id, plan);
  return (await readImportTask(database.pool, id))!;
}
async function staffCount(): Promise<number> {
  return (await database.pool.query<{ n: number }>('select count(*)::int as n from staff')).rows[0]!.n;
}

describe('an import', () => {
  it('is mapped, checked, corrected, committed, and hands its bad rows back', async () => {
    const id = await open([
      ['001', '张三', 'a'],
      ['002', '', 'b'],
      ['001', '李四', 'c'],
      ['003', '拒绝', 'd'],
      ['004', '王五', 'e'],
    ]);
    expect(await requestCheck(deps(), { ...owner, accountId: 2 }, id, columns, {})).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await requestCheck(deps(), owner, id, columns, { no: 0 })).toMatchObject({
      code: 'IMPORT_UNMAPPED',
      params: { titles: '姓名' },
    });
    expect(await requestCheck(deps(), owner, id, columns, { no: 0, name: 9 })).toMatchObject({
      code: 'IMPORT_BAD_MAPPING',
    });
    expect(await check(id)).toMatchObject({ status: 'CHECKED', total: 5, good: 2, bad: 3 });

    const bad = await readImportRows(database.pool, id, { state: 'BAD', page: 1, size: 2 });
    expect(bad.total).toBe(3);
    expect(bad.rows[0]).toMatchObject({
      rowNo: 2,
      raw: ['001', '张三', 'a'],
      errors: [{ key: 'no', title: '工号', message: '与第 4 行重复' }],
    });

    good(await requestFix(deps(), owner, id, [{ rowNo: 4, raw: ['005', '李四', 'c'] }]));
    await checkImport(deps(), id, plan);
    expect(await readImportTask(database.pool, id)).toMatchObject({ status: 'CHECKED', good: 4, bad: 1 });

    good(await requestCommit(deps(), owner, id));
    expect(await requestCheck(deps(), owner, id, columns, { no: 0, name: 1 })).toMatchObject({
      code: 'IMPORT_WRONG_STATE',
      params: { state: '正在导入', action: '重新检查' },
    });
    await commitImport(deps(), id, writer(), never);
    expect(queued).toEqual(['import-check', 'import-check', 'import-commit']);
    expect(await readImportTask(database.pool, id)).toMatchObject({
      status: 'DONE',
      committed: 3,
      refused: 1,
      finishedAt: '2026-04-01T08:30:00.000+08:00',
    });
    expect((await database.pool.query('select no, name from staff order by no')).rows).toEqual([
      { no: '001', name: '张三' },
      { no: '004', name: '王五' },
      { no: '005', name: '李四' },
    ]);

    const workbook = good(await badRowsWorkbook(database.pool, (await readImportTask(database.pool, id))!));
    expect(workbook.filename).toBe('人员_需修改的2行.xlsx');
    expect(good(await readTable(workbook.content, workbook.filename))).toMatchObject({
      headers: ['工号', '姓名', '备注', '未导入原因'],
      rows: [
        ['002', '', 'b', '姓名不能为空'],
        ['003', '拒绝', 'd', '已被拒绝'],
      ],
    });

    // the rest can still be mended; written rows are not checked against themselves
    good(
      await requestFix(deps(), owner, id, [
        { rowNo: 3, raw: ['002', '钱七', 'b'] },
        { rowNo: 5, raw: ['003', '周八', 'd'] },
      ]),
    );
    await checkImport(deps(), id, plan);
    expect(await readImportTask(database.pool, id)).toMatchObject({ status: 'CHECKED', total: 5, good: 2, bad: 0 });
    good(await requestCommit(deps(), owner, id));
    await commitImport(deps(), id, writer(), never);
    expect(await readImportTask(database.pool, id)).toMatchObject({ status: 'DONE', committed: 5, refused: 0 });
    expect(await badRowsWorkbook(database.pool, (await readImportTask(database.pool, id))!)).toMatchObject({
      code: 'IMPORT_NO_BAD_ROWS',
    });
    await database.pool.query('delete from staff');
  });

  it('goes on where it broke, writes every row once, and the planner knows of them', async () => {
    // Nobody but the import looks at the table.
    await database.pool.query('alter table staff set (autovacuum_enabled = off)');
    const id = await open(Array.from({ length: 1300 }, (_, i) => [`k${i}`, `人${i}`, '']));
    await check(id);
    good(await requestCommit(deps(), owner, id));
    await expect(commitImport(deps(), id, writer('k700'), never)).rejects.toThrow('killed');
    expect(await readImportTask(database.pool, id)).toMatchObject({
      status: 'COMMITTING',
      committed: 500,
      cursorRowNo: 501,
    });
    const stopped = new AbortController();
    stopped.abort();
    await expect(commitImport(deps(), id, writer(), stopped.signal)).rejects.toThrow('interrupted');
    // two nodes at once: one is overtaken and leaves
    const outcomes = await Promise.allSettled([
      commitImport(deps(), id, writer(), never),
      commitImport(deps(), id, writer(), never),
    ]);
    expect(outcomes.some((outcome) => outcome.status === 'fulfilled')).toBe(true);
    expect(await staffCount()).toBe(1300);
    expect(await readImportTask(database.pool, id)).toMatchObject({ status: 'DONE', committed: 1300, refused: 0 });
    const { rows } = await database.pool.query(`select reltuples as n from pg_class where relname = 'staff'`);
    expect(rows[0].n).toBeGreaterThan(0);
  });

  it('says what is wrong with the file, and can be dropped', async () => {
    const id = await open([['001', '张三', '']]);
    const { fileKey } = (await readImportTask(database.pool, id))!;
    await store.remove(fileKey);
    expect(await check(id)).toMatchObject({ status: 'FAILED', error: '上传的文件已不存在，请重新上传' });
    expect(await requestCommit(deps(), owner, id)).toMatchObject({ code: 'IMPORT_NOTHING_GOOD' });
    expect(good(await cancelImport(database.pool, owner, id))).toEqual({ id });
    expect(await cancelImport(database.pool, owner, id)).toMatchObject({
      code: 'IMPORT_WRONG_STATE',
      params: { state: '已取消' },
    });
    clock.advance(31 * 86_400_000);
    expect(await cleanImports(deps())).toBeGreaterThan(0);
    expect(await readImportTask(database.pool, id)).toBeUndefined();
  });

  it('whose process ended when its copy lay there is cleaned away with it', async () => {
    const cut = cutOffStore(store);
    const content = await xlsxBytes({ columns: [{ title: '工号', kind: 'text' }] }, [['001']]);
    void openImport(
      { sql: database.pool, store: cut.store, ids, clock, random },
      { ...owner, unitType: 'ORGANIZATION', unitId: 3, filename: '人员.xlsx', content, columns },
    );
    const key = await cut.key;
    clock.advance(31 * 86_400_000);
    await cleanImports(deps());
    expect(await store.stat(key)).toBeUndefined();
  });

  it('hands rows back with their own 原因, said once, and the reason of an earlier round replaced', async () => {
    const id = await open([['0012345678901', '张三', '事假', '旧']], ['工号', '姓名', '原因', '未导入原因']);
    await check(id);
    const workbook = good(await badRowsWorkbook(database.pool, (await readImportTask(database.pool, id))!));
    expect(good(await readTable(workbook.content, workbook.filename))).toMatchObject({
      headers: ['工号', '姓名', '原因', '未导入原因'],
      rows: [['0012345678901', '张三', '事假', '工号不能超过 10 个字']],
    });
    expect(reasonText([{ title: '工号', message: '工号 7 是李四的' }])).toBe('工号 7 是李四的');
  });

  it('with half a character in a cell says so of that row', async () => {
    const sheet = `<row r="1">${['工号', '姓名'].map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>
      <row r="2"><c t="inlineStr"><is><t>W1</t></is></c><c t="inlineStr"><is><t>张_xD83D_</t></is></c></row>`;
    const opened = good(
      await openImport(
        { sql: database.pool, store, ids, clock, random },
        { ...owner, unitType: null, unitId: null, filename: 'a.xlsx', content: await handmadeWorkbook(sheet), columns },
      ),
    );
    expect(await check(opened.id)).toMatchObject({ status: 'CHECKED', good: 0, bad: 1 });
    const { rows } = await readImportRows(database.pool, opened.id, { page: 1, size: 2 });
    expect(rows[0]!.errors).toEqual([{ key: 'name', title: '姓名', message: '含有不可用的字符' }]);
  });

  it('finds its headings below other lines in both readings, and keeps what it left out', async () => {
    const content = Buffer.from('某校,2026年\n姓名,工号\n张三,T1\n合计,1\n');
    const opened = good(
      await openImport(
        { sql: database.pool, store, ids, clock, random },
        { ...owner, unitType: null, unitId: null, filename: 'a.csv', content, columns },
      ),
    );
    expect(opened).toMatchObject({ headers: ['姓名', '工号'], mapping: { no: 1, name: 0 }, total: 1 });
    good(await requestCheck(deps(), owner, opened.id, columns, opened.mapping));
    await checkImport(deps(), opened.id, plan);
    expect(await readImportTask(database.pool, opened.id)).toMatchObject({
      good: 1,
      bad: 0,
      notices: ['第 1 行在表头以上，没有读取', '第 4 行「合计」在表的末尾，没有读取'],
    });
    const { rows } = await readImportRows(database.pool, opened.id, { page: 1, size: 2 });
    expect(rows.map(({ rowNo, raw }) => [rowNo, raw])).toEqual([[3, ['张三', 'T1']]]);
  });

  it('has a template that maps onto itself', async () => {
    const template = await templateWorkbook('人员', columns);
    expect(await readTable(template, '人员.xlsx')).toMatchObject({ code: 'SHEET_NO_ROWS' });
  });

  it('of one number over and over is checked to its end in a thread of its own, each row naming a few others', async () => {
    const count = 40_000;
    const id = await open(Array.from({ length: count }, () => ['007', '张三', '']));
    const threads: unknown[] = [];
    const started = (worker: unknown) => threads.push(worker);
    process.on('worker', started);
    expect(await check(id)).toMatchObject({ status: 'CHECKED', total: count, good: 0, bad: count });
    process.off('worker', started);
    expect(threads).toHaveLength(1);
    const { rows } = await readImportRows(database.pool, id, { page: 1, size: 1 });
    expect(rows[0]!.errors[0]!.message).toBe(`与第 3、4、5 行等 ${count - 1} 行重复`);
  });

  it('that takes too much memory or time is told so, and does not stand in the way of the next', async () => {
    const id = await open(Array.from({ length: 20_000 }, (_, i) => [`b${i}`, '张三', '']));
    const tooLarge = { status: 'FAILED', error: expect.stringMatching(/^表格展开后超过 10 MiB/) };
    expect(await check(id, { heapMiB: 10 })).toMatchObject(tooLarge);
    const tooSlow = { status: 'FAILED', error: expect.stringMatching(/^读取或检查超过 .*分钟，已停止/) };
    expect(await check(id, { timeoutMs: 1 })).toMatchObject(tooSlow);
    expect(await check(id)).toMatchObject({ status: 'CHECKED', good: 20_000 });
    const { heapMiB, timeoutMs } = ofProcess;
    expect({ heapMiB, timeoutMs }).toEqual({ heapMiB: 768, timeoutMs: 600_000 });
  });

  it('has at most two hundred thousand rows', async () => {
    const table = (count: number) => readTable(Buffer.from(`工号,姓名\n${'1,张三\n'.repeat(count)}`), '人员.csv');
    expect(await table(200_000)).toMatchObject({ total: 200_000 });
    expect(await table(200_001)).toMatchObject({ code: 'SHEET_TOO_MANY_ROWS', params: { limit: 200_000 } });
  });

  it('under way is known to be: whoever else takes it up, as after a kill, tells of it and checks nothing', async () => {
    const id = await open([['K3', '张三', '']]);
    good(await requestCheck(deps(), owner, id, columns, { no: 0, name: 1 }));
    const begun: unknown[] = [];
    const anew: number[] = [];
    const underWay = async (): Promise<CheckPlan> => ({
      ...(await plan()),
      check: async () => {
        const { rows } = await database.aside.query('select check_begun from import_task where id = $1', [id]);
        begun.push(rows[0]);
        await checkImport(deps(), id, async () => {
          anew.push(id);
          return plan();
        });
        return new Map();
      },
    });
    await checkImport(deps(), id, underWay);
    expect([begun, anew]).toEqual([[{ check_begun: true }], []]);
    expect(await readImportTask(database.pool, id)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('服务中断'),
    });
  });

  it('whose check was killed with its process is not tried again by itself, but when asked', async () => {
    const id = await open([['K1', '张三', '']]);
    good(await requestCheck(deps(), owner, id, columns, { no: 0, name: 1 }));
    // As a killed process leaves it: begun, and no end told.
    await database.pool.query('update import_task set check_begun = true where id = $1', [id]);
    await checkImport(deps(), id, plan);
    expect(await readImportTask(database.pool, id)).toMatchObject({
      status: 'FAILED',
      error: expect.stringContaining('服务中断'),
    });
    expect(await check(id)).toMatchObject({ status: 'CHECKED', good: 1 });
  });

  it('whose check failed in an ordinary way is tried again', async () => {
    const id = await open([['K2', '李四', '']]);
    good(await requestCheck(deps(), owner, id, columns, { no: 0, name: 1 }));
    const broken = async (): Promise<CheckPlan> => ({
      ...(await plan()),
      check: () => Promise.reject(new Error('no')),
    });
    await expect(checkImport(deps(), id, broken)).rejects.toThrow('no');
    await checkImport(deps(), id, plan);
    expect(await readImportTask(database.pool, id)).toMatchObject({ status: 'CHECKED', good: 1 });
  });
});
