import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { unitName } from '../../banks/unit-name.ts';
import '../../tables.ts';
import { releaseOutcome, riskMoves } from '../risk-holds.ts';
import spec from './wallet_balance-held.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_risk_hold as h', {
    version: true,
    maker: 'h.maker_id',
    columns: { unitName: unitName('h') },
  }),
  outcomes: { release: releaseOutcome },
  actions: riskMoves,
});
