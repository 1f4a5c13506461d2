/** Which table of a web page is read, and what is said of the others. */
import { type Refusal, refuse } from '../refusal.ts';
import { bareCells, type MergedDown, maxTableCells } from './collect-rows.ts';
import { headingLines } from './heading-row.ts';
import { htmlTables } from './html-tables.ts';
import { sheetRefusals } from './sheet-refusals.ts';
import type { RowTaker } from './xlsx-reader.ts';

export interface HtmlReadOptions {
  /** Shown in refusals. */
  filename: string;
  /** Whether a table that begins with these lines is the one looked for: the first such goes before one that only has rows. */
  isTable: (lines: readonly string[][]) => boolean;
}

/** Gives every row of one of the page's tables to `take`; a refusal where the page has none. */
export function readHtmlRows(
  text: string,
  { filename, isTable }: HtmlReadOptions,
  take: RowTaker,
): { merged: readonly MergedDown[]; notices: string[] } | Refusal {
  const tables = htmlTables(text);
  if (!tables) return refuse(sheetRefusals.SHEET_TOO_MANY_CELLS, { limit: maxTableCells / 10_000 });
  const starts = tables.map(({ rows }) => rows.slice(0, headingLines).map(({ cells }) => bareCells(cells)));
  const filled = starts.flatMap((lines, i) => (lines.some((cells) => cells.length > 0) ? [i] : []));
  const at = filled.find((i) => isTable(starts[i]!)) ?? filled[0];
  if (at === undefined) return refuse(sheetRefusals.SHEET_WEB_PAGE, { filename });
  const { rows, merged } = tables[at]!;
  rows.every(({ cells, number, hidden }) => take(cells, number, hidden));
  const others = filled.length - 1;
  const notice = `文件中有 ${filled.length} 个表格，只读取了第 ${filled.indexOf(at) + 1} 个`;
  return { merged, notices: others > 0 ? [notice] : [] };
}
