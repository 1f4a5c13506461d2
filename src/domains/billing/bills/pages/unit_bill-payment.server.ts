import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { confirmOutcome, paymentMoves } from '../pay-by-transfer.ts';
import spec from './unit_bill-payment.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_bill_payment as p', { version: true, maker: 'p.maker_id' }),
  actions: paymentMoves,
  outcomes: { confirm: confirmOutcome },
});
