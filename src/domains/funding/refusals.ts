/** Every «no» of recharges and cash that is not the purse's: numbers 2600–2699. */
import { defineRefusals } from '../../kit/server/refusal.ts';

export const fundingRefusals = defineRefusals({
  PERSON_CLOSED: { errorcode: 2600, status: 200, message: '{name} 已销户，不能办理充值或存款' },
  REVERSE_SAME_DAY: {
    errorcode: 2601,
    status: 200,
    message: '只能冲正当天（营业日 {today}）的单据，该单属于 {day}；请改用退款',
  },
  CHANNEL_NO_USED: { errorcode: 2602, status: 200, message: '渠道流水号 {no} 已入账，不能重复充值' },
});
