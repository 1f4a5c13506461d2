/** What the `preview` of a form with steps answers, on both sides. */
import type { Tone } from './field.ts';

/** A row to choose from. Beside the values of the lines field's cells: */
export interface PreviewRow {
  /** Why it can be no part of it; it is shown first and cannot be chosen. */
  problem?: string | null;
  /** What has to be known before it is chosen. */
  warning?: string | null;
  note?: string | null;
  /** Not chosen at first. */
  off?: boolean;
  readonly [cell: string]: unknown;
}

export interface PreviewFigure {
  label: string;
  /** Integer fen for `money`. */
  value: number | string;
  kind?: 'money' | 'int' | 'text';
  /** After the number: 人, 笔. */
  unit?: string;
  bad?: boolean;
}

export interface Preview {
  /** For forms with `lines`, answered as long as none are sent. */
  rows?: readonly PreviewRow[];
  /** The totals in large digits, of the lines that were sent. */
  figures: readonly PreviewFigure[];
  notices?: readonly { tone: Exclude<Tone, 'neutral'>; text: string; more?: string }[];
  /** Words of the last button; the form's `submit` otherwise. */
  submit?: string;
  /** Values of the form's `agreed` fields. */
  agreed?: Readonly<Record<string, unknown>>;
}
