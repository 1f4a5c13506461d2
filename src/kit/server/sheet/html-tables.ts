/**
 * The tables of a web page, or of a workbook written as XML, as rows of text: what other systems export as `.xls` is often one of them.
 * Cells are read as a browser shows them: spaces run together, `<br>` ends a line. Every table counts by itself, one within another too.
 */
import { Parser } from 'htmlparser2';
import { type MergedDown, maxTableCells } from './collect-rows.ts';
import { maxSheetColumns } from './xlsx-reader.ts';

export interface HtmlRow {
  cells: string[];
  /** Its place among all rows of the file, from 1. */
  number: number;
  hidden: boolean;
}

export interface HtmlTable {
  rows: HtmlRow[];
  /** Blocks of cells merged over several rows. */
  merged: MergedDown[];
}

interface OpenTable extends HtmlTable {
  row: HtmlRow | undefined;
  /** Text of the cell that is open; undefined between cells. */
  text: string[] | undefined;
  /** The cell holds a moment, `2026-03-02T00:00:00.000`. */
  dated: boolean;
  /** By column: how many rows below are still covered by a cell merged downwards. */
  covered: number[];
  span: { across: number; down: number };
}

/** What a workbook written as XML calls them. */
const rowNames = new Set(['tr', 'row']);
const cellNames = new Set(['td', 'th', 'cell']);
/** Their text is not the cell's. */
const unread = new Set(['script', 'style', 'template', 'comment']);
/** Each begins a line of its own within a cell. */
const lineEnds = new Set(['br', 'p', 'div', 'li']);
const isHidden = (of: Record<string, string>): boolean =>
  of['ss:hidden'] === '1' || /display\s*:\s*none/i.test(of.style ?? '');

/** How many cells one takes: as HTML counts, or as XML counts those beyond the first. */
function spanOf(whole: string | undefined, more: string | undefined, most: number): number {
  const count = whole === undefined ? Number.parseInt(more ?? '', 10) + 1 : Number.parseInt(whole, 10);
  return count > 1 ? Math.min(count, most) : 1;
}

const shown = (pieces: readonly string[]): string =>
  pieces
    .join('')
    .split('\n')
    .map((line) => line.replace(/[ \t\r\f]+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');

/** The tables that have rows, in the order they begin; `undefined` when they have more cells than a table may. */
export function htmlTables(file: string): HtmlTable[] | undefined {
  const found: OpenTable[] = [];
  const open: OpenTable[] = [];
  let rows = 0;
  let cells = 0;
  let skipping = 0;

  const add = (row: HtmlRow, count: number, first = ''): void => {
    cells += count;
    if (cells > maxTableCells) parser.pause();
    else for (let i = 0; i < count; i++) row.cells.push(i === 0 ? first : '');
  };
  /** Leaves the columns empty that a cell of a row above reaches down into. */
  const passCovered = ({ row, covered }: OpenTable): void => {
    if (!row) return;
    const from = row.cells.length;
    let to = from;
    for (; (covered[to] ?? 0) > 0; to++) covered[to]!--;
    add(row, to - from);
  };
  const endCell = (table: OpenTable): void => {
    const { row, text: pieces, span } = table;
    if (!row || !pieces) return;
    table.text = undefined;
    const column = row.cells.length;
    const text = shown(pieces);
    add(row, span.across, table.dated ? text.slice(0, 19).replace('T', ' ') : text);
    table.dated = false;
    if (span.down === 1) return;
    for (let i = 0; i < span.across; i++) table.covered[column + i] = span.down - 1;
    table.merged.push({ column, from: row.number, to: row.number + span.down - 1 });
  };
  const endRow = (table: OpenTable): void => {
    endCell(table);
    passCovered(table);
    if (table.row) table.rows.push(table.row);
    table.row = undefined;
  };
  const beginCell = (table: OpenTable, row: HtmlRow, of: Record<string, string>): void => {
    endCell(table);
    passCovered(table);
    // One column more than a table may have is enough to be refused for.
    const place = Math.min(Number(of['ss:index'] ?? 0), maxSheetColumns + 1) - 1;
    if (place > row.cells.length) add(row, place - row.cells.length);
    table.span = {
      across: spanOf(of.colspan, of['ss:mergeacross'], maxSheetColumns + 1),
      down: spanOf(of.rowspan, of['ss:mergedown'], 65_534),
    };
    table.text = [];
  };

  const parser = new Parser(
    {
      onopentag(name, of) {
        if (unread.has(name)) skipping++;
        const table = open.at(-1);
        if (name === 'table') {
          const one = {
            rows: [],
            merged: [],
            row: undefined,
            text: undefined,
            dated: false,
            covered: [],
            span: { across: 1, down: 1 },
          };
          found.push(one);
          open.push(one);
        } else if (!table) return;
        else if (rowNames.has(name)) {
          endRow(table);
          table.row = { cells: [], number: ++rows, hidden: isHidden(of) };
        } else if (cellNames.has(name) && table.row) beginCell(table, table.row, of);
        else if (name === 'data') table.dated = of['ss:type'] === 'DateTime';
        else if (lineEnds.has(name)) table.text?.push('\n');
      },
      ontext(piece) {
        if (skipping === 0) open.at(-1)?.text?.push(piece.replaceAll('\n', ' '));
      },
      onclosetag(name) {
        if (unread.has(name)) skipping--;
        const table = open.at(-1);
        if (!table) return;
        if (name === 'table') {
          endRow(table);
          open.pop();
        } else if (rowNames.has(name)) endRow(table);
        else if (cellNames.has(name)) endCell(table);
        else if (lineEnds.has(name)) table.text?.push('\n');
      },
    },
    { recognizeSelfClosing: true },
  );
  parser.end(file);
  return cells > maxTableCells ? undefined : found.filter((table) => table.rows.length > 0);
}
