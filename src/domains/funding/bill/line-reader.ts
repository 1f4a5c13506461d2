/** Reads a bill line by line, however long it is; what its end says is held against what was read. */
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import type { BillLine } from './bill.ts';

export interface LineReader {
  hasPayments: boolean;
  hasRefunds: boolean;
  /** A row below the headings; undefined where it moved no money for us or belongs to the totals. */
  take(cells: readonly string[], rowNo: number): BillLine | Refusal | undefined;
  /** Numbers of orders paid and taken back at the counter: none of their lines is anybody's money. */
  revoked: ReadonlySet<string>;
  /** Why the file is not whole or was altered; undefined when its totals agree with its lines. */
  finish(): Refusal | undefined;
}

/** All lines of a table that is already read. */
export function linesOf(reader: LineReader, table: Table): BillLine[] | Refusal {
  const lines: BillLine[] = [];
  for (const [i, row] of table.rows.entries()) {
    const line = reader.take(row, table.rowNumbers[i]!);
    if (isRefusal(line)) return line;
    if (line) lines.push(line);
  }
  return reader.finish() ?? lines;
}
