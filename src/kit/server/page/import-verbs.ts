/** The import's calls: template, check, correction, commit, status, cancel, the workbook of bad rows. */
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { cancelImport, requestCommit } from '../jobs/import/request-import.ts';
import { readOwnImport } from '../jobs/import/task-row.ts';
import { badRowsWorkbook, templateWorkbook } from '../jobs/import/workbooks.ts';
import { isRefusal, refuse } from '../refusal.ts';
import { xlsxType } from '../sheet/workbook-file.ts';
import { lastImport, takeBack } from './import-back.ts';
import { checkVerb, fixVerb, importOwner, taskIdOf } from './import-check.ts';
import { importColumns } from './import-parts.ts';
import type { Registered } from './registry.ts';

type Body = Record<string, unknown>;

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
  const task = await readOwnImport(sqlOf(ctx.db), importOwner(entry, ctx), taskIdOf(body));
  if (!task) return refuse('NOT_FOUND');
  // What an earlier round wrote is done; the figures are those of this one.
  const good = Math.max(0, task.committed - Math.max(0, task.total - task.good - task.bad));
  const bad = task.bad + task.refused;
  const done = good + task.refused;
  return { status: states[task.status], total: task.good, done, good, bad, error: task.error };
}

/** Answers an import verb; undefined when the page has no import or the verb is another. */
export async function importVerb(entry: Registered, verb: string, ctx: Ctx, body: Body): Promise<unknown> {
  if (!entry.page.import || !entry.binding.importRows) return undefined;
  const own = importOwner(entry, ctx);
  switch (verb) {
    case 'import_template':
      return {
        file: {
          name: `${entry.title}-导入模板.xlsx`,
          type: xlsxType,
          // What needs a permission of its own is chosen in the dialog, not expected of every file.
          content: await templateWorkbook(
            entry.title,
            importColumns(entry.page).filter((column) => column.needs === undefined),
            entry.page,
          ),
        },
      };
    case 'import_check':
      return checkVerb(entry, ctx, body);
    case 'import_fix':
      return fixVerb(entry, ctx, body);
    case 'import_commit': {
      const asked = await requestCommit(ctx.services, own, taskIdOf(body));
      return isRefusal(asked) ? asked : { taskId: asked.id };
    }
    case 'import_status':
      return status(entry, ctx, body);
    case 'import_cancel':
      return cancelImport(sqlOf(ctx.db), own, taskIdOf(body));
    case 'import_last':
      return lastImport(entry, ctx);
    case 'import_take_back':
      return takeBack(entry, ctx, body);
    case 'import_bad_rows': {
      const task = await readOwnImport(sqlOf(ctx.db), own, taskIdOf(body));
      if (!task) return refuse('NOT_FOUND');
      const workbook = await badRowsWorkbook(sqlOf(ctx.db), task);
      return isRefusal(workbook)
        ? workbook
        : { file: { name: workbook.filename, type: xlsxType, content: workbook.content } };
    }
    default:
      return undefined;
  }
}
