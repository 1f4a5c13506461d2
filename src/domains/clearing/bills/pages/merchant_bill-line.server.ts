import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { organizationName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import spec from './merchant_bill-line.page.ts';

export default bind(spec, {
  list: over(spec, 'merchant_bill_line as l', {
    columns: { organizationId: 'l.organization_id' },
    names: { organizationId: organizationName('l.organization_id') },
  }),
});
