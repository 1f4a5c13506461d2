/** 校验: makes a batch out of a choice or a spreadsheet, with every line judged. Nothing is booked yet. */
import { insertBatch } from '../../../kit/server/batch/insert.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { codeText } from '../../../kit/server/jobs/import/parse-cell.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { readerOf, sheetRows } from '../../../kit/server/sheet/sheet-rows.ts';
import { purseAmount } from '../../wallet/public.server.ts';
import { balanceLimits } from '../limits/limits.ts';
import { fundingRefusals } from '../refusals.ts';
import { peopleByNumber, peopleWithin } from './find-people.ts';
import { type Candidate, type JudgedLine, judge } from './judge.ts';
import { fundingBatch } from './run-batch.ts';
import { batchSheets } from './sheets.ts';
import type { BatchKind, BatchMode } from './states.ts';

export interface NewBatch {
  kind: BatchKind;
  mode: BatchMode;
  name: string | null;
  departmentIds: readonly number[];
  typeIds: readonly number[];
  /** For each, where a spreadsheet does not say; fen, or meals of a COUNT batch; refunds: null takes all that is free. */
  amountFen: number | null;
  fileKey: string | null;
  channel: 'IMPORT' | 'CASH' | 'TRANSFER' | 'BANK';
  restWay: 'CASH' | 'BANK' | null;
  reason: string;
}

const kindNames: Record<BatchKind, string> = { RECHARGE: '批量充值', REFUND: '批量退款', COUNT: '批量计次充值' };
const prefixes: Record<BatchKind, string> = { RECHARGE: 'PC', REFUND: 'PT', COUNT: 'PJ' };
const mostLines = 100_000;

function wrongChoice(input: NewBatch): Refusal | undefined {
  if (input.mode === 'IMPORT' && !input.fileKey) return refuseField('fileKey', '请上传表格');
  if (input.mode === 'BY_DEPT' && input.departmentIds.length === 0) return refuseField('departmentIds', '请选择部门');
  if (input.mode === 'BY_TYPE' && input.typeIds.length === 0) return refuseField('typeIds', '请选择人员类别');
  if (input.mode === 'LEAVERS' && input.kind !== 'REFUND') return refuseField('mode', '销户中人员不能充值');
  if (input.kind !== 'REFUND' && input.mode !== 'IMPORT' && input.amountFen === null)
    return input.kind === 'COUNT' ? refuseField('meals', '请填写每人次数') : refuseField('amountFen', '请填写每人金额');
  return undefined;
}

async function candidatesOf(
  ctx: Ctx,
  input: NewBatch,
): Promise<{ list: Candidate[]; filename: string | null } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const sql = sqlOf(ctx.db);
  if (input.mode === 'IMPORT') {
    const sheet = await sheetRows(readerOf(ctx), batchSheets[input.kind], input.fileKey!);
    if (isRefusal(sheet)) return { ...sheet, fields: { fileKey: refusalMessage(sheet) } };
    const rows = sheet.rows.map(({ lineNo, values, wrong }) => ({
      lineNo,
      jobNumber: codeText(String(values.jobNumber ?? '')),
      personName: String(values.personName ?? ''),
      amountFen: (values.amountFen ?? null) as number | null,
      bankName: (values.bankName ?? null) as string | null,
      bankAccount: (values.bankAccount ?? null) as string | null,
      ...(wrong ? { wrong } : {}),
    }));
    const people = await peopleByNumber(
      sql,
      organizationId,
      rows.map((row) => row.jobNumber),
    );
    return { filename: sheet.filename, list: rows.map((row) => ({ ...row, person: people.get(row.jobNumber) })) };
  }
  const people = await peopleWithin(sql, organizationId, {
    departmentIds: input.departmentIds,
    typeIds: input.typeIds,
    leavers: input.mode === 'LEAVERS',
  });
  return {
    filename: null,
    list: people.map((person, i) => ({
      lineNo: i + 1,
      jobNumber: person.jobNumber ?? '',
      personName: person.name,
      amountFen: input.amountFen,
      bankName: null,
      bankAccount: null,
      person,
    })),
  };
}

export interface Plan {
  lines: JudgedLine[];
  filename: string | null;
  /** Lines that may be posted, and their sum. */
  totalCount: number;
  totalFen: number;
}

/** Every line judged; nothing is written. Refused: a choice that means nobody, a table that cannot be read. */
export async function planBatch(ctx: Ctx, input: NewBatch): Promise<Plan | Refusal> {
  const wrong = wrongChoice(input);
  if (wrong) return wrong;
  const found = await candidatesOf(ctx, input);
  if (isRefusal(found)) return found;
  if (found.list.length === 0) return refuse(fundingRefusals.BATCH_EMPTY);
  if (found.list.length > mostLines) return refuse('TOO_LARGE', { limit: `一批 ${mostLines} 人` });
  const lines = judge(input.kind, found.list, await balanceLimits(sqlOf(ctx.db), ownOrganization(ctx)));
  const good = lines.filter((line) => line.status === 'PENDING');
  const totalFen = good.reduce((sum, line) => sum + line.amountFen, 0);
  return { lines, filename: found.filename, totalCount: good.length, totalFen };
}

const totalText = (kind: BatchKind, count: number, fen: number) =>
  `${count} 人 ${purseAmount(kind === 'COUNT' ? 'COUNT' : 'MAIN', fen)}`;

/** The new batch's id, in state CHECKED. Refused like its plan, and when the totals are not those `seen`. */
export async function createBatch(
  ctx: Ctx,
  input: NewBatch,
  seen?: { totalCount: number; totalFen: number },
): Promise<{ id: number } | Refusal> {
  const plan = await planBatch(ctx, input);
  if (isRefusal(plan)) return plan;
  const { lines, filename, totalCount, totalFen } = plan;
  if (seen && (seen.totalCount !== totalCount || seen.totalFen !== totalFen))
    return refuse(fundingRefusals.BATCH_CHANGED, {
      before: totalText(input.kind, seen.totalCount, seen.totalFen),
      after: totalText(input.kind, totalCount, totalFen),
    });
  const name = input.name || `${isoAt(ctx.clock.now()).slice(0, 10)} ${kindNames[input.kind]}`;
  const { id, batchNo } = await insertBatch(
    ctx,
    fundingBatch,
    prefixes[input.kind],
    {
      name,
      kind: input.kind,
      mode: input.mode,
      channel: input.channel,
      rest_way: input.kind === 'REFUND' ? (input.restWay ?? 'CASH') : null,
      reason: input.reason,
      filename,
      left_out_count: lines.length - totalCount,
      status: 'CHECKED',
    },
    lines.map((line) => ({
      line_no: line.lineNo,
      person_id: line.personId,
      job_number: line.jobNumber,
      person_name: line.personName,
      amount_fen: line.amountFen,
      bank_name: line.bankName,
      bank_account: line.bankAccount,
      status: line.status,
      fail_reason: line.reason,
    })),
  );
  await ctx.audit({ action: '校验', targetId: id, targetName: `${name}（${batchNo}）` });
  return { id };
}
