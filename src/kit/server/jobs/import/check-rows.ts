/** Checks every row of a table against the fields it fills. Pure but for what is injected. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkValue } from '../../../define/check-value.ts';
import { several } from './ids-named.ts';
import { cellFault, type Parsed, parseCell } from './parse-cell.ts';
import type { CheckedRow, ImportColumn, Mapping, RefResolver, RowChecker } from './types.ts';

export interface CheckInput {
  rows: readonly (readonly string[])[];
  /** Number of each row in the file. */
  rowNumbers: readonly number[];
  columns: readonly ImportColumn[];
  mapping: Mapping;
  resolve: RefResolver;
}

/** Rows between two breaths of the event loop. */
const chunkRows = 1_000;
/** Row numbers named in one message. */
const named = 3;

interface Pending {
  row: CheckedRow;
  column: ImportColumn;
  names: string[];
  many: boolean;
}

function sourceText(raw: readonly string[], mapping: Mapping, key: string): string {
  const source = mapping[key] ?? null;
  if (source === null) return '';
  return typeof source === 'number' ? (raw[source] ?? '') : source.fixed;
}

const addError = (row: CheckedRow, column: ImportColumn, message: string): void => {
  row.errors.push({ key: column.key, title: column.label, message });
};

function settle(row: CheckedRow, column: ImportColumn, value: unknown): void {
  const filled = value === null && column.initial !== undefined ? column.initial : value;
  const wrong = checkValue(column, filled);
  if (wrong) addError(row, column, wrong);
  row.values[column.key] = filled;
}

function readRow(row: CheckedRow, input: CheckInput, pending: Pending[]): void {
  for (const column of input.columns) {
    const parsed: Parsed = parseCell(column, sourceText(row.raw, input.mapping, column.key));
    if ('error' in parsed) {
      addError(row, column, parsed.error);
      row.values[column.key] = null;
    } else if ('names' in parsed) pending.push({ row, column, names: parsed.names, many: parsed.many });
    else settle(row, column, parsed.value);
  }
}

/** Looks up every name of each ref field once and puts the ids in place. */
async function resolveRefs(pending: readonly Pending[], resolve: RefResolver): Promise<void> {
  const wanted = new Map<string, Set<string>>();
  for (const { column, names } of pending) {
    const set = wanted.get(column.key) ?? new Set();
    for (const name of names) set.add(name);
    wanted.set(column.key, set);
  }
  const found = new Map<string, ReadonlyMap<string, number>>();
  for (const [key, names] of wanted) found.set(key, await resolve(key, [...names]));
  for (const [i, { row, column, names, many }] of pending.entries()) {
    if (i % chunkRows === 0) await nextTurn();
    const ids = names.map((name) => found.get(column.key)?.get(name));
    const unknown = names.filter((_, i) => ids[i] === undefined);
    const unclear = names.filter((_, i) => ids[i] === several);
    if (unknown.length + unclear.length > 0) {
      if (unknown.length > 0) addError(row, column, `「${unknown.join('」「')}」不存在`);
      if (unclear.length > 0) addError(row, column, `「${unclear.join('」「')}」不止一个，请改填编码或先改名以区分`);
      row.values[column.key] = null;
    } else settle(row, column, many ? [...new Set(ids)] : ids[0]);
  }
}

/**
 * Every row of a repeated value is told the other rows; which of them is right only a person knows. One pass: a row
 * names the first few others, however many there are.
 */
function findRepeats(rows: readonly CheckedRow[], column: ImportColumn): void {
  const byValue = new Map<unknown, CheckedRow[]>();
  for (const row of rows) {
    const value = row.values[column.key];
    if (value === null || value === undefined) continue;
    const same = byValue.get(value);
    if (same) same.push(row);
    else byValue.set(value, [row]);
  }
  for (const same of byValue.values()) {
    if (same.length < 2) continue;
    for (const row of same) {
      const shown = same
        .slice(0, named + 1)
        .filter((other) => other !== row)
        .slice(0, named)
        .map((other) => other.rowNo);
      const others = same.length - 1;
      addError(row, column, `与第 ${shown.join('、')} 行${others > named ? `等 ${others} 行` : ''}重复`);
    }
  }
}

/** Adds to a chunk of rows what only the database knows about them; of a cell that cannot be read it knows nothing. */
export async function askDatabase(
  rows: readonly CheckedRow[],
  columns: readonly ImportColumn[],
  check: RowChecker,
): Promise<void> {
  const wrong = await check(rows.map(({ rowNo, values }) => ({ rowNo, values })));
  for (const row of rows) {
    const told = new Set(row.errors.map(({ key }) => key));
    for (const [key, message] of Object.entries(wrong.get(row.rowNo) ?? {}))
      if (!told.has(key))
        row.errors.push({ key, title: columns.find((column) => column.key === key)?.label ?? key, message });
  }
}

/**
 * Every row with its values and everything that is wrong with it: form of the cell, required, range, choice, names of
 * other records, repeats within the file. What only the database knows is asked afterwards (`askDatabase`).
 */
export async function checkRows(input: CheckInput): Promise<CheckedRow[]> {
  const rows: CheckedRow[] = [];
  const pending: Pending[] = [];
  for (const [i, raw] of input.rows.entries()) {
    const row: CheckedRow = { rowNo: input.rowNumbers[i]!, raw, values: {}, errors: [] };
    readRow(row, input, pending);
    rows.push(row);
    if (i % chunkRows === chunkRows - 1) await nextTurn();
  }
  await resolveRefs(pending, input.resolve);
  for (const column of input.columns) {
    if (!column.unique) continue;
    findRepeats(rows, column);
    await nextTurn();
  }
  return rows;
}

/** `姓名不能为空；卡号与第 12 行重复`. */
export function reasonText(errors: readonly { title: string; message: string }[]): string {
  return errors.map(({ title, message }) => cellFault(title, message)).join('；');
}
