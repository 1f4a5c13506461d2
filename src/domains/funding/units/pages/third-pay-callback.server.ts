/** 第三方支付回调. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { handleAgain } from '../../pay/handle-again.ts';
import spec from './third-pay-callback.page.ts';

export default bind(spec, {
  list: over(spec, 'third_pay_callback as c', {
    exported: { headers: (value) => JSON.stringify(value) },
  }),
  // Books in the transaction of the posting.
  outsideTransaction: ['again'],
  actions: { again: (ctx, { ids }) => handleAgain(ctx, ids[0]!) },
});
