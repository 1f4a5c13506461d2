/** The two workbooks an import gives out: the empty template, and the rows that were not taken with the reason. */
import type { Field } from '../../../define/field.ts';
import type { AnyPage } from '../../../define/page.ts';
import type { Sql } from '../../db/sql-of.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { SheetColumn } from '../../sheet/types.ts';
import { xlsxBytes } from '../../sheet/xlsx-writer.ts';
import { reasonText } from './check-rows.ts';
import { importRefusals } from './refusals.ts';
import type { ImportColumn, ImportTask, RowError } from './types.ts';

/** Unlike any heading of a page, whose own 原因 goes back as it was. */
export const reasonTitle = '未导入原因';

/** What a field takes, in few words, for the template's example row. */
function hint(field: Field): string {
  switch (field.kind) {
    case 'choice':
    case 'choices':
      return (field.choices ?? []).map((choice) => choice.label).join('、');
    case 'date':
      return '2026-04-01';
    case 'time':
      return '2026-04-01 08:30:00';
    case 'hm':
      return '08:30';
    case 'bool':
      return '是、否';
    case 'money':
      return '12.50';
    case 'percent':
      return '5%';
    default:
      return field.help ?? '';
  }
}

/** The second sheet of a template: the column its lines belong by, then those of the lines, each by the first of its names. */
function secondOf(page: AnyPage) {
  const second = page.import?.second;
  if (!second) return [];
  const titles = [page.fields[second.by]!.label, ...second.parts.map(([name]) => name!)];
  const columns = titles.map((title): SheetColumn => ({ title: `${title}*`, kind: 'text', width: 20 }));
  return [{ name: page.fields[second.into]!.label, columns }];
}

/**
 * A workbook with the fields as header (`*` behind required ones) and their hints above it, and the headings of a second sheet where
 * the page takes one. All cells are text.
 */
export async function templateWorkbook(
  title: string,
  columns: readonly ImportColumn[],
  page?: AnyPage,
): Promise<Buffer> {
  const sheet: SheetColumn[] = columns.map((column) => ({
    title: column.required ? `${column.label}*` : column.label,
    kind: 'text',
    width: 20,
  }));
  const hints = columns.flatMap((column) => (hint(column) ? [`${column.label}：${hint(column)}`] : []));
  const filter = ['带 * 的列必填', ...hints].join('；');
  return xlsxBytes(
    {
      columns: sheet,
      sheetName: title,
      info: { title: `${title}导入模板（${filter}）` },
      further: page ? secondOf(page) : [],
    },
    [],
  );
}

/** The rows that were not taken, as they were in the file, with a last column saying why; ready to mend and upload. */
export async function badRowsWorkbook(
  sql: Sql,
  task: ImportTask,
): Promise<{ filename: string; content: Buffer } | Refusal> {
  const { rows } = await sql.query<{ raw: string[]; errors: RowError[] }>(
    `select raw, errors from import_row where task_id = $1 and state in ('BAD', 'REFUSED') order by row_no`,
    [task.id],
  );
  if (rows.length === 0) return refuse(importRefusals.IMPORT_NO_BAD_ROWS);
  const kept = task.headers.flatMap((header, i) => (header === reasonTitle ? [] : [i]));
  const columns: SheetColumn[] = kept.map((i) => ({ title: task.headers[i]!, kind: 'text' }));
  columns.push({ title: reasonTitle, kind: 'text', width: 60 });
  const content = await xlsxBytes(
    { columns, sheetName: '需修改的行' },
    rows.map(({ raw, errors }) => [...kept.map((i) => raw[i]), reasonText(errors)]),
  );
  return { filename: `${task.filename.replace(/\.\w{1,5}$/, '')}_需修改的${rows.length}行.xlsx`, content };
}
