/** Manual charges: handed in with the total the second person sees; up to the limit they run at once. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { insertBatch } from '../../../kit/server/batch/insert.ts';
import { queueRun } from '../../../kit/server/batch/queue.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { consumptionRefusals } from '../refusals.ts';
import type { ChargeChoice } from './charge-plan.ts';
import { planCharge } from './plan.ts';
import { chargeBatch } from './run.ts';
import { chargeKinds, chargeRuns } from './states.ts';

export interface NewCharge extends ChargeChoice {
  reason: string;
  remark: string;
  /** People of the plan that are charged after all. */
  chosen: readonly number[];
  /** What the clerk saw. */
  totalFen: number;
  totalCount: number;
}

/** Keeps the charge; up to the limit it runs at once. Refused when the total is not the one the clerk saw. */
export async function createCharge(ctx: Ctx, input: NewCharge): Promise<{ id: number } | Refusal> {
  const plan = await planCharge(ctx, input);
  if (isRefusal(plan)) return plan;
  const chosen = new Set(input.chosen);
  const lines = plan.lines.filter((line) => line.problem === null && chosen.has(line.personId));
  if (lines.length === 0) return refuse(consumptionRefusals.NO_LINES, { detail: '所选人员都不能扣款，或没有选人' });
  const totalFen = lines.reduce((sum, line) => sum + line.amountFen, 0);
  if (totalFen !== input.totalFen || lines.length !== input.totalCount)
    return refuse(consumptionRefusals.TOTAL_CHANGED, {
      before: `${input.totalCount} 人 ${formatFenGrouped(input.totalFen)}`,
      after: `${lines.length} 人 ${formatFenGrouped(totalFen)}`,
    });
  const status = totalFen <= plan.limitFen ? 'APPROVED' : 'SUBMITTED';
  const { id, batchNo } = await insertBatch(
    ctx,
    chargeBatch,
    'RG',
    {
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
      check_note: status === 'APPROVED' ? `不超过 ${formatFenGrouped(plan.limitFen)} 元，免审` : '',
      status,
    },
    lines.map((line) => ({
      person_id: line.personId,
      amount_fen: line.amountFen,
      count_used: line.countUsed,
      note: line.note,
      order_id: line.orderId,
    })),
  );
  await ctx.audit({
    action: '提交人工消费',
    targetId: id,
    targetName: batchNo,
    changes: [
      { key: 'kind', label: '类型', before: null, after: labelIn(chargeKinds, input.kind) },
      { key: 'totalCount', label: '人数', before: null, after: lines.length },
      { key: 'totalFen', label: '合计（元）', before: null, after: formatFenGrouped(totalFen) },
    ],
  });
  if (status === 'APPROVED') await queueRun(ctx, chargeRuns, id, 1);
  return { id };
}
