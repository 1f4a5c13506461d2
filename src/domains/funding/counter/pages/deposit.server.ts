/** 现金存款 over the cash documents. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { counterActions, counterOutcomes } from '../actions.ts';
import { deposit as book } from '../deposit.ts';
import { cashDeposit } from '../kinds.ts';
import deposit from './deposit.page.ts';

export default bind(deposit, {
  list: over(deposit, 'cash_deposit as c', {
    inner: ['personId as p'],
    where: { keyword: personOr('c.deposit_no') },
  }),
  outsideTransaction: ['create', 'reverse'],
  create: (ctx, values) =>
    book(ctx, { personId: values.personId!, amountFen: values.amountFen!, remark: values.remark ?? '' }),
  outcomes: counterOutcomes(cashDeposit),
  actions: counterActions(cashDeposit, { extra: (row) => [['小票号', String(row.receiptNo)]] }),
});
