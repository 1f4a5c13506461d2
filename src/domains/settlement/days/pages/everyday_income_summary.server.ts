import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import spec from './everyday_income_summary.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'settle_day as d',
    {
      columns: {
        eatenFen: sql`(d.main_fen + d.subsidy_fen + d.arrears_fen + d.gift_fen + d.count_fen + d.borne_fen + d.topped_fen)`,
        changes: 'd.version',
      },
      // A unit whose contract is over is named beside the days it was served.
      names: { organizationId: organizationName('d.organization_id') },
    },
    (from) => from.where('d.contract_id', '<>', 0),
  ),
  proof: { reads: { eatenFen: 'settle_day, by purse' } },
});
