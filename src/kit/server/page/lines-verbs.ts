/** Reading rows of a `lines` field out of a spreadsheet: pasted cells or an uploaded table, and the table's template. */
import { checkValue } from '../../define/check-value.ts';
import { type Field, mostLines } from '../../define/field.ts';
import type { AnyPage } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { sqlOf } from '../db/sql-of.ts';
import { findStoredFile } from '../files/save-upload.ts';
import { parseCell } from '../jobs/import/parse-cell.ts';
import { proposeMapping } from '../jobs/import/propose-mapping.ts';
import type { ImportColumn } from '../jobs/import/types.ts';
import { templateWorkbook } from '../jobs/import/workbooks.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { readTableInWorker } from '../sheet/read-table-in-worker.ts';
import { withWholeTable } from '../sheet/whole-table.ts';
import { xlsxType } from '../sheet/workbook-file.ts';
import type { Option } from './binding.ts';
import type { Registered, Registry } from './registry.ts';

type Body = Readonly<Record<string, unknown>>;

/** Characters of one pasted cell. */
const longestCell = 1_000;
/** Different names looked up in one reading. */
const mostNames = 1_000;
/** Choices looked through for one name. */
const choicesPerName = 20;

export interface ReadLines {
  /** Values of the columns that were read; null where a cell was empty or wrong. */
  rows: Record<string, unknown>[];
  /** Cells that could not be read; `row` from 0 within `rows`. */
  problems: { row: number; key: string; message: string }[];
}

/** The `lines` field of that key, in the page or in the dialog of one of its actions. */
function linesField(page: AnyPage, key: unknown): Field | undefined {
  if (typeof key !== 'string') return undefined;
  const forms = [...(page.list?.row ?? []), ...(page.list?.tools ?? [])].flatMap((a) =>
    typeof a === 'string' || !a.form ? [] : [a.form],
  );
  return [page.fields, ...forms].map((fields) => fields[key]).find((field) => field?.kind === 'lines');
}

/** The cells a table can fill, in their order. */
const columnsOf = (field: Field): ImportColumn[] =>
  Object.entries(field.lines!.fields).flatMap(([key, cell]) =>
    cell.readOnly || cell.kind === 'image' || cell.kind === 'file' ? [] : [{ ...cell, key }],
  );

const textRows = (sent: unknown): string[][] | undefined =>
  Array.isArray(sent) && sent.every((row) => Array.isArray(row) && row.every((cell) => typeof cell === 'string'))
    ? (sent as string[][]).map((row) => row.map((cell) => cell.slice(0, longestCell)))
    : undefined;

/** Rows of the uploaded table with the column of each; its headings say which. */
async function tableRows(ctx: Ctx, fileKey: string, columns: readonly ImportColumn[]) {
  const { files } = ctx.services;
  const stored = await findStoredFile(sqlOf(ctx.db), fileKey);
  const { unitType, unitId } = ctx.session;
  const own = stored && stored.unitType === unitType && stored.unitId === unitId;
  const file = own ? await files.get(fileKey) : undefined;
  if (!stored || !file) return refuse('NOT_FOUND');
  const table = await withWholeTable(file.stream, (content) => readTableInWorker(content, stored.name));
  if (isRefusal(table)) return table;
  const { mapping } = proposeMapping(table.headers, columns);
  const found = columns.filter((column) => typeof mapping[column.key] === 'number');
  if (found.length === 0)
    return refuse('MALFORMED', { detail: `表头里没有 ${columns.map((column) => column.label).join('、')}` });
  const rows = table.rows.map((row) => found.map((column) => row[mapping[column.key] as number] ?? ''));
  return { rows, columns: found };
}

/** The records of these names: by the whole name, or by the number in the hint. More than one is none. */
async function idsByName(registry: Registry, ctx: Ctx, source: string, names: readonly string[]) {
  const options = registry.at(source)?.binding.options;
  if (!options) throw new Error(`no options at ${source}`);
  const ids = new Map<string, number | 'many'>();
  for (const name of names) {
    const found: Option[] = await options(ctx, { keyword: name, ids: null, size: choicesPerName, within: {} });
    const called = found.filter((o) => o.name === name);
    const exact = called.length > 0 ? called : found.filter((o) => o.hint?.split(/[\s·]+/).includes(name));
    const [only] = exact;
    if (only) ids.set(name, exact.length === 1 ? only.id : 'many');
  }
  return ids;
}

/** The list under `key`, begun where there is none. */
function listOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** `pasted` cells are what somebody saw: words that look like a formula stay words. */
async function read(
  registry: Registry,
  ctx: Ctx,
  columns: readonly ImportColumn[],
  cells: readonly string[][],
  pasted: boolean,
) {
  const answer: ReadLines = { rows: cells.map(() => ({})), problems: [] };
  const wanted = new Map<string, { row: number; column: ImportColumn; names: string[]; many: boolean }[]>();
  const settle = (row: number, column: ImportColumn, value: unknown) => {
    answer.rows[row]![column.key] = value;
    const wrong = value === null ? undefined : checkValue(column, value);
    if (wrong) answer.problems.push({ row, key: column.key, message: wrong });
  };
  for (const [row, texts] of cells.entries())
    for (const [i, column] of columns.entries()) {
      const parsed = parseCell(column, texts[i] ?? '', pasted);
      if ('names' in parsed && column.source)
        listOf(wanted, column.source).push({ row, column, names: parsed.names, many: parsed.many });
      else if ('value' in parsed) settle(row, column, parsed.value);
      else {
        // What was typed stays in its cell, for the clerk to mend.
        answer.rows[row]![column.key] = texts[i] ?? '';
        answer.problems.push({ row, key: column.key, message: 'error' in parsed ? parsed.error : '不能从表格读取' });
      }
    }
  for (const [source, asked] of wanted) {
    const names = [...new Set(asked.flatMap((one) => one.names))];
    if (names.length > mostNames) return refuse('TOO_LARGE', { limit: `${mostNames} 个不同的名称` });
    const ids = await idsByName(registry, ctx, source, names);
    for (const { row, column, names: said, many } of asked) {
      const wrong = said.find((name) => typeof ids.get(name) !== 'number');
      if (wrong === undefined) settle(row, column, many ? said.map((name) => ids.get(name)) : ids.get(said[0]!));
      else {
        answer.rows[row]![column.key] = many ? [] : null;
        const why = ids.has(wrong) ? '有多条同名记录，请用编号' : '不存在';
        answer.problems.push({ row, key: column.key, message: `「${wrong}」${why}` });
      }
    }
  }
  return answer;
}

/**
 * `lines_read`: `{field, columns, rows}` (pasted cells under the keys of `columns`) or `{field, fileKey}` (an uploaded table
 * with headings) → `ReadLines`. `lines_template`: `{field}` → a workbook with the headings. Undefined for another verb.
 */
export async function linesVerb(
  registry: Registry,
  entry: Registered,
  verb: string,
  ctx: Ctx,
  body: Body,
): Promise<unknown> {
  if (verb !== 'lines_read' && verb !== 'lines_template') return undefined;
  const field = linesField(entry.page, body.field);
  if (!field) return refuse('MALFORMED', { detail: 'field' });
  const all = columnsOf(field);
  if (all.length === 0) return refuse('MALFORMED', { detail: `「${field.label}」的行由系统给出，不能填入` });
  if (verb === 'lines_template')
    return {
      file: { name: `${field.label}模板.xlsx`, type: xlsxType, content: await templateWorkbook(field.label, all) },
    };
  const table = await cellsOf(ctx, body, all);
  if (isRefusal(table)) return table;
  const most = field.max ?? mostLines;
  if (table.rows.length > most) return refuse('TOO_LARGE', { limit: `${most} 行` });
  return read(registry, ctx, table.columns, table.rows, body.fileKey === undefined);
}

async function cellsOf(
  ctx: Ctx,
  body: Body,
  all: readonly ImportColumn[],
): Promise<{ rows: string[][]; columns: ImportColumn[] } | Refusal> {
  if (typeof body.fileKey === 'string') return tableRows(ctx, body.fileKey, all);
  const rows = textRows(body.rows);
  const keys = Array.isArray(body.columns) ? body.columns : [];
  const columns = keys.flatMap((key) => all.find((column) => column.key === key) ?? []);
  if (!rows || columns.length === 0 || columns.length < keys.length) return refuse('MALFORMED', { detail: 'rows' });
  return { rows, columns };
}
