import { bind } from '../../../../kit/server/page/binding.ts';
import '../../tables.ts';
import { setWithdrawalRule } from '../set-withdrawal-rule.ts';
import { withdrawalRule } from '../withdrawal-rule.ts';
import spec from './withdraw_setting.page.ts';

export default bind(spec, {
  get: async (ctx) => {
    const rule = await withdrawalRule(ctx);
    return {
      feeFen: rule.fee_fen,
      leastFen: rule.least_fen,
      dayLimitFen: rule.day_limit_fen,
      secondPersonFen: rule.second_person_fen,
      feeBearer: rule.fee_bearer,
    };
  },
  update: (ctx, _id, values, before) => setWithdrawalRule(ctx, values, before),
});
