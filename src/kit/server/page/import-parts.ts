/** How a page takes part in an import: its fields as columns, its checks, its writer. */
import { neededOfRows } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import type { Ctx, Services, Session } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import type { CheckPlan } from '../jobs/import/check-import.ts';
import type { ChunkWriter } from '../jobs/import/commit-import.ts';
import type { ImportParts } from '../jobs/import/define-import-jobs.ts';
import type { ImportColumn, ImportTask } from '../jobs/import/types.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../refusal.ts';
import type { ImportBinding } from './binding.ts';
import { auditWith } from './command.ts';
import { may } from './grants.ts';
import { makeContext } from './make-context.ts';

/** The importable fields of a page in order. */
export function importColumns(page: AnyPage): ImportColumn[] {
  const spec = page.import;
  const unique = new Set<string>(spec?.unique ?? []);
  return (spec?.fields ?? []).map((key) => {
    // What is asked only while something holds of the row the page's own check looks for.
    const { when: _, required: __, ...field } = page.fields[key]!;
    return {
      ...field,
      key,
      ...(neededOfRows(page.fields[key]!) ? { required: true as const } : {}),
      ...(unique.has(key) ? { unique: true } : {}),
    };
  });
}

/** Checks and names of a page, in a context. */
export function checkPlan(page: AnyPage, binding: ImportBinding, ctx: Ctx): CheckPlan {
  const { resolve, check } = binding;
  return {
    columns: importColumns(page),
    resolve: async (key, names) => (resolve ? resolve(ctx, key, names) : new Map()),
    ...(check ? { check: (rows) => check(ctx, [...rows]) } : {}),
  };
}

/** The parts the import jobs ask for; rights are those the owner has when the job runs. */
export function importParts(
  services: Services,
  sessionOf: (accountId: number, unit: Pick<ImportTask, 'unitType' | 'unitId'>) => Promise<Session | Refusal>,
): ImportParts {
  const enter = async (task: ImportTask) => {
    const entry = services.registry.at(task.pagePath);
    const binding = entry?.binding.importRows;
    if (!entry || !binding) return refuse('NOT_FOUND');
    const session = await sessionOf(task.accountId, task);
    if (isRefusal(session)) return session;
    if (!may(session, entry.page, entry.path, 'import_commit')) return refuse('NOT_PERMITTED', { what: entry.title });
    const ctx = makeContext(services, session, entry.path);
    return { entry, binding, ctx };
  };
  return {
    plan: async (task) => {
      const found = await enter(task);
      return isRefusal(found) ? found : checkPlan(found.entry.page, found.binding, found.ctx);
    },
    writer: async (task): Promise<ChunkWriter> => {
      const found = await enter(task);
      if (isRefusal(found)) throw new Error(`import ${task.id}: ${refusalMessage(found)}`);
      const { binding, ctx } = found;
      const key = `import:${task.id}`;
      return async (rows, save) => {
        const made = new Map<number, number>();
        const done = binding.ownTransactions ? await binding.commit(ctx, rows, made, key) : undefined;
        await ctx.db.transaction().execute(async (db) => {
          const inner: Ctx = { ...ctx, db, audit: auditWith(ctx, db) };
          const refused = done ?? (await binding.commit(inner, rows, made, key));
          await inner.audit({
            action: '导入',
            targetId: task.id,
            targetName: task.filename,
            changes: [{ key: 'rows', label: '导入行数', before: null, after: rows.length - refused.size }],
          });
          await save(sqlOf(db), refused, made);
        });
      };
    },
  };
}
