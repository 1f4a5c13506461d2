/**
 * A workbook whose second sheet has lines of the first one's rows, as recipes are kept beside dishes: read into one table, the lines
 * of a row in one cell.
 */
import type { AnyPage, SecondSheet } from '../../../define/page.ts';
import { isRefusal } from '../../refusal.ts';
import { csvText } from '../../sheet/csv.ts';
import { normalHeader } from '../../sheet/normal-header.ts';
import type { Table } from '../../sheet/read-table.ts';
import { readTableInWorker } from '../../sheet/read-table-in-worker.ts';
import { headingsOf } from './propose-mapping.ts';
import type { ImportColumn } from './types.ts';

type Rows = Pick<Table, 'headers' | 'rows'>;

/** Names a column may go by: the field's and the further ones it is known under. */
type Known = readonly string[];

const at = ({ headers }: Rows, known: Known): number => {
  const names = new Set(known.map((name) => normalHeader(name)));
  return headers.findIndex((header) => names.has(normalHeader(header)));
};

/**
 * Both as one table, header first; undefined where the second is no such sheet. Lines of a name the first has not are a row of
 * their own, so that they are told of.
 */
export function oneTable(
  first: Rows,
  second: Rows,
  { by, into, parts }: { by: Known; into: string; parts: readonly Known[] },
): string[][] | undefined {
  const name = at(first, by);
  const own = at(second, by);
  const columns = parts.map((known) => at(second, known));
  if (name < 0 || own < 0 || columns.some((column) => column < 0)) return undefined;
  const lines = new Map<string, string[]>();
  for (const row of second.rows) {
    const line = columns
      .map((column) => row[column] ?? '')
      .join(' ')
      .trim();
    if (line === '') continue;
    const key = row[own] ?? '';
    const known = lines.get(key);
    if (known) known.push(line);
    else lines.set(key, [line]);
  }
  const there = at(first, [into]);
  const cell = there < 0 ? first.headers.length : there;
  const filled = first.rows.map((row) => {
    const text = lines.get(row[name] ?? '')?.join('、');
    lines.delete(row[name] ?? '');
    const next = [...row];
    next[cell] = text ?? row[cell] ?? '';
    return next;
  });
  const width = Math.max(first.headers.length, cell + 1);
  const alone = [...lines].map(([key, own]) =>
    Array.from({ length: width }, (_, i) => (i === name ? key : i === cell ? own.join('、') : '')),
  );
  const headers = [...first.headers];
  headers[cell] = headers[cell] ?? into;
  return [headers, ...filled, ...alone];
}

/** Both as text, every row on the line it has in the first sheet, so that what is said of it names that line. */
export function onItsLines(
  [headings, ...rows]: readonly string[][],
  { rowNumbers }: Pick<Table, 'rowNumbers'>,
): string {
  const lines = [headings!];
  for (const [i, row] of rows.entries()) {
    const number = rowNumbers[i] ?? lines.length + 1;
    while (lines.length < number - 1) lines.push([]);
    lines.push(row);
  }
  return csvText(lines);
}

/** The file with its second sheet folded into the first, and what of it was left out; undefined where it has none that fits. */
export async function foldSecond(
  page: AnyPage,
  content: Buffer,
  filename: string,
  columns: readonly ImportColumn[],
): Promise<{ content: Buffer; notices: string[] } | undefined> {
  const second: SecondSheet<string> | undefined = page.import?.second;
  if (!second) return undefined;
  const field = (key: string) => page.fields[key]!;
  const by = [field(second.by).label, ...(field(second.by).aliases ?? [])];
  const [one, two] = [
    await readTableInWorker(content, filename, { sheet: 0, headings: headingsOf(columns) }),
    await readTableInWorker(content, filename, { sheet: 1, headings: [...by, ...second.parts.flat()] }),
  ];
  if (isRefusal(one) || isRefusal(two)) return undefined;
  const rows = oneTable(one, two, { by, into: field(second.into).label, parts: second.parts });
  return rows && { content: Buffer.from(onItsLines(rows, one)), notices: one.notices };
}
