import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type Search } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { contractorName } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import spec, { sources } from './ledger_detail.page.ts';

const receiverName = sql`case l.receiver_type when 'PLATFORM' then '平台'
  when 'ORGANIZATION' then (select /* wall: the unit of the row, by its name alone */ n.name from organization n where n.id = l.receiver_id)
  else (select /* wall: the unit of the row, by its name alone */ n.name from contractor n where n.id = l.receiver_id) end`;

/** Of the statement that had the row's day first. */
const stated = (shown: string) => sql`(select /* wall: the platform's own page */ ${sql.raw(shown)}
  from unit_statement_line n join unit_statement u on u.organization_id = n.organization_id and u.id = n.statement_id
  where n.organization_id = l.organization_id and n.contract_id = l.contract_id and n.business_date = l.business_date and n.kind = 'DAY'
  order by n.id limit 1)`;

/** What the days of the search came to; of a part of their receivers, or of a time, the days cannot tell. */
async function sourceFen(ctx: Ctx, search: Search): Promise<number | undefined> {
  const { businessDate, organizationId, ...rest } = search;
  if (Object.values(rest).some((value) => value !== null && value !== undefined && value !== '')) return undefined;
  const [from, to] = Array.isArray(businessDate) ? (businessDate as (string | null)[]) : [null, null];
  const units = [organizationId].flat().filter((id) => typeof id === 'number');
  let query = ctx.db
    .selectFrom('settle_day')
    .select(sql<number>`coalesce(sum(due_fen - fee_fen), 0)::bigint`.as('fen'));
  if (from) query = query.where('business_date', '>=', from);
  if (to) query = query.where('business_date', '<=', to);
  if (units.length > 0) query = query.where('organization_id', 'in', units);
  return (await query.executeTakeFirstOrThrow()).fen;
}

export default bind(spec, {
  list: over(spec, 'ledger_split as l', {
    columns: {
      splitNo: 'l.id',
      sourceNo: 'l.posting_id',
      contractorName: sql`coalesce(${contractorName('l.contractor_id')}, '单位自营')`,
      receiverName,
      period: stated(
        "u.from_date::text || case when u.to_date > u.from_date then ' ~ ' || to_char(u.to_date, 'MM-DD') else '' end",
      ),
      statementNo: stated('u.statement_no'),
      netFen: null,
      status: sql`case when l.reversed_fen > 0 then 'REVERSED' else 'SPLIT' end`,
    },
  }),
  proof: { held: { [sources]: sourceFen } },
});
