/** Server side of 待补卡明细. */
import { formatFen } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { acting } from '../acting.ts';
import { applyRepair } from '../apply-repair.ts';
import { cancelReturned, registerBlanks, removeBlanks, showStock } from '../card-stock.ts';
import { departmentPath, departmentWithin } from '../department-sql.ts';
import { executorOf } from '../executor.ts';
import { makeRepairCard } from '../make-repair-card.ts';
import { moveRepair } from '../move-repair.ts';
import { personOr } from '../person-search.ts';
import { repairReasons } from '../repair-states.ts';
import spec from './repair-card.page.ts';

export default bind(spec, {
  list: {
    from: (db) =>
      db
        .selectFrom('card_repair_request as r')
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
        )
        .innerJoin('card as o', (on) =>
          on.onRef('o.organization_id', '=', 'r.organization_id').onRef('o.id', '=', 'r.old_card_id'),
        )
        .leftJoin('card as n', (on) =>
          on.onRef('n.organization_id', '=', 'r.organization_id').onRef('n.id', '=', 'r.new_card_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
        ),
    columns: {
      personId: 'r.person_id',
      jobNumber: 'p.job_number',
      departmentId: 'p.department_id',
      oldCardNo: 'o.card_no',
      oldCardStatus: 'o.status',
      reason: 'r.reason',
      source: 'r.source',
      feeFen: 'r.fee_fen',
      payBy: 'r.pay_by',
      remark: 'r.remark',
      appliedAt: 'r.applied_at',
      appliedName: 'r.applied_name',
      newCardNo: 'n.card_no',
      operatorName: 'r.operator_name',
      acceptedAt: 'r.accepted_at',
      madeAt: 'r.made_at',
      deliveredAt: 'r.delivered_at',
      receiver: 'r.receiver',
      closedReason: 'r.closed_reason',
      status: 'r.status',
    },
    names: { personId: 'p.name', departmentId: departmentPath },
    where: {
      departmentId: (value) => departmentWithin('p.organization_id', 'p.department_id', value),
      keyword: personOr('o.card_no', 'n.card_no'),
    },
    id: 'r.id',
    version: 'r.version',
  },
  create: async (ctx, values) => {
    const applied = await applyRepair(executorOf(ctx.db), acting(ctx), {
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
    accept: moveRepair('accept'),
    make: makeRepairCard,
    deliver: moveRepair('deliver'),
    reject: moveRepair('reject'),
    cancel: moveRepair('cancel'),
    stock: showStock,
    registerBlanks,
    removeBlanks,
    cancelReturned,
  },
  outsideTransaction: ['make'],
});
