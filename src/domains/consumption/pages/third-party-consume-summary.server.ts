/** 第三方消费汇总. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { answerComputed } from '../../../kit/server/page/computed.ts';
import { rolledUpThirdFen, thirdPartyRows } from '../third-party.ts';
import thirdPartyConsumeSummary from './third-party-consume-summary.page.ts';

export default bind(thirdPartyConsumeSummary, {
  query: async (ctx, input) => {
    const [rows, rolledUpFen] = await Promise.all([
      thirdPartyRows(ctx, input.search),
      rolledUpThirdFen(ctx, input.search),
    ]);
    const answer = answerComputed(thirdPartyConsumeSummary, rows, input);
    const { amountFen = 0, refundFen = 0, feeFen = 0, netFen = 0 } = answer.sums;
    const channels = input.search.channel;
    // The rollups know no channel.
    const whole = channels === undefined || channels === null || (Array.isArray(channels) && channels.length === 0);
    return {
      ...answer,
      check: {
        ok: netFen === amountFen - refundFen - feeFen && (!whole || amountFen === rolledUpFen),
        text: `净额 ${formatFenGrouped(netFen)} = 金额 ${formatFenGrouped(amountFen)} − 退款 ${formatFenGrouped(refundFen)} − 手续费 ${formatFenGrouped(feeFen)}${whole ? `；消费汇总第三方支付 ${formatFenGrouped(rolledUpFen)}` : ''}`,
      },
    };
  },
});
