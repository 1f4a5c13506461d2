import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './money_record.page.ts';

const list = over(
  spec,
  'unit_entry as e',
  {
    columns: {
      postingNo: 'e.posting_id',
      organizationId: sql`nullif(p.organization_id, 0)`,
      bucketDate: 'p.bucket_date',
      channel: sql`case p.channel when 'WECHAT' then '微信' when 'ALIPAY' then '支付宝' else p.channel end`,
      merchantNo: 'p.merchant_no',
      reason: 'p.reason',
    },
    names: {
      organizationId: sql`(select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = p.organization_id)`,
    },
  },
  (from) => from.leftJoin('unit_posting as p', 'p.id', 'e.posting_id'),
);

export default bind(spec, { list });
