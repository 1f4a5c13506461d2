/** Asking a channel about refunds: a fault on the way is UNKNOWN, never FAILED. */
import type { RefundState } from '../pay/provider.ts';

export const channelNames: Readonly<Record<string, string>> = { WECHAT: '微信支付', ALIPAY: '支付宝' };

/** The channel's answer, or UNKNOWN with what went wrong. */
export async function askRefundSafely(work: () => Promise<RefundState>): Promise<RefundState> {
  try {
    return await work();
  } catch (error) {
    return { state: 'UNKNOWN', detail: error instanceof Error ? error.message.slice(0, 200) : '没有收到渠道应答' };
  }
}
