import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import spec from './merchant_bill-line.page.ts';

const signed = (column: string) =>
  sql`case when l.type in ('REFUND', 'OUT') then -l.${sql.ref(column)} else l.${sql.ref(column)} end`;

export default bind(spec, {
  list: over(spec, 'merchant_bill_line as l', {
    columns: {
      organizationId: 'l.organization_id',
      // As the bill's head adds them up: what went out takes away from what came in.
      amountFen: signed('amount_fen'),
      ourFen: signed('our_fen'),
      feeFen: signed('fee_fen'),
    },
    names: { organizationId: organizationName('l.organization_id') },
  }),
});
