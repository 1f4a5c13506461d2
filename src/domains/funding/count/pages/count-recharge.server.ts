/** 计次充值 over its documents. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { counterActions, counterOutcomes } from '../../counter/actions.ts';
import { countRecharge } from '../../counter/kinds.ts';
import { rechargeMeals } from '../recharge.ts';
import spec from './count-recharge.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'count_recharge as c',
    {
      inner: ['personId as p'],
      columns: { batchNo: 'b.batch_no' },
      where: { keyword: personOr('c.recharge_no') },
    },
    (from) =>
      from.leftJoin('funding_batch as b', (on) =>
        on.onRef('b.organization_id', '=', 'c.organization_id').onRef('b.id', '=', 'c.batch_id'),
      ),
  ),
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    rechargeMeals(ctx, { personId: values.personId!, meals: values.meals!, remark: values.remark ?? '' }),
  outcomes: counterOutcomes(countRecharge),
  actions: counterActions(countRecharge),
});
