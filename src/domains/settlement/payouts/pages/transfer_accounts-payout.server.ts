import { type RawBuilder, sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import { downloadPayout } from '../make-payout.ts';
import spec from './transfer_accounts-payout.page.ts';

const transfers = (status: string): RawBuilder<unknown> =>
  sql`(select /* wall: the transfers of the row */ count(*)::int from unit_transfer t where t.payout_id = p.id and t.status = ${status})`;

export default bind(spec, {
  list: over(spec, 'unit_payout as p', {
    columns: { openCount: transfers('SUBMITTED'), failedCount: transfers('FAILED') },
  }),
  actions: { download: downloadPayout },
});
