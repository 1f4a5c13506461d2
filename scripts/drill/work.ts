/** The work of an office beside the swipes: an export, an import, a subsidy batch, the settlement of units. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { workbook } from '../../bench/import.ts';
import { approvers } from '../../src/demo/staff.ts';
import type { Services } from '../../src/kit/server/context.ts';
import type { ExportItem } from '../../src/kit/server/jobs/export/list-exports.ts';
import { type Clerk, clerk } from './calls.ts';

const people = '/admin/organization/user';
const batches = '/admin/organization/subsidy/batch_recharge';
const subsidyFen = 100;
const lookMs = 500;
/** A job whose server was killed is taken up by another within a minute; twice, and the work itself. */
const longestMs = 6 * 60_000;

export interface OfficeWork {
  importedRows: number;
  /** Rows of the import that are there other than once. */
  importFaults: number;
  exports: number;
  /** Exports that did not hold what they should, or could not be fetched from another server. */
  exportFaults: number;
  granted: number;
  /** People of the batch with other than one lot. */
  grantFaults: number;
}

/** Whatever is not there once. */
export const workFaults = (work: OfficeWork): number => work.importFaults + work.exportFaults + work.grantFaults;

async function until<T>(what: string, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + longestMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error(`${what} 没有完成`);
    await pause(lookMs);
  }
}

/** New people by workbook; job numbers of one run begin alike. */
async function importPeople(school: Clerk, rows: number, name: string): Promise<void> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await workbook(rows, name))]), '新生名单.xlsx');
  const { key } = await school.post<{ key: string }>('/upload?purpose=import', form);
  const { taskId, bad } = await school.post<{ taskId: number; bad: number }>(`${people}/import_check`, {
    fileKey: key,
  });
  if (bad > 0) throw new Error(`导入的名单有 ${bad} 行不对`);
  await school.post(`${people}/import_commit`, { taskId });
  await until('导入', async () => {
    const { status, error } = await school.post<{ status: string; error: string | null }>(`${people}/import_status`, {
      taskId,
    });
    if (status !== 'RUNNING' && status !== 'FINISHED') throw new Error(`导入 ${status}：${error}`);
    return status === 'FINISHED' ? true : undefined;
  });
}

/** A list, and the same as a workbook, asked of one server and fetched from whichever answers; whether both are whole. */
async function exportPeople(school: Clerk, rows: () => Promise<number>): Promise<boolean> {
  const least = await rows();
  const { total } = await school.post<{ total: number }>(`${people}/query`, { size: 10 });
  const { id } = await school.post<{ id: number }>(`${people}/export`, { search: {} });
  const done = await until('导出', async () => {
    const tasks = await school.get<ExportItem[]>('/admin/common/get_excel_missiontable');
    const task = tasks.find((one) => one.id === id);
    if (task?.status === 'FAILED') throw new Error(`导出失败：${task.error}`);
    return task?.finish ? task : undefined;
  });
  const bytes = await school.fetch(done.dowmloadUrl!);
  return total >= least && done.rows >= least && bytes.subarray(0, 2).toString() === 'PK' && bytes.length > done.rows;
}

async function grantEverybody(school: Clerk, second: Clerk, name: string): Promise<number> {
  const types = await school.post<{ id: number }[]>('/admin/organization/type/options', { size: 200 });
  const { id } = await school.post<{ id: number }>(`${batches}/create`, {
    kind: 'GRANT',
    mode: 'MANUAL',
    name: `演练餐补${name}`,
    reason: '演练',
    amountFen: subsidyFen,
    typeIds: types.map((one) => one.id),
  });
  const draft = await until('补贴核对', async () => {
    const batch = await school.post<{ status: string; totalCount: number; totalFen: number }>(`${batches}/get`, { id });
    return batch.status === 'CHECKED' ? batch : undefined;
  });
  await school.post(`${batches}/submit`, { id, controlCount: draft.totalCount, controlFen: draft.totalFen });
  await second.post(`${batches}/approve`, { id });
  await until('补贴发放', async () => {
    const { status } = await school.post<{ status: string }>(`${batches}/get`, { id });
    return status === 'GRANTED' ? true : undefined;
  });
  return id;
}

const count = async (pool: Pool, sql: string, values: unknown[]): Promise<number> =>
  (await pool.query<{ n: number }>(sql, values)).rows[0]!.n;

/** All of it at once, over servers that come and go; what became of it, read from the database. */
export async function officeWork(
  origins: readonly string[],
  pool: Pool,
  organizationId: number,
  { importRows, exports, name = '' }: { importRows: number; exports: number; name?: string },
): Promise<OfficeWork> {
  const school = await clerk(origins, 'school');
  const second = await clerk(origins, approvers.school!);
  const rows = () =>
    count(pool, `select count(*)::int as n from person where organization_id = $1 and status <> 'CLOSED'`, [
      organizationId,
    ]);
  let exportFaults = 0;
  const exporting = (async () => {
    for (let i = 0; i < exports; i += 1) if (!(await exportPeople(school, rows))) exportFaults += 1;
  })();
  const [batchId] = await Promise.all([grantEverybody(school, second, name), exporting]);
  await importPeople(school, importRows, name);
  const lots = `select person_id, count(*) as lots from wallet where organization_id = $1 and batch_id = $2 group by person_id`;
  const granted = await count(pool, `select count(*)::int as n from (${lots}) l`, [organizationId, batchId]);
  const wanted = await count(
    pool,
    `select posted_count::int as n from subsidy_batch where organization_id = $1 and id = $2`,
    [organizationId, batchId],
  );
  return {
    importedRows: importRows,
    importFaults:
      importRows -
      (await count(
        pool,
        `select count(*)::int as n from (select job_number from person where organization_id = $1 and job_number ~ $2
         group by job_number having count(*) = 1) p`,
        [organizationId, `^N${name}[0-9]{7}$`],
      )),
    exports,
    exportFaults,
    granted,
    grantFaults:
      Math.abs(wanted - granted) +
      (await count(pool, `select count(*)::int as n from (${lots}) l where lots <> 1`, [organizationId, batchId])),
  };
}

/** Schedules of the minute that ran in the window, and those of them that ran other than once in a minute. */
export async function schedules(pool: Pool): Promise<{ minutes: number; twice: number }> {
  const { rows } = await pool.query<{ minutes: number; twice: number }>(
    `select count(*)::int as minutes, count(*) filter (where n > 1)::int as twice from (
       select j.name, date_trunc('minute', j.created_on) as minute, count(*) as n
       from job_queue.job j join job_queue.schedule s on s.name = j.name and s.cron = '* * * * *'
       where j.created_on > now() - interval '1 hour' group by 1, 2) m`,
  );
  return rows[0]!;
}

/** Puts the settlement of units into its queue, as its hour would. */
export const settleNow = (services: Services): Promise<unknown> => services.jobs.enqueue('unit-money', {});
