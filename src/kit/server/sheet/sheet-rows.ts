/** Rows of a table a clerk uploaded for a `sheet` field, and the verbs its input asks. */
import type { Field } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import { type SheetRead, sheetValue } from '../../define/sheet.ts';
import type { Ctx, Services, Session } from '../context.ts';
import type { Sql } from '../db/sql-of.ts';
import { sqlOf } from '../db/sql-of.ts';
import { findStoredFile } from '../files/save-upload.ts';
import { cellFault, parseCell } from '../jobs/import/parse-cell.ts';
import { missingSources, proposeMapping } from '../jobs/import/propose-mapping.ts';
import type { ImportColumn, Mapping } from '../jobs/import/types.ts';
import { isRefusal, kitRefusals, type Refusal, refuse } from '../refusal.ts';
import type { Table } from './read-table.ts';
import { readTableInWorker } from './read-table-in-worker.ts';
import { withWholeTable } from './whole-table.ts';
import { type SentFile, templateFile } from './workbook-file.ts';

const sampleRows = 5;

/** Whose files are looked for, and where. */
export interface SheetReader {
  sql: Sql;
  files: Services['files'];
  owner: Pick<Session, 'unitType' | 'unitId'>;
}
export const readerOf = ({ db, services, session }: Ctx): SheetReader => ({
  sql: sqlOf(db),
  files: services.files,
  owner: session,
});

/** Name and rows of a file. Refused: it is gone or another unit's, or no table. */
export async function uploadedTable(
  { sql, files, owner }: SheetReader,
  fileKey: string,
): Promise<{ filename: string; table: Table } | Refusal> {
  const stored = await findStoredFile(sql, fileKey);
  const own = stored && stored.unitType === owner.unitType && stored.unitId === owner.unitId;
  const file = own ? await files.get(fileKey) : undefined;
  if (!stored || !file) return refuse(kitRefusals.FILE_GONE);
  const table = await withWholeTable(file.stream, (content) => readTableInWorker(content, stored.name));
  return isRefusal(table) ? table : { filename: stored.name, table };
}

const columnsOf = (field: Field): ImportColumn[] =>
  Object.entries(field.sheet ?? {}).map(([key, cell]) => ({ ...cell, key }));

/** What the clerk set, where it names a column of this table; else what the headings say. */
function mappingOf(
  headers: readonly string[],
  columns: readonly ImportColumn[],
  set: SheetRow['values'] | null,
): Mapping {
  if (!set) return proposeMapping(headers, columns).mapping;
  const at = (key: string) => (typeof set[key] === 'number' && set[key] < headers.length ? set[key] : null);
  return Object.fromEntries(columns.map(({ key }) => [key, at(key)]));
}

export interface SheetRow {
  /** Row of the table as the clerk sees it. */
  lineNo: number;
  /** By cell; null where it is empty, cannot be read or has no column. */
  values: Readonly<Record<string, unknown>>;
  /** Why the row cannot be read. */
  wrong?: string;
}

/** Rows of a table by the field's cells; `needed` as in `sheetRows`. Refused: a column is missing. */
export function rowsOf(
  field: Field,
  table: Pick<Table, 'headers' | 'rows' | 'rowNumbers'>,
  set: Readonly<Record<string, number>> | null,
  needed?: readonly string[],
): SheetRow[] | Refusal {
  const columns = columnsOf(field);
  const mapping = mappingOf(table.headers, columns, set);
  const missing = missingSources(
    mapping,
    columns.map((column) => (needed ? { ...column, required: needed.includes(column.key) } : column)),
  );
  if (missing.length > 0)
    return refuse(kitRefusals.SHEET_COLUMNS, { titles: missing.map(({ label }) => label).join('、') });
  return table.rows.map((cells, i): SheetRow => {
    const wrong: string[] = [];
    const values: Record<string, unknown> = {};
    for (const column of columns) {
      const at = mapping[column.key];
      const parsed = typeof at === 'number' ? parseCell(column, cells[at] ?? '') : { value: null };
      values[column.key] = 'value' in parsed ? parsed.value : null;
      if ('error' in parsed) wrong.push(cellFault(column.label, parsed.error));
      else if (column.required && (values[column.key] ?? '') === '') wrong.push(`${column.label}不能为空`);
    }
    const row = { lineNo: table.rowNumbers[i] ?? i + 2, values };
    return wrong.length > 0 ? { ...row, wrong: wrong.join('；') } : row;
  });
}

/**
 * The rows of a `sheet` field's value. `needed` are the cells that must have a column, those required in the field unless
 * given. Refused: the file is gone, it is no table, a column is missing.
 */
export async function sheetRows(
  reader: SheetReader,
  field: Field,
  value: string,
  needed?: readonly string[],
): Promise<{ filename: string; rows: SheetRow[] } | Refusal> {
  const { fileKey, columns } = sheetValue(value);
  const read = await uploadedTable(reader, fileKey);
  if (isRefusal(read)) return read;
  const rows = rowsOf(field, read.table, columns, needed);
  return isRefusal(rows) ? rows : { filename: read.filename, rows };
}

/**
 * `sheet_read`: `{field, fileKey}` → `SheetRead`. `sheet_template`: `{field}` → a workbook with the titles. Undefined for
 * another verb.
 */
export async function sheetVerb(
  page: AnyPage,
  verb: string,
  ctx: Ctx,
  body: Readonly<Record<string, unknown>>,
): Promise<SheetRead | SentFile | Refusal | undefined> {
  if (verb !== 'sheet_read' && verb !== 'sheet_template') return undefined;
  const key = typeof body.field === 'string' ? body.field : '';
  const field = Object.hasOwn(page.fields, key) ? page.fields[key] : undefined;
  if (!field?.sheet) return refuse('MALFORMED', { detail: 'field' });
  if (verb === 'sheet_template') return templateFile(`${page.title}模板`, Object.values(field.sheet));
  const read = await uploadedTable(readerOf(ctx), String(body.fileKey ?? ''));
  if (isRefusal(read)) return read;
  const { headers, rows } = read.table;
  const columns = columnsOf(field);
  const said = proposeMapping(headers, columns).mapping;
  const mapping = Object.fromEntries(columns.map(({ key }) => [key, typeof said[key] === 'number' ? said[key] : null]));
  return {
    filename: read.filename,
    headers: [...headers],
    mapping,
    sample: rows.slice(0, sampleRows),
    total: rows.length,
  };
}
