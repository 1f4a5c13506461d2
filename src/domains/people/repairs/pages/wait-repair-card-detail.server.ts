/** Server side of 待补卡明细. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { cancelReturned, registerBlanks, removeBlanks, showStock } from '../../cards/card-stock.ts';
import { departmentPath } from '../../departments/department-sql.ts';
import { personOr } from '../../persons/person-search.ts';
import { applyForDiner } from '../apply-for-diner.ts';
import { makeRepairCard } from '../make-repair-card.ts';
import { repairMoves } from '../move-repair.ts';
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
  create: (ctx, values) =>
    applyForDiner(ctx, {
      personId: values.personId!,
      reason: values.reason!,
      remark: values.remark ?? null,
      feeFen: values.feeFen ?? 0,
      payBy: values.payBy ?? 'CASH',
    }),
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
