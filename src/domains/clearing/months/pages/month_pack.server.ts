import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { verifyPack } from '../verify-pack.ts';
import spec from './month_pack.page.ts';

export default bind(spec, {
  list: over(spec, 'month_pack as p', {
    id: 'p.seq',
    columns: { organizationId: 'p.organization_id', monthName: sql`to_char(p.month, 'YYYY-MM')` },
    names: { organizationId: organizationName('p.organization_id') },
  }),
  actions: { verify: (ctx, { values }) => verifyPack(ctx, String(values.fileKey)) },
});
