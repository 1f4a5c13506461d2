/** The value of a `sheet` field: the stored file's key, and behind `?` the columns the clerk set against the proposal. */

export interface SheetValue {
  fileKey: string;
  /** Column of the table (from 0) by cell; null takes what the headings say. */
  columns: Readonly<Record<string, number>> | null;
}

export function sheetValue(text: string): SheetValue {
  const [fileKey = '', said] = text.split('?');
  if (said === undefined) return { fileKey, columns: null };
  const columns = [...new URLSearchParams(said)].flatMap(([key, at]) =>
    /^\d{1,4}$/.test(at) ? [[key, Number(at)]] : [],
  );
  return { fileKey, columns: Object.fromEntries(columns) };
}

export function sheetText({ fileKey, columns }: SheetValue): string {
  if (!columns) return fileKey;
  const said = Object.entries(columns).map(([key, at]) => [key, String(at)]);
  return `${fileKey}?${new URLSearchParams(said)}`;
}

/** What `sheet_read` answers of an uploaded table. */
export interface SheetRead {
  filename: string;
  headers: string[];
  /** What the headings say: column by cell, null where none fits. */
  mapping: Record<string, number | null>;
  /** Its first rows. */
  sample: string[][];
  total: number;
}
