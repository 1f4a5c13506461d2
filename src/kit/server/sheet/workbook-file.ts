/** A small workbook as a page's verb answers it: problem lines of a batch, templates of lists that are handed in. */
import type { CellValue } from './types.ts';
import { type XlsxOptions, xlsxBytes } from './xlsx-writer.ts';

export const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface SentFile {
  file: { name: string; type: string; content: Buffer };
}

/** `name` without its ending. */
export async function workbookFile(
  name: string,
  options: XlsxOptions,
  rows: Iterable<readonly CellValue[]>,
): Promise<SentFile> {
  return { file: { name: `${name}.xlsx`, type: xlsxType, content: await xlsxBytes(options, rows) } };
}

/** Nothing but the titles of these columns. */
export const templateFile = (name: string, columns: readonly { label: string }[]): Promise<SentFile> =>
  workbookFile(name, { columns: columns.map(({ label }) => ({ title: label, kind: 'text', width: 18 })) }, []);
