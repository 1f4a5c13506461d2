import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { contractorName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import spec from './ledger_detail.page.ts';

const receiverName = sql`case l.receiver_type when 'PLATFORM' then '平台'
  when 'ORGANIZATION' then (select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = l.receiver_id)
  else (select /* wall: the unit of the row, by its name alone */ n.name from contractor n where n.id = l.receiver_id) end`;

export default bind(spec, {
  list: over(spec, 'ledger_split as l', {
    columns: {
      splitNo: 'l.id',
      contractorName: sql`coalesce(${contractorName('l.contractor_id')}, '单位自营')`,
      receiverName,
      status: sql`case when l.reversed_fen > 0 then 'REVERSED' else 'SPLIT' end`,
    },
  }),
});
