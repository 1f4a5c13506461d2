/** The import's calls: template, check, commit, status, cancel, the workbook of bad rows. */
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import { findStoredFile } from '../files/save-upload.ts';
import { openImport } from '../jobs/import/open-import.ts';
import { missingSources } from '../jobs/import/propose-mapping.ts';
import { cancelImport, requestCheck, requestCommit } from '../jobs/import/request-import.ts';
import { type ImportRowView, readImportRows, readOwnImport } from '../jobs/import/task-row.ts';
import type { ImportColumn, ImportTask, Mapping } from '../jobs/import/types.ts';
import { badRowsWorkbook, templateWorkbook } from '../jobs/import/workbooks.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { importColumns } from './import-parts.ts';
import type { Registered } from './registry.ts';

type Body = Record<string, unknown>;

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows of the preview; the workbook has them all. */
const previewRows = 500;
/** A check longer than this goes on in the background and is asked for again. */
const longestWaitMs = 110_000;
const lookEveryMs = 120;

const owner = (entry: Registered, ctx: Ctx) => ({ accountId: ctx.session.accountId, pagePath: entry.path });
const taskId = (body: Body) => (typeof body.taskId === 'number' && Number.isSafeInteger(body.taskId) ? body.taskId : 0);

function readMapping(sent: unknown, columns: readonly ImportColumn[]): Mapping | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  const mapping: Record<string, number | null> = {};
  for (const { key } of columns) {
    const at = (sent as Body)[key];
    mapping[key] = typeof at === 'number' && Number.isInteger(at) && at >= 0 ? at : null;
  }
  return mapping;
}

/** The task of an uploaded file: the one opened before, or a new one. */
async function taskOf(
  entry: Registered,
  ctx: Ctx,
  body: Body,
  columns: readonly ImportColumn[],
): Promise<ImportTask | Refusal> {
  const { services, session } = ctx;
  const own = owner(entry, ctx);
  if (taskId(body)) return (await readOwnImport(services.pool, own, taskId(body))) ?? refuse('NOT_FOUND');
  if (typeof body.fileKey !== 'string') return refuse('MALFORMED', { detail: '缺少 fileKey' });
  const known = await services.pool.query<{ id: number }>(
    `select id from import_task where account_id = $1 and page_path = $2 and file_key = $3 and status in ('MAPPING', 'CHECKED', 'FAILED')
     order by id desc limit 1`,
    [own.accountId, own.pagePath, body.fileKey],
  );
  if (known.rows[0]) return (await readOwnImport(services.pool, own, known.rows[0].id))!;
  const stored = await findStoredFile(services.pool, body.fileKey);
  const file = stored?.accountId === session.accountId ? await services.files.get(body.fileKey) : undefined;
  if (!stored || !file) return refuse('NOT_FOUND');
  const opened = await openImport(
    { sql: services.pool, store: services.files, ids: services.ids, clock: services.clock, random: services.random },
    {
      ...own,
      unitType: session.unitType,
      unitId: session.unitId,
      filename: stored.name,
      content: await buffer(file.stream),
      fileKey: body.fileKey,
      columns,
    },
  );
  return isRefusal(opened) ? opened : (await readOwnImport(services.pool, own, opened.id))!;
}

function shownRow(row: ImportRowView, mapping: Mapping) {
  const values = Object.fromEntries(
    Object.entries(mapping).flatMap(([key, at]) => (typeof at === 'number' ? [[key, row.raw[at] ?? '']] : [])),
  );
  return { rowNo: row.rowNo, values, errors: Object.fromEntries(row.errors.map((e) => [e.key, e.message])) };
}

async function preview(ctx: Ctx, task: ImportTask) {
  const { pool } = ctx.services;
  const bad = await readImportRows(pool, task.id, { state: 'ALL_BAD', page: 1, size: previewRows });
  const room = previewRows - bad.rows.length;
  const good = room > 0 ? await readImportRows(pool, task.id, { state: 'GOOD', page: 1, size: room }) : { rows: [] };
  return [...bad.rows, ...good.rows].map((row) => shownRow(row, task.mapping));
}

async function check(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const columns = importColumns(entry.page);
  const task = await taskOf(entry, ctx, body, columns);
  if (isRefusal(task)) return task;
  const mapping = readMapping(body.mapping, columns) ?? task.mapping;
  const missing = missingSources(mapping, columns).map((c) => c.key);
  const shown = (t: ImportTask) => ({
    taskId: t.id,
    headers: t.headers,
    mapping: Object.fromEntries(Object.entries(mapping).filter(([, at]) => typeof at === 'number')),
    total: t.total,
  });
  if (missing.length > 0) return { ...shown(task), good: 0, bad: 0, missing, rows: [] };
  const asked = await requestCheck(ctx.services, owner(entry, ctx), task.id, columns, mapping);
  if (isRefusal(asked)) return asked;
  const until = ctx.clock.now() + longestWaitMs;
  for (;;) {
    const now = (await readOwnImport(ctx.services.pool, owner(entry, ctx), task.id))!;
    if (now.status === 'FAILED') return refuse('NOT_NOW', { why: now.error ?? '检查没有完成，请重新上传' });
    if (now.status !== 'CHECKING')
      return { ...shown(now), good: now.good, bad: now.bad, missing, rows: await preview(ctx, now) };
    if (ctx.clock.now() > until) return refuse('BUSY');
    await wait(lookEveryMs);
  }
}

const states = {
  MAPPING: 'CHECKED',
  CHECKING: 'RUNNING',
  CHECKED: 'CHECKED',
  COMMITTING: 'RUNNING',
  DONE: 'FINISHED',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
} as const;

async function status(entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const task = await readOwnImport(ctx.services.pool, owner(entry, ctx), taskId(body));
  if (!task) return refuse('NOT_FOUND');
  const done = task.committed + task.refused;
  const bad = task.bad + task.refused;
  return { status: states[task.status], total: task.good, done, good: task.committed, bad, error: task.error };
}

/** Answers an import verb; undefined when the page has no import or the verb is another. */
export async function importVerb(entry: Registered, verb: string, ctx: Ctx, body: Body): Promise<unknown> {
  if (!entry.page.import || !entry.binding.importRows) return undefined;
  const own = owner(entry, ctx);
  switch (verb) {
    case 'import_template':
      return {
        file: {
          name: `${entry.title}-导入模板.xlsx`,
          type: xlsxType,
          content: await templateWorkbook(entry.title, importColumns(entry.page)),
        },
      };
    case 'import_check':
      return check(entry, ctx, body);
    case 'import_commit': {
      const asked = await requestCommit(ctx.services, own, taskId(body));
      return isRefusal(asked) ? asked : { taskId: asked.id };
    }
    case 'import_status':
      return status(entry, ctx, body);
    case 'import_cancel':
      return cancelImport(ctx.services.pool, own, taskId(body));
    case 'import_bad_rows': {
      const task = await readOwnImport(ctx.services.pool, own, taskId(body));
      if (!task) return refuse('NOT_FOUND');
      const workbook = await badRowsWorkbook(ctx.services.pool, task);
      return isRefusal(workbook)
        ? workbook
        : { file: { name: workbook.filename, type: xlsxType, content: workbook.content } };
    }
    default:
      return undefined;
  }
}
