/** 第三方消费汇总. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { thirdPartyRows } from '../third-party.ts';
import thirdPartyConsumeSummary from './third-party-consume-summary.page.ts';

export default bind(thirdPartyConsumeSummary, {
  rows: thirdPartyRows,
  proof: { reads: { amountFen: 'ledger_entry.amount_fen' } },
});
