/** 每日收款 of the platform. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { onlineReceipts } from '../online-receipts.ts';
import spec from './daily-cash-receipts.page.ts';

export default bind(spec, {
  rows: onlineReceipts,
  proof: {
    reads: {
      rechargeFen: 'recharge_order.amount_fen',
      codeFen: 'third_trade.amount_fen',
      bookedFen: 'posting.amount_fen',
      refundFen: 'third_refund.amount_fen',
      feeFen: ['recharge_order.fee_fen', 'third_trade.fee_fen'],
    },
  },
});
