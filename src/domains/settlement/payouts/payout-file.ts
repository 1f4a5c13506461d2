/** The file a bank's program takes: one row per transfer, the transfer's number as 附言. */
import { createHash } from 'node:crypto';
import iconv from 'iconv-lite';
import { formatFenPlain } from '../../../kit/define/fen.ts';
import { csvText } from '../../../kit/server/sheet/csv.ts';
import { workbookFile, xlsxType } from '../../../kit/server/sheet/workbook-file.ts';
import type { PayoutFormat } from './payout-formats.ts';

export interface PayoutRow {
  accountName: string;
  accountNo: string;
  bankName: string;
  branchNo: string;
  amountFen: number;
  transferNo: string;
}

const titles = ['收款户名', '账号', '开户行', '联行号', '金额', '附言'];

const cells = (row: PayoutRow): string[] => [
  row.accountName,
  row.accountNo,
  row.bankName,
  row.branchNo,
  formatFenPlain(row.amountFen),
  row.transferNo,
];

/** Bytes and their SHA-256. Account numbers are text in every format. */
export async function payoutFile(
  format: PayoutFormat,
  payoutNo: string,
  rows: readonly PayoutRow[],
): Promise<{ content: Buffer; sha256: string }> {
  const lines = [titles, ...rows.map(cells)];
  const content =
    format === 'XLSX'
      ? (
          await workbookFile(
            payoutNo,
            { columns: titles.map((title) => ({ title, kind: 'text', width: 22 })) },
            rows.map(cells),
          )
        ).file.content
      : format === 'CSV_UTF8'
        ? Buffer.from(csvText(lines))
        : // Without the mark of Unicode, which has no meaning there.
          iconv.encode(csvText(lines).slice(1), 'gb18030');
  return { content, sha256: createHash('sha256').update(content).digest('hex') };
}

/** How it is called and what it is, when it is sent. */
export const payoutName = (format: PayoutFormat, payoutNo: string) => ({
  name: `${payoutNo}.${format === 'XLSX' ? 'xlsx' : 'csv'}`,
  type: format === 'XLSX' ? xlsxType : `text/csv; charset=${format === 'CSV_GB' ? 'gb18030' : 'utf-8'}`,
});
