/** Every «no» of money between units: numbers 3500–3599. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const settlementRefusals = defineRefusals({
  UNIT_BALANCE_LOW: {
    errorcode: 3500,
    status: 200,
    message: '{unit}的{purse}只有 {balance} 元，不够 {amount} 元',
  },
  UNIT_WALLET_FROZEN: { errorcode: 3501, status: 200, message: '{unit}的资金账户已冻结，不能转出，请联系平台' },
  UNIT_KEY_REUSED: { errorcode: 3502, status: 200, message: '同一编号已记过另一笔账，请刷新后重试' },
});
