/** Export and import verbs of a page. */
import type { Ctx } from '../context.ts';
import { createExport } from '../jobs/export/create-export.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { sheetVerb } from '../sheet/sheet-rows.ts';
import { withoutOwner } from './belonging.ts';
import type { ExportFilter } from './export-plan.ts';
import { importVerb } from './import-verbs.ts';
import { linesVerb } from './lines-verbs.ts';
import { maySort, readSearch } from './query-input.ts';

import type { Registered, Registry } from './registry.ts';

type Body = Record<string, unknown>;

/** Puts an export of the list, filtered as sent, into the export centre; answers the task's id. */
async function startExport(registry: Registry, entry: Registered, ctx: Ctx, body: Body): Promise<unknown> {
  const search = readSearch(entry.page, body.search as Body | null | undefined);
  if (isRefusal(search)) return search;
  const ownerless = await withoutOwner(registry, entry, ctx, search);
  if (ownerless) return ownerless;
  const columns = Array.isArray(body.columns)
    ? body.columns.filter((c): c is string => typeof c === 'string').slice(0, 200)
    : null;
  const sort = typeof body.sort === 'string' ? body.sort : null;
  if (sort && !maySort(entry.page, sort, !entry.binding.query))
    return refuse('MALFORMED', { detail: `不能按 ${sort} 排序` });
  const { session, services } = ctx;
  const full = await services.disk.refuses('导出');
  if (full) return full;
  const filter: ExportFilter = { search, sort, columns, employeeId: session.employeeId };
  const task = await createExport(services, {
    accountId: session.accountId,
    unitType: session.unitType,
    unitId: session.unitId,
    pagePath: entry.path,
    title: entry.title,
    filter,
  });
  if (!isRefusal(task)) await ctx.audit({ action: '导出', targetId: task.id, targetName: task.filename });
  return task;
}

/** Answers export and import verbs and those of rows; undefined for any other verb. */
export async function exchange(
  registry: Registry,
  entry: Registered,
  verb: string,
  ctx: Ctx,
  body: Body,
): Promise<unknown> {
  if (verb === 'export') return entry.page.list?.export ? startExport(registry, entry, ctx, body) : undefined;
  // Null is an answer: there is no import to take back.
  const imported = await importVerb(entry, verb, ctx, body);
  if (imported !== undefined) return imported;
  return (await sheetVerb(entry.page, verb, ctx, body)) ?? linesVerb(registry, entry, verb, ctx, body);
}
