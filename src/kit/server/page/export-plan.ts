/** Makes an export task's plan when its turn comes, under the rights its owner has at that moment. */

import { narrowed } from '../../define/wide.ts';
import { isoAt } from '../clock.ts';
import type { Ctx, Services, Session } from '../context.ts';
import type { ExportPlanner } from '../jobs/export/run-export.ts';
import type { ExportPlan, ExportTask } from '../jobs/export/types.ts';
import { listRows, listStatement, presentRow, runList } from '../query/list.ts';
import type { ListQuery } from '../query/list-statement.ts';
import { countRows } from '../query/list-totals.ts';
import { isWide } from '../query/scope.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { SheetInfo } from '../sheet/types.ts';
import type { Search } from './binding.ts';
import { exportColumns, filterWords } from './export-columns.ts';
import { may, seenEntry } from './grants.ts';
import { makeContext } from './make-context.ts';
import { readProven } from './prove.ts';
import { readSearch } from './query-input.ts';
import { refNames } from './refs.ts';

/** Finds what an account may do now, or why it may nothing any more. */
export type SessionOf = (accountId: number, employeeId: number | null) => Promise<Session | Refusal>;

/** What an export task remembers. */
export interface ExportFilter extends Record<string, unknown> {
  search: Record<string, unknown>;
  sort: string | null;
  columns: string[] | null;
  employeeId: number | null;
}

const batchRows = 1_000;

/** The identity below the totals; absent where nothing is proven. */
const noteOf = (check: { text: string } | null | undefined): Pick<SheetInfo, 'notes'> =>
  check?.text ? { notes: [`核对：${check.text}`] } : {};

const inWords = (row: Record<string, unknown>, exported: readonly [string, (value: unknown) => string][]) =>
  exported.length === 0
    ? row
    : { ...row, ...Object.fromEntries(exported.map(([key, words]) => [key, words(row[key])])) };

/** Rows that only code can make, a thousand at a time. */
async function* codedRows(query: ListQuery, ctx: Ctx, sort: string | null, search: Search) {
  const exported = Object.entries(query.source.exported ?? {}) as [string, (value: unknown) => string][];
  for (let page = 1; ; page += 1) {
    const rows = await listRows(query, ctx, { page, size: batchRows, sort, search });
    if (rows.length > 0) yield rows.map((r) => inWords(presentRow(query, ctx, r), exported));
    if (rows.length < batchRows) return;
  }
}

/** The planner of all pages. */
export function exportPlanner(services: Services, sessionOf: SessionOf): ExportPlanner {
  return async (task: ExportTask): Promise<ExportPlan | Refusal> => {
    const whole = services.registry.at(task.pagePath);
    if (!whole) return refuse('NOT_FOUND');
    const { search: sent, sort, columns, employeeId } = task.filter as ExportFilter;
    const session = await sessionOf(task.accountId, employeeId);
    if (isRefusal(session)) return session;
    const entry = seenEntry(session, whole);
    if (!may(session, entry.page, entry.path, 'export')) return refuse('NOT_PERMITTED', { what: entry.title });
    const search = readSearch(entry.page, sent);
    if (isRefusal(search)) return search;
    const ctx = makeContext(services, session, entry.path);
    const names = await refNames(services.registry, entry.page.fields, ctx, search);
    const info: SheetInfo = {
      title: entry.title,
      ...(session.unitName ? { unit: session.unitName } : {}),
      filter: filterWords(entry.page, search, names) || '全部',
      exporter: session.name,
      exportedAt: isoAt(services.clock.now()),
    };
    const shared = {
      columns: exportColumns(
        isWide(session.scope) ? entry.page : narrowed(entry.page),
        columns,
        Object.keys(entry.binding.list?.exported ?? {}),
      ),
      info,
    };
    if (!entry.binding.list) {
      const input = { page: 1, size: Number.MAX_SAFE_INTEGER, sort, search };
      const read = (c: Ctx) => entry.binding.query!(c, input);
      const { rows, sums, check } = await readProven(services.registry, entry, ctx, search, read);
      return {
        columns: shared.columns,
        // As the page says them: a report may count what its lines do not add up to.
        info: {
          ...info,
          totals: Object.fromEntries(
            shared.columns.flatMap(({ key }, i) => (sums?.[key] === undefined ? [] : [[i, sums[key]]])),
          ),
          ...noteOf(check),
        },
        source: {
          rows: (async function* () {
            yield rows;
          })(),
        },
      };
    }
    const query: ListQuery = { page: entry.page, source: entry.binding.list };
    if (entry.page.report?.identities?.length) {
      const read = (c: Ctx) => runList(query, c, { page: 1, size: 1, sort, search });
      shared.info = { ...info, ...noteOf((await readProven(services.registry, entry, ctx, search, read)).check) };
    }
    const { total } = await countRows(query, ctx, search);
    if (entry.binding.list.derive || entry.binding.list.exported)
      return { ...shared, total, source: { rows: codedRows(query, ctx, sort, search) } };
    const { sql, parameters } = await listStatement(query, ctx, sort, search);
    return { ...shared, total, source: { sql, params: parameters } };
  };
}
