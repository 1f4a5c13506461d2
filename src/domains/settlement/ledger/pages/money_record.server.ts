import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import '../../tables.ts';
import spec from './money_record.page.ts';

/** By what the document is known on its own page. */
const documentNo = sql`case p.document_type
  when 'WITHDRAWAL' then (select /* wall: of the entry of the row */ w.withdraw_no from unit_withdrawal w where w.id = p.document_id)
  when 'STATEMENT' then (select /* wall: of the entry of the row */ s.statement_no from unit_statement s where s.id = p.document_id)
  when 'CLAIM_PAYMENT' then (select /* wall: of the entry of the row */ s.statement_no from unit_claim_payment c
    join unit_statement s on s.id = c.statement_id where c.id = p.document_id)
  when 'UNIT_BILL' then (select /* wall: of the entry of the row */ b.bill_no from unit_bill b where b.id = p.document_id)
  when 'UNIT_BILL_PAYMENT' then (select /* wall: of the entry of the row */ b.bill_no from unit_bill_payment y
    join unit_bill b on b.id = y.bill_id where y.id = p.document_id) end`;

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
      documentNo,
      documentType: 'p.document_type',
      unitType: 'e.unit_type',
    },
    names: {
      organizationId: sql`(select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = p.organization_id)`,
    },
  },
  (from) =>
    from
      .leftJoin('unit_posting as p', 'p.id', 'e.posting_id')
      // The orders of the entries hold those of purses alone, and are used where it is said.
      .where('e.account', '=', 'unit'),
);

export default bind(spec, { list });
