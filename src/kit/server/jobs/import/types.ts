/** What an import knows: the fields a table can fill, how its columns are read, and what became of each row. */

import type { Field } from '../../../define/field.ts';
import type { UnitType } from '../../../define/page.ts';

/** A field a table may fill: the page's own field with its key, so that form and import check alike. */
export interface ImportColumn extends Field {
  key: string;
  /** The value must not repeat within the file. */
  unique?: boolean;
}

/** Where a field's text comes from: a column of the file by index, one text for all rows, or nowhere. */
export type Source = number | { fixed: string } | null;
/** Field key → source. Two fields may read the same column. */
export type Mapping = Readonly<Record<string, Source>>;

export interface RowError {
  key: string;
  /** Label of the field. */
  title: string;
  /** Without the field's name, e.g. `不能为空`. */
  message: string;
}

/** A row for the checks and the writer: its number in the file and its values as the form would send them. */
export interface ImportRow {
  rowNo: number;
  values: Record<string, unknown>;
}

/** A row with what is wrong with it; good when nothing is. */
export interface CheckedRow extends ImportRow {
  /** Cells of the file. */
  raw: readonly string[];
  errors: RowError[];
}

/** Ids of records named in a ref field; names absent from the answer are unknown, `several` stands for a name of more than one. */
export type RefResolver = (key: string, names: readonly string[]) => Promise<ReadonlyMap<string, number>>;
/** What only the database knows about rows (stored duplicates, states): row number → field key → message. */
export type RowChecker = (rows: readonly ImportRow[]) => Promise<ReadonlyMap<number, Readonly<Record<string, string>>>>;

export type ImportStatus = 'MAPPING' | 'CHECKING' | 'CHECKED' | 'COMMITTING' | 'DONE' | 'FAILED' | 'CANCELLED';
export type RowState = 'GOOD' | 'BAD' | 'COMMITTED' | 'REFUSED';

/** A row of import_task. Times are ISO 8601. */
export interface ImportTask {
  id: number;
  accountId: number;
  unitType: UnitType | null;
  unitId: number | null;
  pagePath: string;
  filename: string;
  fileKey: string;
  headers: string[];
  mapping: Mapping;
  status: ImportStatus;
  total: number;
  good: number;
  bad: number;
  committed: number;
  refused: number;
  cursorRowNo: number;
  error: string | null;
  /** What of the file is not among its rows, a sentence each. */
  notices: string[];
  createdAt: string;
  finishedAt: string | null;
}
