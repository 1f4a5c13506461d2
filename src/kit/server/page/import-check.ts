/** The check of an import as the dialog sees it: columns or fixed values chosen, cells corrected, rows with their faults. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { findStoredFile } from '../files/save-upload.ts';
import { openImport } from '../jobs/import/open-import.ts';
import { missingSources } from '../jobs/import/propose-mapping.ts';
import { type ImportOwner, requestCheck, requestFix } from '../jobs/import/request-import.ts';
import { foldSecond } from '../jobs/import/second-sheet.ts';
import {
  type ImportRowView,
  readGoodRows,
  readImportRows,
  readOwnImport,
  readRowCells,
} from '../jobs/import/task-row.ts';
import type { ImportColumn, ImportTask, Mapping, Source } from '../jobs/import/types.ts';
import { reasonTitle } from '../jobs/import/workbooks.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { withWholeTable } from '../sheet/whole-table.ts';
import { importColumns } from './import-parts.ts';
import type { Registered } from './registry.ts';

type Body = Record<string, unknown>;

/** Rows of the preview; the workbook has them all. */
const previewRows = 500;
/** A check longer than this goes on in the background and is asked for again. */
const longestWaitMs = 110_000;
const lookEveryMs = 120;
const longestText = 1_000;

/** The account and page an import belongs to. */
export const importOwner = (entry: Registered, ctx: Ctx): ImportOwner => ({
  accountId: ctx.session.accountId,
  pagePath: entry.path,
});

/** The task a body names; 0 where it names none. */
export const taskIdOf = (body: Body): number =>
  typeof body.taskId === 'number' && Number.isSafeInteger(body.taskId) ? body.taskId : 0;

const mostRowNo = 2 ** 31 - 1;

/** A text that jsonb can hold. */
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= longestText && value.isWellFormed() && !value.includes('\0');

/** A column by index, `{fixed: text}` for all rows, or nothing. */
function readSource(sent: unknown): Source {
  if (typeof sent === 'number' && Number.isInteger(sent) && sent >= 0) return sent;
  const fixed = typeof sent === 'object' && sent !== null ? (sent as Body).fixed : undefined;
  return isText(fixed) && fixed.trim() !== '' ? { fixed: fixed.trim() } : null;
}

function readMapping(sent: unknown, columns: readonly ImportColumn[]): Mapping | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  return Object.fromEntries(columns.map(({ key }) => [key, readSource((sent as Body)[key])]));
}

/** The task of an uploaded file: the one opened before, or a new one. */
async function taskOf(
  entry: Registered,
  ctx: Ctx,
  body: Body,
  columns: readonly ImportColumn[],
): Promise<ImportTask | Refusal> {
  const { services, session } = ctx;
  const sql = sqlOf(ctx.db);
  const own = importOwner(entry, ctx);
  if (taskIdOf(body)) return (await readOwnImport(sql, own, taskIdOf(body))) ?? refuse('NOT_FOUND');
  if (typeof body.fileKey !== 'string') return refuse('MALFORMED', { detail: '缺少 fileKey' });
  const known = await sql.query<{ id: number }>(
    `select id from import_task where account_id = $1 and page_path = $2 and file_key = $3 and status in ('MAPPING', 'CHECKED', 'FAILED')
     order by id desc limit 1`,
    [own.accountId, own.pagePath, body.fileKey],
  );
  if (known.rows[0]) return (await readOwnImport(sql, own, known.rows[0].id))!;
  const stored = await findStoredFile(sql, body.fileKey);
  const file = stored?.accountId === session.accountId ? await services.files.get(body.fileKey) : undefined;
  if (!stored || !file) return refuse('NOT_FOUND');
  const opened = await withWholeTable(file.stream, async (content) => {
    const folded = await foldSecond(entry.page, content, stored.name, columns);
    return openImport(
      { sql, store: services.files, ids: services.ids, clock: services.clock, random: services.random },
      {
        ...own,
        unitType: session.unitType,
        unitId: session.unitId,
        filename: stored.name,
        ...(folded ?? { content, fileKey: body.fileKey as string }),
        columns,
      },
    );
  });
  return isRefusal(opened) ? opened : (await readOwnImport(sql, own, opened.id))!;
}

const sources = (mapping: Mapping) =>
  Object.fromEntries(Object.entries(mapping).filter(([, source]) => source !== null));

/** Columns of the file that no field is read from: what stands in them does not come along. */
function unusedColumns({ headers }: ImportTask, mapping: Mapping): string[] {
  const used = new Set(Object.values(mapping));
  const unused = headers.filter((header, i) => !used.has(i) && header !== `第${i + 1}列` && header !== reasonTitle);
  return unused.length > 0 ? [`文件中的这些列没有用到：${unused.join('、')}`] : [];
}

const headOf = (task: ImportTask, mapping: Mapping) => ({
  taskId: task.id,
  headers: task.headers,
  mapping: sources(mapping),
  total: task.total,
});

function shownRow(row: ImportRowView, mapping: Mapping) {
  const text = (source: Source) => (typeof source === 'number' ? (row.raw[source] ?? '') : source?.fixed);
  const values = Object.fromEntries(Object.entries(sources(mapping)).map(([key, source]) => [key, text(source)]));
  return { rowNo: row.rowNo, values, errors: Object.fromEntries(row.errors.map((e) => [e.key, e.message])) };
}

async function preview(ctx: Ctx, task: ImportTask) {
  const sql = sqlOf(ctx.db);
  const bad = await readImportRows(sql, task.id, { state: 'ALL_BAD', page: 1, size: previewRows });
  const room = previewRows - bad.rows.length;
  const good = room > 0 ? await readImportRows(sql, task.id, { state: 'GOOD', page: 1, size: room }) : { rows: [] };
  return [...bad.rows, ...good.rows].map((row) => shownRow(row, task.mapping));
}

/** Waits for the check that was asked for and shows what it found. */
async function whenChecked(entry: Registered, ctx: Ctx, id: number): Promise<unknown> {
  const until = ctx.clock.now() + longestWaitMs;
  for (;;) {
    const task = (await readOwnImport(sqlOf(ctx.db), importOwner(entry, ctx), id))!;
    if (task.status === 'FAILED') return refuse('NOT_NOW', { why: task.error ?? '检查没有完成，请重新上传' });
    if (task.status !== 'CHECKING') {
      const { good, bad } = task;
      const warnings =
        (await entry.binding.importRows?.warnings?.(ctx, await readGoodRows(sqlOf(ctx.db), task.id))) ?? [];
      const said = [...task.notices, ...unusedColumns(task, task.mapping), ...warnings];
      return { ...headOf(task, task.mapping), good, bad, missing: [], warnings: said, rows: await preview(ctx, task) };
    }
    if (ctx.clock.now() > until) return refuse('BUSY');
    await wait(lookEveryMs);
  }
}

/** `import_check {fileKey | taskId, mapping?}`: every row read by this mapping, with its faults. */
export async function checkVerb(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const columns = importColumns(entry.page);
  const task = await taskOf(entry, ctx, body, columns);
  if (isRefusal(task)) return task;
  const mapping = readMapping(body.mapping, columns) ?? task.mapping;
  const missing = missingSources(mapping, columns).map((c) => c.key);
  if (missing.length > 0)
    return { ...headOf(task, mapping), good: 0, bad: 0, missing, warnings: task.notices, rows: [] };
  const asked = await requestCheck(ctx.services, importOwner(entry, ctx), task.id, columns, mapping);
  return isRefusal(asked) ? asked : whenChecked(entry, ctx, task.id);
}

interface Correction {
  rowNo: number;
  values: Record<string, string>;
}

function readCorrections(sent: unknown): Correction[] | undefined {
  if (!Array.isArray(sent) || sent.length > previewRows) return undefined;
  const fine = sent.every(
    (row) =>
      Number.isInteger(row?.rowNo) &&
      row.rowNo >= 0 &&
      row.rowNo <= mostRowNo &&
      typeof row.values === 'object' &&
      row.values !== null &&
      Object.values(row.values).every(isText),
  );
  return fine ? (sent as Correction[]) : undefined;
}

/**
 * `import_fix {taskId, rows: [{rowNo, values: {field: text}}]}`: puts corrected cells in place of the file's and checks
 * again, repeats within the file included. Rows that were written stay; with no rows it only takes up what was left.
 */
export async function fixVerb(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const sql = sqlOf(ctx.db);
  const own = importOwner(entry, ctx);
  const corrections = readCorrections(body.rows);
  if (!corrections) return refuse('MALFORMED', { detail: `rows 应为最多 ${previewRows} 行 {rowNo, values}` });
  const task = await readOwnImport(sql, own, taskIdOf(body));
  if (!task) return refuse('NOT_FOUND');
  const cells = await readRowCells(
    sql,
    task.id,
    corrections.map((row) => row.rowNo),
  );
  const rows: { rowNo: number; raw: string[] }[] = [];
  for (const { rowNo, values } of corrections) {
    const known = cells.get(rowNo);
    if (!known) return refuse('MALFORMED', { detail: `第 ${rowNo} 行不存在` });
    const raw = task.headers.map((_, i) => known[i] ?? '');
    for (const [key, text] of Object.entries(values)) {
      const source = Object.hasOwn(task.mapping, key) ? task.mapping[key] : null;
      if (typeof source !== 'number')
        return refuse('MALFORMED', { detail: `「${key}」不取自文件中的列，不能逐行修改` });
      raw[source] = text;
    }
    rows.push({ rowNo, raw });
  }
  const asked = await requestFix(ctx.services, own, task.id, rows);
  return isRefusal(asked) ? asked : whenChecked(entry, ctx, task.id);
}
