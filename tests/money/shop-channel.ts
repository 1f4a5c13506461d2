/** A channel that outlives whoever asks it: whether a payer pays is told by the payment's number, how much by its row. */
import type { Pool } from 'pg';
import type { Pay, PayProvider } from '../../src/domains/funding/testing.ts';

/** Every other payer pays; the rest never do. */
const pays = (outTradeNo: string) => Number(outTradeNo.at(-1)) % 2 === 0;

export function shopChannel(pool: Pool, nowMs: () => number): Pay {
  const provider: Partial<PayProvider> = {
    channel: 'WECHAT',
    merchantNo: 'TEST',
    createPayment: async ({ outTradeNo }) => ({ code: `test://${outTradeNo}` }),
    query: async (outTradeNo) => {
      if (!pays(outTradeNo)) return { state: 'WAITING' };
      const { rows } = await pool.query<{ fen: number }>(
        'select amount_fen as fen from third_trade where trade_no = $1',
        [outTradeNo],
      );
      return { state: 'PAID', channelNo: `T${outTradeNo}`, amountFen: rows[0]!.fen, paidAt: nowMs() };
    },
    close: async (outTradeNo) => (pays(outTradeNo) ? 'PAID' : 'CLOSED'),
    refund: async ({ outRefundNo }) => ({ state: 'SUCCESS', channelRefundNo: `T${outRefundNo}` }),
    queryRefund: async ({ outRefundNo }) => ({ state: 'SUCCESS', channelRefundNo: `T${outRefundNo}` }),
  };
  return { provider: () => provider as PayProvider, sandbox: () => undefined };
}
