/** The clerk's spreadsheet: which of its columns are number, name, amount and days, and its rows as values. */
import { buffer } from 'node:stream/consumers';
import { int, money, text } from '../../../kit/define/field.ts';
import type { Services, Session } from '../../../kit/server/context.ts';
import { findStoredFile } from '../../../kit/server/files/save-upload.ts';
import { cellFault, codeText, parseCell } from '../../../kit/server/jobs/import/parse-cell.ts';
import { missingSources, proposeMapping } from '../../../kit/server/jobs/import/propose-mapping.ts';
import type { ImportColumn, Mapping } from '../../../kit/server/jobs/import/types.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { Table } from '../../../kit/server/sheet/read-table.ts';
import { readTableInWorker } from '../../../kit/server/sheet/read-table-in-worker.ts';
import { subsidyRefusals } from '../refusals.ts';

/** What the columns of a subsidy spreadsheet may be. */
export const sheetColumns: readonly ImportColumn[] = [
  {
    key: 'jobNumber',
    ...text('工号', {
      required: true,
      aliases: ['学号', '工号/学号', '人员编号', '员工编号', '职工号', '编号', 'CardNo'],
    }),
  },
  { key: 'name', ...text('姓名', { aliases: ['名字', '员工姓名', '学生姓名'] }) },
  { key: 'amountFen', ...money('金额', { aliases: ['补贴金额', '发放金额', '退回金额', '餐补', '补助', '补贴'] }) },
  { key: 'units', ...int('天数/班次', { aliases: ['出勤天数', '天数', '出勤', '班次', '班次数', '夜班数'] }) },
];

/** The uploaded file's table, if it belongs to the session's unit. */
export async function readSheet(
  services: Pick<Services, 'pool' | 'files'>,
  owner: Pick<Session, 'unitType' | 'unitId'>,
  fileKey: string,
): Promise<(Table & { name: string }) | Refusal> {
  const stored = await findStoredFile(services.pool, fileKey);
  if (!stored || stored.unitType !== owner.unitType || stored.unitId !== owner.unitId)
    return refuse(subsidyRefusals.SUBSIDY_FILE_GONE);
  const file = await services.files.get(fileKey);
  if (!file) return refuse(subsidyRefusals.SUBSIDY_FILE_GONE);
  const table = await readTableInWorker(await buffer(file.stream), stored.name);
  return isRefusal(table) ? table : { ...table, name: stored.name };
}

/** The proposed mapping of a table, or the clerk's own where it names columns that exist. */
export function mappingOf(headers: readonly string[], chosen: Readonly<Record<string, unknown>> | null): Mapping {
  if (!chosen) return proposeMapping(headers, sheetColumns).mapping;
  const column = (key: string) => {
    const at = chosen[key];
    return typeof at === 'number' && Number.isSafeInteger(at) && at >= 0 && at < headers.length ? at : null;
  };
  return Object.fromEntries(sheetColumns.map(({ key }) => [key, column(key)]));
}

/** SUBSIDY_COLUMNS when a column the batch cannot do without has no source. */
export function missingColumns(mapping: Mapping, needed: readonly string[]): Refusal | undefined {
  const columns = sheetColumns.map((column) => ({ ...column, required: needed.includes(column.key) }));
  const missing = missingSources(mapping, columns);
  return missing.length === 0
    ? undefined
    : refuse(subsidyRefusals.SUBSIDY_COLUMNS, { titles: missing.map((c) => c.label).join('、') });
}

export interface SheetRow {
  lineNo: number;
  jobNumber: string;
  name: string;
  /** Null: empty. */
  amountFen: number | null;
  units: number | null;
  wrong?: string;
}

/** Rows of the table by a mapping; a cell that cannot be read is said in `wrong`. */
export function sheetRows(table: Pick<Table, 'rows' | 'rowNumbers'>, mapping: Mapping): SheetRow[] {
  return table.rows.map((cells, i) => {
    const row: SheetRow = {
      lineNo: table.rowNumbers[i] ?? i + 2,
      jobNumber: '',
      name: '',
      amountFen: null,
      units: null,
    };
    const wrong: string[] = [];
    for (const column of sheetColumns) {
      const source = mapping[column.key];
      if (typeof source !== 'number') continue;
      const parsed = parseCell(column, cells[source] ?? '');
      if ('error' in parsed) wrong.push(cellFault(column.label, parsed.error));
      else if ('value' in parsed && parsed.value !== null) Object.assign(row, { [column.key]: parsed.value });
    }
    row.jobNumber = codeText(row.jobNumber);
    if (row.jobNumber === '') wrong.push('工号不能为空');
    if (wrong.length > 0) row.wrong = wrong.join('；');
    return row;
  });
}
