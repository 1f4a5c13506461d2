/** Server side of 待补卡明细. */
import { formatFen } from '../../../../kit/define/fen.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { acting } from '../../acting.ts';
import { cancelReturned, registerBlanks, removeBlanks, showStock } from '../../cards/card-stock.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import { applyRepair } from '../apply-repair.ts';
import { makeRepairCard } from '../make-repair-card.ts';
import { repairMoves } from '../move-repair.ts';
import { repairReasons } from '../repair-states.ts';
import spec from './wait-repair-card-detail.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'card_repair_request as r',
    {
      inner: ['personId as p'],
      refs: ['departmentId as d'],
      version: true,
      columns: {
        oldCardNo: 'o.card_no',
        oldCardStatus: 'o.status',
        newCardNo: 'n.card_no',
      },
      names: { departmentId: departmentPath },
      where: {
        keyword: personOr('o.card_no', 'n.card_no'),
      },
    },
    (from) =>
      from
        .innerJoin('card as o', (on) =>
          on.onRef('o.organization_id', '=', 'r.organization_id').onRef('o.id', '=', 'r.old_card_id'),
        )
        .leftJoin('card as n', (on) =>
          on.onRef('n.organization_id', '=', 'r.organization_id').onRef('n.id', '=', 'r.new_card_id'),
        ),
  ),
  create: async (ctx, values) => {
    const applied = await applyRepair(sqlOf(ctx.db), acting(ctx), {
      personId: values.personId!,
      reason: values.reason!,
      remark: values.remark ?? null,
      feeFen: values.feeFen ?? 0,
      payBy: values.payBy ?? 'CASH',
      source: 'STAFF',
      appliedName: ctx.session.name,
    });
    if (isRefusal(applied)) return applied;
    const reason = repairReasons.find((r) => r.value === values.reason)!.label;
    await ctx.audit({
      action: '申请补卡',
      targetId: applied.id,
      targetName: `${applied.name} ${applied.cardNo}`,
      changes: [
        { key: 'reason', label: '原因', before: null, after: reason },
        { key: 'feeFen', label: '工本费', before: null, after: formatFen(values.feeFen ?? 0) },
        ...(applied.lostNow ? [{ key: 'cardStatus', label: '原卡', before: '正常', after: '挂失' }] : []),
      ],
    });
    return { id: applied.id };
  },
  actions: {
    ...repairMoves,
    make: makeRepairCard,
    stock: showStock,
    registerBlanks,
    removeBlanks,
    cancelReturned,
  },
  outsideTransaction: ['make'],
});
