/** Adds up columns while their rows are written, from the bytes of the cells: exact for whole numbers of any size a cell shows. */
import type { SheetColumn } from './types.ts';

export interface Tally {
  /** Is any column added up? */
  any: boolean;
  add(source: Buffer, spans: Int32Array): void;
  /** Sum of column `i` so far. */
  sum(i: number): number;
}

const minus = 45;

/** A whole number at `[from, to)`; NaN when anything but digits stands there. */
function wholeAt(source: Buffer, from: number, to: number): number {
  const start = source[from] === minus ? from + 1 : from;
  let value = 0;
  for (let at = start; at < to; at += 1) {
    const digit = source[at]! - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return start > from ? -value : value;
}

/** Columns marked `total`. Decimals are added in thousandths: weights and temperatures have no more. */
export function createTally(columns: readonly SheetColumn[]): Tally {
  const at = columns.flatMap((column, i) => (column.total ? [i] : []));
  const wholes = columns.map(() => 0);
  const thousandths = columns.map(() => 0);
  return {
    any: at.length > 0,
    add(source, spans) {
      for (const i of at) {
        const [from, to] = [spans[2 * i]!, spans[2 * i + 1]!];
        if (to <= from) continue;
        const whole = wholeAt(source, from, to);
        if (Number.isNaN(whole))
          thousandths[i]! += Math.round((Number(source.toString('latin1', from, to)) || 0) * 1000);
        else wholes[i]! += whole;
      }
    },
    sum: (i) => wholes[i]! + thousandths[i]! / 1000,
  };
}
