/** A list on paper and on the clipboard: the columns as they stand, with the totals. */
import type { AnyPage } from '../../../define/page.ts';
import { clock, formatTime } from '../../clock.ts';
import { printNode } from '../../widgets/print.tsx';
import { PrintSheet } from '../../widgets/print-sheet.tsx';
import type { AnyRow } from '../logic/actions.ts';
import { alignOf, type Column, columnTitle } from '../logic/columns.ts';
import { formatValue, plainText, sumText } from '../logic/format.ts';
import { toTsv } from '../logic/tsv.ts';
import { pageSums } from './totals.tsx';

const printable = (columns: readonly Column[]) =>
  columns.filter((c) => !['image', 'file', 'json', 'lines'].includes(c.field.kind));

function cellText(spec: AnyPage, column: Column, row: AnyRow): string {
  const sub = column.subline ? spec.fields[column.subline] : undefined;
  const text = formatValue(column.field, column.key, row);
  return sub && column.subline ? `${text} ${formatValue(sub, column.subline, row)}`.trim() : text;
}

/** Prints the rows that show, with the filter in words and both totals. */
export function printList(input: {
  spec: AnyPage;
  title: string;
  filter: string;
  columns: readonly Column[];
  rows: readonly AnyRow[];
  sums: Readonly<Record<string, number>> | null;
  check?: string | undefined;
}): void {
  const { spec, rows, sums } = input;
  const columns = printable(input.columns);
  const keys = spec.list?.totals ?? [];
  const totalRow = (name: string, values: Readonly<Record<string, number>>) =>
    columns.map((c, i) => (keys.includes(c.key) ? sumText(c.field, values[c.key] ?? 0) : i === 0 ? name : ''));
  const totals =
    keys.length === 0
      ? []
      : [totalRow('本页合计', pageSums(keys, rows)), ...(sums ? [totalRow('全部合计', sums)] : [])];
  printNode(
    <PrintSheet
      title={input.title}
      subtitle={input.filter}
      columns={columns.map((c) => ({ label: columnTitle(c.field), align: alignOf(c.field) }))}
      rows={rows.map((row) => columns.map((c) => cellText(spec, c, row)))}
      totals={totals}
      note={input.check}
      printed={formatTime(clock.now())}
    />,
    columns.length > 7 ? 'size: A4 landscape; margin: 10mm' : undefined,
  );
}

/** The rows as text that pastes into a spreadsheet; a second line of a cell becomes a column of its own. */
export function copyRows(spec: AnyPage, columns: readonly Column[], rows: readonly AnyRow[]): string {
  const flat = printable(columns).flatMap((c) => {
    const sub = c.subline ? spec.fields[c.subline] : undefined;
    return sub && c.subline
      ? [
          { key: c.key, field: c.field },
          { key: c.subline, field: sub },
        ]
      : [{ key: c.key, field: c.field }];
  });
  return toTsv([
    flat.map((c) => columnTitle(c.field)),
    ...rows.map((row) => flat.map((c) => plainText(c.field, c.key, row))),
  ]);
}
