/** The failed lines of a batch as a workbook, with why: to mend by hand, or to hand to somebody. */
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { xlsxBytes } from '../../kit/server/sheet/xlsx-writer.ts';
import { consumptionRefusals } from './refusals.ts';

export interface FailedLine {
  personName: string;
  jobNumber: string | null;
  amountFen: number;
  failReason: string;
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A file to send; refused when nothing failed. */
export async function failedSheet(
  batchNo: string,
  lines: readonly FailedLine[],
): Promise<{ file: { name: string; type: string; content: Buffer } } | Refusal> {
  const failed = lines.filter((line) => line.failReason !== '');
  if (failed.length === 0) return refuse(consumptionRefusals.NO_LINES, { detail: '没有失败行' });
  const content = await xlsxBytes(
    {
      columns: [
        { title: '姓名', kind: 'text', width: 14 },
        { title: '工号', kind: 'text', width: 16 },
        { title: '金额', kind: 'money', width: 12 },
        { title: '原因', kind: 'text', width: 60 },
      ],
      sheetName: '失败行',
      info: { title: `${batchNo} 失败 ${failed.length} 行` },
    },
    failed.map((line) => [line.personName, line.jobNumber ?? '', line.amountFen, line.failReason]),
  );
  return { file: { name: `${batchNo}_失败${failed.length}行.xlsx`, type: xlsx, content } };
}
