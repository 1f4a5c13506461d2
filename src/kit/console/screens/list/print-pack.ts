/** Reports of one period printed as one document: what goes into the folder of the day or of the month. */
import { daysNow } from '../../clock.ts';
import { definitionOf, findPage } from '../../registry/find-page.ts';
import { can } from '../../session/can.ts';
import { inGroup, mergeColumns, titleIn } from '../logic/columns.ts';
import { readListState } from '../logic/search-url.ts';
import { filterWords } from '../logic/search-words.ts';
import { mostRows, readAllRows } from './all-rows.ts';
import { type PrintedList, printLists } from './list-output.tsx';

export interface Pack {
  title: string;
  unit: string;
  preparer: string;
  /** Each by its address, as a link would open it. */
  reports: readonly { path: string; query: Readonly<Record<string, string>> }[];
}

/**
 * Opens the browser's print dialog for all reports that the account may see, with the columns of their definitions.
 * @returns how many are printed, and titles of those that are too long for paper and were left out
 * @throws ApiError when the server refuses one
 */
export async function printPack({
  title,
  unit,
  preparer,
  reports,
}: Pack): Promise<{ printed: number; tooLong: string[] }> {
  const lists: PrintedList[] = [];
  const tooLong: string[] = [];
  for (const { path, query } of reports) {
    const found = findPage(path);
    if (!found || !can(path, 'query')) continue;
    const spec = await definitionOf(found);
    const state = readListState(spec, query, daysNow());
    const all = await readAllRows(path, spec, state);
    if ('total' in all) {
      tooLong.push(`${spec.title}（多于 ${mostRows} 行）`);
      continue;
    }
    const columns = mergeColumns(spec, {}).filter((column) => !column.hidden);
    const words = filterWords(spec, state.search, () => undefined);
    lists.push({
      spec,
      title: titleIn(spec, state.search.group),
      unit,
      preparer,
      filter: words.map((word) => `${word.label}：${word.text}`).join('　'),
      columns: inGroup(spec, columns, state.search.group),
      rows: all.rows,
      sums: all.sums,
      check: all.check?.text,
    });
  }
  if (lists.length > 0) printLists(title, lists);
  return { printed: lists.length, tooLong };
}
