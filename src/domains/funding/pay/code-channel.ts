/** Whose code a terminal scanned, told by its digits. */
import type { PayChannel } from './provider.ts';

/**
 * The channel of a payer's code; undefined: of neither. WeChat: 18 digits that begin 10–15 (微信支付 «付款码支付»);
 * Alipay: 16–24 digits that begin 25–30 (支付宝 alipay.trade.pay, auth_code).
 */
export function channelOfCode(authCode: string): PayChannel | undefined {
  if (/^1[0-5]\d{16}$/.test(authCode)) return 'WECHAT';
  if (/^(2[5-9]|30)\d{14,22}$/.test(authCode)) return 'ALIPAY';
  return undefined;
}
