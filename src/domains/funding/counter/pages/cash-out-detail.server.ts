/** 取款明细 over the cash-out documents. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { counterActions, counterOutcomes } from '../actions.ts';
import { cashOut } from '../cash-out.ts';
import { cashPaidOut } from '../kinds.ts';
import spec from './cash-out-detail.page.ts';

export default bind(spec, {
  list: over(spec, 'cash_out as c', {
    inner: ['personId as p'],
    where: { keyword: personOr('c.cash_out_no') },
  }),
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    cashOut(ctx, {
      personId: values.personId!,
      amountFen: values.amountFen!,
      reason: values.reason!,
      remark: values.remark ?? '',
      signImage: values.signImage ?? null,
    }),
  outcomes: counterOutcomes(cashPaidOut),
  actions: counterActions(cashPaidOut),
});
