/** 申请补卡 at the counter: what staff apply for on a diner's behalf, in the log with fee and reason. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { applyRepair, type RepairApplication } from './apply-repair.ts';
import { repairReasons } from './repair-states.ts';

/** Applies in the name of who is signed in; refuses as `applyRepair` does. */
export async function applyForDiner(
  ctx: Ctx,
  asked: Omit<RepairApplication, 'source' | 'appliedName'>,
): Promise<{ id: number } | Refusal> {
  const application = { ...asked, source: 'STAFF', appliedName: ctx.session.name } as const;
  const applied = await applyRepair(sqlOf(ctx.db), acting(ctx), application);
  if (isRefusal(applied)) return applied;
  const reason = repairReasons.find((r) => r.value === asked.reason)!.label;
  await ctx.audit({
    action: '申请补卡',
    targetId: applied.id,
    targetName: `${applied.name} ${applied.cardNo}`,
    changes: [
      { key: 'reason', label: '原因', before: null, after: reason },
      { key: 'feeFen', label: '工本费', before: null, after: formatFenGrouped(asked.feeFen) },
      ...(applied.lostNow ? [{ key: 'cardStatus', label: '原卡', before: '正常', after: '挂失' }] : []),
    ],
  });
  return { id: applied.id };
}
