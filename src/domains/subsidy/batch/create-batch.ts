/** Opens a batch in state DRAFT and has it checked. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import { readerOf } from '../../../kit/server/sheet/sheet-rows.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { checkJob, enqueueWith } from '../jobs.ts';
import { subsidyRefusals } from '../refusals.ts';
import { lastDayOf, periodOf } from '../rules/calendar.ts';
import { type Rule, spendOrderOf } from '../rules/rule.ts';
import { type GrantPurse, unitOf } from '../units.ts';
import { type BatchChoice, ruleOf } from './batch-row.ts';
import type { BatchKind, BatchMode } from './batch-states.ts';
import { givenRows, neededOf } from './prepare-batch.ts';
import type { GivenRow } from './sheet.ts';

export interface NewBatch extends Omit<BatchChoice, 'filename'> {
  kind: BatchKind;
  purse: GrantPurse;
  mode: Extract<BatchMode, 'RULE' | 'MANUAL' | 'IMPORT'>;
  name: string | null;
  ruleId: number | null;
  /** Day of the books the money counts from; today's when left out. */
  grantOn: string | null;
  expiresOn: string | null;
  reason: string | null;
}

/** `BT20261120` and the id: says the day, never repeats. */
export function batchNo(at: string, id: number): string {
  return `BT${at.slice(0, 10).replaceAll('-', '')}${id}`;
}

/** The rule of a grant within the scope, when it may be used; undefined when none is asked for. */
export async function usableRule(
  ctx: Ctx,
  ruleId: number | null,
  purse: GrantPurse,
): Promise<Rule | undefined | Refusal> {
  if (ruleId === null) return undefined;
  const row = await ctx.db
    .selectFrom('subsidy_rule')
    .selectAll()
    .where('id', '=', ruleId)
    .where('purse', '=', purse)
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  if (row.status !== 'NORMAL') return refuse(subsidyRefusals.SUBSIDY_RULE_DISABLED, { name: row.name });
  return ruleOf(row as Parameters<typeof ruleOf>[0]);
}

const makable: readonly string[] = ['RULE', 'MANUAL', 'IMPORT'];

function wrongChoice(input: NewBatch): Refusal | undefined {
  if (!makable.includes(input.mode)) return refuseField('mode', '请选择按规则、按人员范围或表格导入');
  if (input.mode === 'IMPORT' && !input.fileKey) return refuseField('fileKey', '请上传表格');
  if (input.kind === 'RETURN') {
    if (input.mode === 'RULE') return refuseField('mode', '退补贴请选择按人员范围或表格导入');
    if (!input.reason) return refuseField('reason', '请填写退补贴的原因');
    const narrowed =
      input.sourceBatchId !== null || input.leavers || input.typeIds.length + input.departmentIds.length > 0;
    return input.mode === 'IMPORT' || narrowed
      ? undefined
      : refuseField('sourceBatchId', '请选择要退回的批次、人员类别、部门或离职人员');
  }
  if (input.mode === 'RULE') return input.ruleId === null ? refuseField('ruleId', '请选择补贴规则') : undefined;
  if (input.mode === 'IMPORT') return undefined;
  if (input.typeIds.length + input.departmentIds.length === 0)
    return refuseField('typeIds', '请至少选择一个人员类别或部门');
  return input.amountFen === null ? refuseField('amountFen', `请填写每人${unitOf(input.purse).word}`) : undefined;
}

/** Grant day, last day and place in the debit order, by the form or else by the rule. */
export function terms(
  input: Pick<NewBatch, 'grantOn' | 'expiresOn'>,
  rule: Rule | undefined,
  today: string,
): { grantOn: string; expiresOn: string | null; spendOrder: number; period: string } | Refusal {
  const grantOn = input.grantOn ?? today;
  if (grantOn < today) return refuse(subsidyRefusals.SUBSIDY_EARLIER_DAY, { day: grantOn, today });
  const expiresOn = input.expiresOn ?? (rule ? lastDayOf(rule, grantOn) : null);
  if (expiresOn !== null && expiresOn < grantOn)
    return refuse(subsidyRefusals.SUBSIDY_GRANT_DAY_PAST, { date: expiresOn, day: grantOn });
  return {
    grantOn,
    expiresOn,
    spendOrder: spendOrderOf(rule?.debitOrder ?? 5),
    period: periodOf(rule?.cycle ?? 'MONTH', grantOn),
  };
}

export interface Decided {
  rule: Rule | undefined;
  when: Exclude<ReturnType<typeof terms>, Refusal>;
  /** Rows of the table and their sum; null without one. */
  rows: readonly GivenRow[] | null;
  filename: string | null;
}

/** What a choice means; nothing is written. Refused: it means nobody, a rule is out of use, days in the wrong order, no table. */
export async function decideBatch(ctx: Ctx, input: NewBatch): Promise<Decided | Refusal> {
  const wrong = wrongChoice(input);
  if (wrong) return wrong;
  const rule = await usableRule(ctx, input.kind === 'GRANT' ? input.ruleId : null, input.purse);
  if (isRefusal(rule)) return rule;
  const when = terms(input, rule, businessDay(ctx.clock.now()));
  if (isRefusal(when)) return when;
  if (input.fileKey === null) return { rule, when, rows: null, filename: null };
  const needed = input.kind === 'RETURN' ? ['jobNumber'] : neededOf(rule, input.amountFen);
  const sheet = await givenRows(readerOf(ctx), input.fileKey, needed, input.purse);
  if (isRefusal(sheet)) return { ...sheet, fields: { fileKey: refusalMessage(sheet) } };
  return { rule, when, ...sheet };
}

/** The batch's id, its check queued. Refused like what it means. */
export async function createBatch(ctx: Ctx, input: NewBatch): Promise<{ id: number } | Refusal> {
  const found = await decideBatch(ctx, input);
  if (isRefusal(found)) return found;
  const { rule, when } = found;
  const now = ctx.clock.now();
  const organizationId = ownOrganization(ctx);
  const id = await ctx.ids.next();
  const at = isoAt(now);
  const no = batchNo(at, id);
  const { kind, mode, typeIds, departmentIds, amountFen, fileKey, sourceBatchId, leavers } = input;
  const choice: BatchChoice = {
    typeIds,
    departmentIds,
    amountFen,
    fileKey,
    filename: found.filename,
    sourceBatchId,
    leavers,
    compareBatchId: input.compareBatchId,
  };
  const name =
    input.name ||
    (kind === 'RETURN' ? `${when.grantOn} 退补贴` : `${when.period} ${rule?.name ?? unitOf(input.purse).noun}`);
  await ctx.db
    .insertInto('subsidy_batch')
    .values({
      organization_id: organizationId,
      id,
      batch_no: no,
      name,
      kind,
      purse: input.purse,
      mode,
      rule_id: rule?.id ?? null,
      period: when.period,
      grant_on: when.grantOn,
      expires_on: kind === 'GRANT' ? when.expiresOn : null,
      spend_order: when.spendOrder,
      choice: JSON.stringify(choice),
      reason: input.reason ?? '',
      status: 'DRAFT',
      maker_id: ctx.session.accountId,
      maker_name: ctx.session.name,
      created_at: at,
      updated_at: at,
    } as never)
    .execute();
  await enqueueWith(ctx, checkJob, { organizationId, id });
  await ctx.audit({
    action: kind === 'GRANT' ? '新建发放批次' : '新建退补贴批次',
    targetId: id,
    targetName: name,
    changes: [{ key: 'batchNo', label: '批次号', before: null, after: no }],
  });
  return { id };
}
