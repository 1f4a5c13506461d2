/** A list on paper and on the clipboard: the columns as they stand. */
import type { AnyPage } from '../../../define/page.ts';
import { clock, formatTime } from '../../clock.ts';
import { fitPaper } from '../../widgets/paper-fit.ts';
import { pageFoot, printNode } from '../../widgets/print.tsx';
import { PrintSheet } from '../../widgets/print-sheet.tsx';
import type { AnyRow } from '../logic/actions.ts';
import { alignOf, type Column, columnTitle, foldRank } from '../logic/columns.ts';
import { formatBelow, formatValue, plainText, sumText } from '../logic/format.ts';
import { toTsv } from '../logic/tsv.ts';

const printable = (columns: readonly Column[]) =>
  columns.filter((c) => !['image', 'file', 'json', 'lines'].includes(c.field.kind));

function cellText(spec: AnyPage, column: Column, row: AnyRow): string {
  const sub = column.subline ? spec.fields[column.subline] : undefined;
  const text = formatValue(column.field, column.key, row);
  if (!sub || !column.subline) return text;
  // Of two times the second says which it is, as it does on the screen.
  return `${text} ${formatBelow({ above: column, below: { field: sub, key: column.subline } }, row, false)}`.trim();
}

/** Rows to be printed, with what they are of. */
export interface PrintedList {
  spec: AnyPage;
  title: string;
  unit: string;
  preparer: string;
  filter: string;
  columns: readonly Column[];
  rows: readonly AnyRow[];
  sums: Readonly<Record<string, number>> | null;
  check: string | undefined;
}

/** Rows as a sheet, and how the paper lies for it. */
function sheetOf(input: PrintedList) {
  const { spec, rows, sums, preparer } = input;
  const columns = printable(input.columns);
  const keys = spec.list?.totals ?? [];
  const totals =
    sums && keys.length > 0
      ? [columns.map((c, i) => (keys.includes(c.key) ? sumText(c.field, sums[c.key] ?? 0) : i === 0 ? '合计' : ''))]
      : [];
  const labels = columns.map((c) => columnTitle(c.field));
  const texts = rows.map((row) => columns.map((c) => cellText(spec, c, row)));
  // Nothing, or nought, in every row says least of all.
  const rankOf = (c: Column, i: number) =>
    texts.length > 1 && texts.every((row) => /^(0(\.0+)?)?$/.test(row[i] ?? '')) ? -1 : foldRank(spec, c);
  const { sheet, scale, kept, shares } = fitPaper(labels, [...texts, ...totals], columns.map(rankOf));
  const on = (row: readonly string[]) => kept.map((i) => row[i] ?? '');
  const left = columns.flatMap((_, i) => {
    const total = totals[0]?.[i];
    return kept.includes(i) ? [] : [total ? `${labels[i]} 合计 ${total}` : labels[i]!];
  });
  const node = (
    <PrintSheet
      unit={input.unit}
      title={input.title}
      subtitle={`${input.filter || '全部'}　共 ${rows.length} 行`}
      columns={kept.map((i, at) => ({ label: labels[i]!, share: shares[at]!, align: alignOf(columns[i]!.field) }))}
      rows={texts.map(on)}
      scale={scale}
      totals={totals.map(on)}
      note={
        left.length === 0 ? (
          input.check
        ) : (
          <>
            {input.check}
            <span className="k-print-unsaid">
              纸面放不下、没有印出的 {left.length} 列：{left.join('、')}。需要时用「列设置」换列再印，或导出。
            </span>
          </>
        )
      }
      signatures={[`制表：${preparer}`, '复核：', '负责人：', '日期：']}
    />
  );
  return { sheet, node };
}

const margins = 'margin: 10mm 10mm 14mm';
const footOf = (title: string) => pageFoot(`${title}　打印 ${formatTime(clock.now())}`);

/** Prints rows with their unit, filter, totals, identity and the line for signatures; each sheet says its number. */
export function printList(input: PrintedList): void {
  const { sheet, node } = sheetOf(input);
  printNode(node, `size: ${sheet}; ${margins}; ${footOf(input.title)}`);
}

/** Several lists as one document: each begins a sheet of its own, which lies as it needs; the sheets are counted through. */
export function printLists(title: string, lists: readonly PrintedList[]): void {
  const sheets = lists.map((one, i) => ({ ...sheetOf(one), name: `sheet${i}` }));
  printNode(
    sheets.map(({ name, node }) => (
      <div key={name} style={{ page: name }}>
        {node}
      </div>
    )),
    `size: A4; ${margins}; ${footOf(title)}`,
    Object.fromEntries(sheets.map(({ name, sheet }) => [name, `size: ${sheet}`])),
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
