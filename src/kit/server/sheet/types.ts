/** What a sheet is made of: column kinds, cell values and the line that says where a sheet came from. */

import type { Mask } from '../../define/field.ts';

/**
 * How a column's values are written:
 * text as text (leading zeros kept) · int whole number · number any decimal · money integer fen, shown as yuan ·
 * percent basis points (60 shows 0.60%) · date `YYYY-MM-DD` · time ISO 8601 or epoch milliseconds.
 */
export type CellKind = 'text' | 'int' | 'number' | 'money' | 'percent' | 'date' | 'time';

/** A list is written as its parts joined by `、`, each with its label. */
export type CellValue = string | number | bigint | boolean | null | undefined | readonly (string | number)[];

/** Plain data only: columns cross into worker threads. */
export interface SheetColumn {
  title: string;
  kind: CellKind;
  /** In characters; a kind has its own default. */
  width?: number;
  /** Stored value → shown label, e.g. `{ NORMAL: '正常' }`; a value without a label stays as it is. */
  labels?: Readonly<Record<string, string>>;
  /** Written masked, exactly as the screen shows it. */
  mask?: Mask;
  /** Added up over all rows in a last line: by the writer itself, so that the line is the sum of what stands above it. */
  total?: true;
}

/** Written into the first row: what this is, by which filter, by whom, when. */
export interface SheetInfo {
  title: string;
  /** Whose figures these are. */
  unit?: string;
  /** Filter in the words of the screen, e.g. `日期 2026-04-01 至 2026-04-30；状态 正常`. */
  filter?: string;
  exporter?: string;
  /** ISO 8601, written as `YYYY-MM-DD HH:mm:ss`. */
  exportedAt?: string;
  /** Sums of columns that rows do not add up to (persons counted once), by column index; they win over the writer's own. */
  totals?: Readonly<Record<number, number>>;
  /** Written below the totals, a line each: the identity of a report. */
  notes?: readonly string[];
}

/** Takes bytes as they come; its promise is the backpressure. */
export type ByteSink = (chunk: Uint8Array) => Promise<void>;
