/** Manual charges: handed in with the total the second person sees, decided, run as a job, taken back as a whole. */
import { formatFen, formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { executorOf } from '../../people/executor.ts';
import { consumptionRefusals } from '../refusals.ts';
import { settingOf } from '../settings.ts';
import type { ManualChargeRow } from '../tables.ts';
import { type ChargeChoice, type PlannedLine, planCharge } from './plan.ts';
import { type ChargeEvent, chargeKinds, chargeMay, chargeStatuses, chargeTransitions } from './states.ts';

export const chargeJob = 'manual-charge';
export interface ChargeJob {
  organizationId: number;
  id: number;
}

export interface NewCharge extends ChargeChoice {
  reason: string;
  remark: string;
  /** People of the plan that are left out after all. */
  without: readonly number[];
  /** What the clerk saw. */
  totalFen: number;
  personCount: number;
}

/** Queues the run in the command's transaction. */
async function enqueue(ctx: Ctx, id: number, runNo: number): Promise<void> {
  const organizationId = ownOrganization(ctx);
  await ctx.services.jobs.enqueue<ChargeJob>(
    chargeJob,
    { organizationId, id },
    { key: `${organizationId}:${id}:${runNo}`, within: executorOf(ctx.db) },
  );
}

async function insertLines(ctx: Ctx, chargeId: number, lines: readonly PlannedLine[]): Promise<void> {
  const ids = await ctx.ids.take(lines.length);
  await executorOf(ctx.db).query(
    `insert into manual_charge_line (organization_id, charge_id, status, id, line_no, person_id, amount_fen, count_used, note)
     select $1, $2, 'PENDING', t.* from unnest($3::bigint[], $4::int[], $5::bigint[], $6::bigint[], $7::int[], $8::text[]) as t`,
    [
      ownOrganization(ctx),
      chargeId,
      ids,
      lines.map((_, i) => i + 1),
      lines.map((l) => l.personId),
      lines.map((l) => l.amountFen),
      lines.map((l) => l.countUsed),
      lines.map((l) => l.note),
    ],
  );
}

/** Keeps the charge; up to the limit it runs at once. Refused when the total is not the one the clerk saw. */
export async function createCharge(ctx: Ctx, input: NewCharge): Promise<{ id: number } | Refusal> {
  const plan = await planCharge(ctx, input);
  if (isRefusal(plan)) return plan;
  const without = new Set(input.without);
  const lines = plan.lines.filter((line) => line.problem === null && !without.has(line.personId));
  if (lines.length === 0) return refuse(consumptionRefusals.NO_LINES, { detail: '所选人员都不能扣款，或没有选人' });
  const totalFen = lines.reduce((sum, line) => sum + line.amountFen, 0);
  if (totalFen !== input.totalFen || lines.length !== input.personCount)
    return refuse(consumptionRefusals.TOTAL_CHANGED, {
      before: `${input.personCount} 人 ${formatFen(input.totalFen)}`,
      after: `${lines.length} 人 ${formatFen(totalFen)}`,
    });
  const status = totalFen <= plan.limitFen ? 'APPROVED' : 'SUBMITTED';
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const batchNo = `RG${at.slice(0, 10).replaceAll('-', '')}${id}`;
  await ctx.db
    .insertInto('manual_charge')
    .values({
      organization_id: ownOrganization(ctx),
      id,
      batch_no: batchNo,
      kind: input.kind,
      meal_period_id: input.mealPeriodId,
      dining_date: input.diningDate,
      restaurant_id: input.restaurantId,
      deploy_site_id: input.deploySiteId,
      way: input.way,
      price_fen: input.way === 'PRICE' ? input.priceFen : null,
      allow_arrears: input.allowArrears,
      reason: input.reason,
      remark: input.remark,
      person_count: lines.length,
      total_fen: totalFen,
      posted_count: 0,
      posted_fen: 0,
      failed_count: 0,
      failed_fen: 0,
      reversed_count: 0,
      reversed_fen: 0,
      run_no: status === 'APPROVED' ? 1 : 0,
      operator_id: ctx.session.accountId,
      operator_name: ctx.session.name,
      auditor_id: null,
      auditor_name: '',
      audit_note: status === 'APPROVED' ? `不超过 ${formatFen(plan.limitFen)} 元，免审` : '',
      status,
      reverse_reason: '',
      created_at: at,
      decided_at: status === 'APPROVED' ? at : null,
      finished_at: null,
      version: 1,
    })
    .execute();
  await insertLines(ctx, id, lines);
  await ctx.audit({
    action: '提交人工消费',
    targetId: id,
    targetName: batchNo,
    changes: [
      { key: 'kind', label: '类型', before: null, after: labelIn(chargeKinds, input.kind) },
      { key: 'personCount', label: '人数', before: null, after: lines.length },
      { key: 'totalFen', label: '合计（元）', before: null, after: formatFenGrouped(totalFen) },
    ],
  });
  if (status === 'APPROVED') await enqueue(ctx, id, 1);
  return { id };
}

/** Who may do it besides the state: never one's own approval, never one's own large reversal, only one's own withdrawal. */
async function refuseWho(ctx: Ctx, event: ChargeEvent, charge: ManualChargeRow): Promise<Refusal | undefined> {
  const own = charge.operator_id === ctx.session.accountId;
  const second = () => refuse(consumptionRefusals.SECOND_PERSON, { no: charge.batch_no, did: '制单' });
  if (event === 'approve' && own) return second();
  if (event === 'cancel' && !own)
    return refuse('NOT_NOW', { why: `${charge.batch_no} 由${charge.operator_name}制单，只能由本人撤回；不同意请驳回` });
  if (event === 'retry' && charge.reversed_count > 0)
    return refuse('NOT_NOW', { why: `${charge.batch_no} 已撤销 ${charge.reversed_count} 笔，不能再重试失败行` });
  if (event === 'reverse' && own) {
    const { manualLimitFen } = await settingOf(ctx.services.pool, ownOrganization(ctx));
    if (charge.posted_fen > manualLimitFen) return second();
  }
  return undefined;
}

/** One event of the state table on a charge. */
export const changeCharge =
  (event: ChargeEvent) =>
  async (ctx: Ctx, input: ActionInput): Promise<Refusal | null> => {
    const charge: ManualChargeRow = await ctx.db
      .selectFrom('manual_charge')
      .selectAll()
      .where('id', '=', input.rows[0]!.id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const transition = chargeTransitions[event];
    if (!chargeMay(event, charge.status))
      return refuse('BAD_STATE', { state: labelIn(chargeStatuses, charge.status), action: transition.label });
    const no = await refuseWho(ctx, event, charge);
    if (no) return no;
    const runs = 'runs' in transition;
    const decides = event === 'approve' || event === 'reject';
    const note = String(input.values.reason ?? input.values.note ?? '');
    await ctx.db
      .updateTable('manual_charge')
      .set((eb) => ({
        status: transition.to,
        run_no: eb('run_no', '+', runs ? 1 : 0),
        ...(decides
          ? {
              auditor_id: ctx.session.accountId,
              auditor_name: ctx.session.name,
              decided_at: isoAt(ctx.clock.now()),
              audit_note: note,
            }
          : {}),
        ...(event === 'reverse' ? { reverse_reason: note } : {}),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', charge.id)
      .execute();
    await ctx.audit({
      action: transition.label,
      targetId: charge.id,
      targetName: charge.batch_no,
      changes: [
        {
          key: 'status',
          label: '状态',
          before: labelIn(chargeStatuses, charge.status),
          after: `${labelIn(chargeStatuses, transition.to)}${note ? `：${note}` : ''}`,
        },
      ],
    });
    if (runs) await enqueue(ctx, charge.id, charge.run_no + 1);
    return null;
  };
