/** The clerk's spreadsheet as rows: number, name, amount, and for refunds the bank account. */
import { money, text } from '../../../kit/define/field.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { cellFault, codeText, parseCell } from '../../../kit/server/jobs/import/parse-cell.ts';
import { missingSources, proposeMapping } from '../../../kit/server/jobs/import/propose-mapping.ts';
import type { ImportColumn } from '../../../kit/server/jobs/import/types.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { fundingRefusals } from '../refusals.ts';
import { uploadedTable } from '../uploaded-table.ts';

export type BatchKind = 'RECHARGE' | 'REFUND';

const number: ImportColumn = {
  key: 'jobNumber',
  ...text('工号', { required: true, aliases: ['学号', '工号/学号', '人员编号', '员工编号', '职工号', '编号'] }),
};
const name: ImportColumn = { key: 'personName', ...text('姓名', { aliases: ['名字', '员工姓名', '学生姓名'] }) };
const amount = (required: boolean): ImportColumn => ({
  key: 'amountFen',
  ...money('金额', { required, aliases: ['充值金额', '退款金额', '应退金额', '金额（元）'] }),
});

/** A refund without an amount gives back all that is free. */
export const sheetColumns: Readonly<Record<BatchKind, readonly ImportColumn[]>> = {
  RECHARGE: [number, name, amount(true)],
  REFUND: [
    number,
    name,
    amount(false),
    { key: 'bankName', ...text('开户行', { aliases: ['银行'] }) },
    { key: 'bankAccount', ...text('收款账号', { aliases: ['银行卡号', '卡号', '账号'] }) },
  ],
};

export interface SheetRow {
  lineNo: number;
  jobNumber: string;
  personName: string;
  /** Null: empty. */
  amountFen: number | null;
  bankName: string | null;
  bankAccount: string | null;
  wrong?: string;
}

/** Rows of an uploaded table of one's own unit; refused when it is gone or a needed column is missing. */
export async function readSheet(
  ctx: Ctx,
  kind: BatchKind,
  fileKey: string,
): Promise<{ filename: string; rows: SheetRow[] } | Refusal> {
  const read = await uploadedTable(ctx, fileKey);
  if (isRefusal(read)) return read;
  const { filename, table } = read;
  const columns = sheetColumns[kind];
  const { mapping } = proposeMapping(table.headers, columns);
  const missing = missingSources(mapping, columns);
  if (missing.length > 0)
    return refuse(fundingRefusals.BATCH_COLUMNS, { titles: missing.map((c) => c.label).join('、') });
  const rows = table.rows.map((cells, i) => {
    const row: SheetRow = {
      lineNo: table.rowNumbers[i] ?? i + 2,
      jobNumber: '',
      personName: '',
      amountFen: null,
      bankName: null,
      bankAccount: null,
    };
    const wrong: string[] = [];
    for (const column of columns) {
      const source = mapping[column.key];
      if (typeof source !== 'number') continue;
      const parsed = parseCell(column, cells[source] ?? '');
      if ('error' in parsed) wrong.push(cellFault(column.label, parsed.error));
      else if ('value' in parsed && parsed.value !== null) Object.assign(row, { [column.key]: parsed.value });
    }
    row.jobNumber = codeText(row.jobNumber);
    if (row.jobNumber === '') wrong.push('工号不能为空');
    return wrong.length > 0 ? { ...row, wrong: wrong.join('；') } : row;
  });
  return { filename, rows };
}
