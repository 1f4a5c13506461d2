import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { claimMoves, claimOutcome } from '../claims.ts';
import spec from './settlement-claim.page.ts';

export default bind(spec, {
  list: over(spec, 'unit_claim_payment as p', {
    version: true,
    maker: 'p.maker_id',
  }),
  actions: claimMoves,
  outcomes: { confirm: claimOutcome },
});
