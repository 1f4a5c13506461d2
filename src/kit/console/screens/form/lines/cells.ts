/** Pure moves in a grid of rows: where a key leads, what a paste covers, what a changed cell takes with it. */
import { type Field, type LinesSpec, nameKey } from '../../../../define/field.ts';
import { shownCells } from '../../../../define/form.ts';
import { isBlankLine } from '../../logic/validate.ts';
import { emptiedBy } from '../../logic/within.ts';

export type Line = Readonly<Record<string, unknown>>;

export interface Place {
  row: number;
  /** Index among the cells that are asked. */
  cell: number;
}

/** Keys of the cells that are asked, in their order. */
export const editableCells = (spec: LinesSpec): string[] =>
  shownCells(spec).flatMap(([key, cell]) => (cell.readOnly ? [] : [key]));

/** A new row: what its cells start with. */
export const emptyLine = ({ fields }: LinesSpec): Line =>
  Object.fromEntries(
    Object.entries(fields).map(([key, cell]) => [key, cell.initial ?? (cell.kind === 'bool' ? false : null)]),
  );

/** The row with one cell changed; what hangs on it (`within`) is empty again. */
export function withCell(spec: LinesSpec, line: Line, key: string, value: unknown): Line {
  if (line[key] === value) return line;
  const emptied = emptiedBy(spec.fields, [key]);
  const next: Record<string, unknown> = { ...line, ...emptied, [key]: value };
  // The names that came with the record are of the old values.
  for (const changed of [key, ...Object.keys(emptied)]) delete next[nameKey(changed)];
  return next;
}

/** Rows without those nobody has filled in, so that the numbers of rows are those the server sees. */
export const withoutBlanks = (spec: LinesSpec, rows: readonly Line[]): Line[] =>
  rows.filter((row) => !isBlankLine(spec, row));

/** The rows after pasted ones are laid over them from `row` on; rows past the end are added unless rows are given. */
export function laidOver(spec: LinesSpec, rows: readonly Line[], from: number, pasted: readonly Line[]): Line[] {
  const next = [...rows];
  for (const [i, cells] of pasted.entries()) {
    const at = from + i;
    if (at >= next.length && spec.fixed) break;
    const line = next[at] ?? emptyLine(spec);
    const laid: Record<string, unknown> = { ...line, ...cells };
    for (const key of Object.keys(cells)) if (laid[key] !== line[key]) delete laid[nameKey(key)];
    next[at] = laid;
  }
  return next;
}

/** The keys a pasted block covers: from the focused cell to the right, as many as it is wide; read-only ones never. */
export const coveredCells = (spec: LinesSpec, from: number, width: number): string[] =>
  editableCells(spec).slice(from, from + width);

/** Is the first pasted row a heading, i.e. do its cells name the columns? Which columns it names then. */
export function headingOf(spec: LinesSpec, first: readonly string[]): string[] | undefined {
  const named = first.map((text) =>
    editableCells(spec).find((key) => {
      const { label, aliases = [] } = spec.fields[key] as Field;
      return [label, ...aliases].includes(text.trim().replace(/\*$/, ''));
    }),
  );
  return named.every((key) => key !== undefined) ? (named as string[]) : undefined;
}

/** Sums of the `totals` cells over the rows that count. */
export function totalsOf(spec: LinesSpec, rows: readonly Line[]): Record<string, number> {
  const counted = rows.filter((row) => !(spec.pick && (row.off === true || row.problem)));
  return Object.fromEntries(
    (spec.totals ?? []).map((key) => [
      key,
      counted.reduce((sum, row) => sum + (typeof row[key] === 'number' ? (row[key] as number) : 0), 0),
    ]),
  );
}

/** Of what was wrong with a row when it was looked at, that of the cells nobody has typed in since. */
export function stillWrong(
  wrong: Readonly<Record<string, string>> | undefined,
  seen: Line | undefined,
  now: Line,
): Readonly<Record<string, string>> | undefined {
  if (!wrong || !seen || seen === now) return wrong;
  const left = Object.entries(wrong).filter(([key]) => Object.is(seen[key], now[key]));
  return left.length === Object.keys(wrong).length ? wrong : Object.fromEntries(left);
}
