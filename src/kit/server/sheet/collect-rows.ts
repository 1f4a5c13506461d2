/** Takes a table's lines as they come: finds its headings, drops what is no row and says so, keeps to the limits. */
import { type Refusal, refuse } from '../refusal.ts';
import { maxCellChars } from './cell-bytes.ts';
import { mergedBelow } from './cell-marks.ts';
import { isRemark, isTotals } from './end-lines.ts';
import { findHeadings, headingLines } from './heading-row.ts';
import { sheetRefusals } from './sheet-refusals.ts';

/** What a table at this limit holds in memory fits the thread that reads it. */
export const maxTableCells = 6_000_000;

/** Marks of direction, width and joining that come along when text is copied; between two emoji a joiner belongs there. */
const unseen =
  /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|(?<!(?:\p{Extended_Pictographic}|\p{Emoji_Modifier})\ufe0f?)\u200d/gu;
const plainAscii = /^[\x20-\x7e]*$/;
const wideSpaces = /[\u00a0\u2000-\u200a\u202f\u205f]/g;
const trimmed = (text: string): string =>
  plainAscii.test(text) ? text.trim() : text.replace(unseen, '').replace(wideSpaces, ' ').trim();

/** The cells of a line without what cannot be seen and without the empty ones at its end. */
export function bareCells(raw: readonly string[]): string[] {
  const cells = raw.map(trimmed);
  while (cells.length > 0 && cells.at(-1) === '') cells.pop();
  return cells;
}

/** Lines of one cell above the first wider line are titles, such as the info line of our own exports. */
const maxTitleLines = 5;

interface Line {
  cells: string[];
  number: number;
  hidden: boolean;
}

/** A block of cells merged over several lines, from 0 across and from 1 down. */
export interface MergedDown {
  column: number;
  from: number;
  to: number;
}

export interface RowLimits {
  filename: string;
  maxRows: number;
  keepRows: number;
  mostChars: number;
}

const named = 5;
/** `第 3、4 行`, `第 3、4、5、6、7 行等 12 行`. */
const linesText = (numbers: readonly number[]): string =>
  `第 ${numbers.slice(0, named).join('、')} 行${numbers.length > named ? `等 ${numbers.length} 行` : ''}`;

const firstOf = ({ cells }: Line): string => cells.find((cell) => cell !== '') ?? '';
const isWide = ({ cells }: Line): boolean => cells.filter((cell) => cell !== '').length > 1;
const same = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((cell, i) => cell === b[i]);

/** `known` are names that headings go by; without them the first line of more than one cell has the headings. */
export function collectRows({ filename, maxRows, keepRows, mostChars }: RowLimits, known: ReadonlySet<string>) {
  /** Lines before it is known which of them has the headings. */
  let start: Line[] = [];
  let titles: Line[] = [];
  let header: Line | undefined;
  const rows: string[][] = [];
  const rowNumbers: number[] = [];
  let overflowed = false;
  let widest = 0;
  let total = 0;
  let chars = 0;
  let fault: Refusal | undefined;
  /** A line of totals and the notes under it, until a row behind them says that the table goes on. */
  let ending: Line[] = [];
  /** One of them is a remark, which may go on in the next. */
  let remarked = false;
  const hidden: number[] = [];
  const above: number[] = [];
  const repeated: number[] = [];

  const addRow = ({ cells, number, hidden: unseenRow }: Line): boolean => {
    if (total >= maxRows) {
      overflowed = true;
      return false;
    }
    total++;
    if (unseenRow) hidden.push(number);
    if (cells.length > widest) widest = cells.length;
    if (rows.length < keepRows) {
      rows.push(cells);
      rowNumbers.push(number);
    }
    // Short rows are filled up to the widest.
    return total * widest <= maxTableCells;
  };
  /** The lines held back were no titles: the table has one column. */
  const takeTitlesAsRows = (): boolean => {
    header = titles.shift();
    const held = titles;
    titles = [];
    return held.every(addRow);
  };
  const takeRow = (line: Line): boolean => {
    if (same(line.cells, header!.cells)) {
      repeated.push(line.number);
      return true;
    }
    const goesOn = remarked && isWide(header!);
    if (isTotals(line.cells) || isRemark(line.cells, goesOn)) {
      remarked ||= !isTotals(line.cells);
      ending.push(line);
      return true;
    }
    const held = ending;
    ending = [];
    remarked = false;
    return [...held, line].every(addRow);
  };
  const takeLine = (line: Line): boolean => {
    if (header) return takeRow(line);
    if (isWide(line)) {
      header = line;
      return true;
    }
    titles.push(line);
    return titles.length <= maxTitleLines || takeTitlesAsRows();
  };
  /** Looks which line has the headings, and takes those held back since the first. */
  const begin = (): boolean => {
    const lines = start;
    start = [];
    const found = findHeadings(
      lines.map(({ cells }) => cells),
      known,
    );
    if (!found) return lines.every(takeLine);
    header = { ...lines[found.to]!, cells: found.cells };
    for (const line of lines.slice(0, found.from)) if (isWide(line)) above.push(line.number);
    return lines.slice(found.to + 1).every(takeLine);
  };
  let waiting = known.size > 0;

  /** Says of cells merged downwards that they are: what the first of them holds is not theirs. */
  const markMerged = (merged: readonly MergedDown[]): void => {
    const at = new Map(rowNumbers.map((number, i) => [number, i]));
    let room = maxTableCells;
    for (const { column, from, to } of merged) {
      const first = rows[at.get(from) ?? -1];
      if (!first?.[column]) continue;
      for (let number = from + 1; number <= to && room > 0; number++, room--) {
        const row = rows[at.get(number) ?? -1];
        if (!row || row[column]) continue;
        while (row.length < column) row.push('');
        row[column] = mergedBelow;
      }
    }
  };
  const notices = (): string[] => [
    ...(above.length > 0 ? [`${linesText(above)}在表头以上，没有读取`] : []),
    ...(repeated.length > 0 ? [`${linesText(repeated)}重复了表头，没有读取`] : []),
    ...ending.map((line) => `第 ${line.number} 行「${[...firstOf(line)].slice(0, 20).join('')}」在表的末尾，没有读取`),
    ...(hidden.length > 0 ? [`${linesText(hidden)}在表格中是隐藏的，也已读取`] : []),
  ];

  return {
    take(raw: string[], number: number, unseenRow = false): boolean {
      if (raw.some(({ length }) => length > maxCellChars))
        fault = refuse(sheetRefusals.SHEET_DAMAGED, { filename, detail: `第 ${number} 行有过长的单元格` });
      for (const { length } of raw) chars += length;
      if (chars > mostChars) fault ??= refuse(sheetRefusals.SHEET_TOO_LARGE, { limitMiB: mostChars / 1024 ** 2 });
      if (fault) return false;
      const cells = bareCells(raw);
      if (cells.length === 0) return true;
      const line = { cells, number, hidden: unseenRow };
      if (!waiting) return takeLine(line);
      start.push(line);
      if (start.length < headingLines) return true;
      waiting = false;
      return begin();
    },
    finish(merged: readonly MergedDown[]) {
      if (start.length > 0) begin();
      if (!header) takeTitlesAsRows();
      markMerged(merged);
      return { header, rows, rowNumbers, overflowed, widest, total, fault, notices: notices() };
    },
  };
}
