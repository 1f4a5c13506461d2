/** 校验: makes a batch out of a choice or a spreadsheet, with every line judged. Nothing is booked yet. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { balanceLimits } from '../limits.ts';
import { fundingRefusals } from '../refusals.ts';
import { peopleByNumber, peopleWithin } from './find-people.ts';
import { type Candidate, judge } from './judge.ts';
import { type BatchKind, readSheet } from './read-sheet.ts';
import type { BatchMode } from './states.ts';

export interface NewBatch {
  kind: BatchKind;
  mode: BatchMode;
  name: string | null;
  departmentIds: readonly number[];
  typeIds: readonly number[];
  /** For each, where a spreadsheet does not say; refunds: null takes all that is free. */
  amountFen: number | null;
  fileKey: string | null;
  channel: 'IMPORT' | 'CASH' | 'TRANSFER' | 'BANK';
  restWay: 'CASH' | 'BANK' | null;
  reason: string;
}

const kindNames: Record<BatchKind, string> = { RECHARGE: '批量充值', REFUND: '批量退款' };
const mostLines = 100_000;

function wrongChoice(input: NewBatch): Refusal | undefined {
  if (input.mode === 'IMPORT' && !input.fileKey) return refuseField('fileKey', '请上传表格');
  if (input.mode === 'BY_DEPT' && input.departmentIds.length === 0) return refuseField('departmentIds', '请选择部门');
  if (input.mode === 'BY_TYPE' && input.typeIds.length === 0) return refuseField('typeIds', '请选择人员类别');
  if (input.mode === 'LEAVERS' && input.kind === 'RECHARGE') return refuseField('mode', '销户中人员不能充值');
  if (input.kind === 'RECHARGE' && input.mode !== 'IMPORT' && input.amountFen === null)
    return refuseField('amountFen', '请填写每人金额');
  return undefined;
}

async function candidatesOf(
  ctx: Ctx,
  input: NewBatch,
): Promise<{ list: Candidate[]; filename: string | null } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const { pool } = ctx.services;
  if (input.mode === 'IMPORT') {
    const sheet = await readSheet(ctx, input.kind, input.fileKey!);
    if (isRefusal(sheet)) return sheet;
    const people = await peopleByNumber(
      pool,
      organizationId,
      sheet.rows.map((row) => row.jobNumber),
    );
    return { filename: sheet.filename, list: sheet.rows.map((row) => ({ ...row, person: people.get(row.jobNumber) })) };
  }
  const people = await peopleWithin(pool, organizationId, {
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

/** The new batch's id, in state CHECKED. Refused: a choice that means nobody, a table that cannot be read. */
export async function createBatch(ctx: Ctx, input: NewBatch): Promise<{ id: number } | Refusal> {
  const wrong = wrongChoice(input);
  if (wrong) return wrong;
  const found = await candidatesOf(ctx, input);
  if (isRefusal(found)) return found;
  if (found.list.length === 0) return refuse(fundingRefusals.BATCH_EMPTY);
  if (found.list.length > mostLines) return refuse('TOO_LARGE', { limit: `一批 ${mostLines} 人` });
  const organizationId = ownOrganization(ctx);
  const lines = judge(input.kind, found.list, await balanceLimits(ctx.services.pool, organizationId));
  const good = lines.filter((line) => line.status === 'PENDING');
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const no = `${input.kind === 'RECHARGE' ? 'PC' : 'PT'}${at.slice(0, 10).replaceAll('-', '')}${id}`;
  const name = input.name || `${at.slice(0, 10)} ${kindNames[input.kind]}`;
  await ctx.db
    .insertInto('funding_batch')
    .values({
      organization_id: organizationId,
      id,
      batch_no: no,
      name,
      kind: input.kind,
      mode: input.mode,
      channel: input.channel,
      rest_way: input.kind === 'REFUND' ? (input.restWay ?? 'CASH') : null,
      reason: input.reason,
      filename: found.filename,
      total_count: good.length,
      total_fen: good.reduce((sum, line) => sum + line.amountFen, 0),
      left_out_count: lines.length - good.length,
      ok_count: 0,
      ok_fen: 0,
      fail_count: 0,
      fail_fen: 0,
      creator_id: ctx.session.accountId,
      creator_name: ctx.session.name,
      created_at: at,
      status: 'CHECKED',
      version: 1,
    })
    .execute();
  await sql`insert into funding_batch_line (organization_id, batch_id, line_no, person_id, job_number, person_name,
      amount_fen, bank_name, bank_account, reason, status)
    select ${organizationId}, ${id}, * from unnest(${lines.map((l) => l.lineNo)}::int[],
      ${lines.map((l) => l.personId)}::bigint[], ${lines.map((l) => l.jobNumber)}::text[],
      ${lines.map((l) => l.personName)}::text[], ${lines.map((l) => l.amountFen)}::bigint[],
      ${lines.map((l) => l.bankName)}::text[], ${lines.map((l) => l.bankAccount)}::text[],
      ${lines.map((l) => l.reason)}::text[], ${lines.map((l) => l.status)}::text[])`.execute(ctx.db);
  await ctx.audit({ action: '校验', targetId: id, targetName: `${name}（${no}）` });
  return { id };
}
