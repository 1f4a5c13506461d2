/** The calls of a grid of lines: reading pasted cells or a table into rows. */
import { post } from '../../../http/client.ts';
import { upload } from '../../../http/upload.ts';
import type { Line } from './cells.ts';

export interface ReadLines {
  rows: Line[];
  problems: { row: number; key: string; message: string }[];
}

/** Pasted cells as rows; `columns` are the keys they lie under. */
export const readCells = (path: string, field: string, columns: readonly string[], rows: readonly string[][]) =>
  post<ReadLines>(path, 'lines_read', { field, columns, rows });

/** The rows of a spreadsheet with headings. */
export async function readFile(path: string, field: string, file: File): Promise<ReadLines> {
  const { key } = await upload(file, undefined, undefined, 'import');
  return post<ReadLines>(path, 'lines_read', { field, fileKey: key });
}
