/**
 * MANAGE_FEE: what a contract's caterer pays the organization by the month, on its last day; of a month in part by the days it
 * served. Once per contract and month: what is changed afterwards holds from the next, and a wrong one is put right by an adjustment.
 */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { post } from '../ledger/post.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

interface Month {
  contractId: number;
  contractorId: number;
  last: string;
  days: number;
  served: number;
  feeFen: number;
}

/** Months since `from` that are over and have not been charged, with the days somebody was served in them under the contract. */
async function monthsOver(tx: Sql, organizationId: number, from: string, today: string): Promise<Month[]> {
  const { rows } = await tx.query<Month>(
    `select s.id as "contractId", s.contractor_id as "contractorId", m.last::text as last, extract(day from m.last)::int as days,
       s.manage_fee_fen as "feeFen", (select count(distinct d.day)::int from contract_restaurant r
         cross join lateral generate_series(greatest(r.from_date, m.first), least(r.to_date, m.last), interval '1 day') as d (day)
         where r.organization_id = s.organization_id and r.contract_id = s.id) as served
     from contract_site s
     cross join lateral (select f::date as first, (f + interval '1 month' - interval '1 day')::date as last
       from generate_series(date_trunc('month', $2::date), $3::date, interval '1 month') f) m
     where s.organization_id = $1 and s.manage_fee_fen > 0 and m.last >= $2::date and m.last < $3::date
       and not exists (select from unit_posting p where p.organization_id = s.organization_id and p.kind = 'MANAGE_FEE'
         and p.contract_id = s.id and p.bucket_date = m.last)
     order by m.last, s.id`,
    [organizationId, from, today],
  );
  return rows.filter(({ served }) => served > 0);
}

/** Charges what is due since the business day `from`; answers how many postings. Two nodes at once charge once. */
export async function postManageFees(tools: Tools, organizationId: number, from: string): Promise<number> {
  const months = await monthsOver(tools.pool, organizationId, from, businessDay(tools.clock.now()));
  for (const { contractId, contractorId, last, days, served, feeFen } of months)
    await inTransaction(tools.pool, async (tx) => {
      const amountFen = mulDivHalfUp(feeFen, served, days);
      const id = await post(tools, tx, {
        requestKey: `MANAGE_FEE:${organizationId}:${contractId}:${last}`,
        kind: 'MANAGE_FEE',
        lines: [
          { unitType: 'CONTRACTOR', unitId: contractorId, purse: 'PENDING', amountFen: -amountFen },
          { unitType: 'ORGANIZATION', unitId: organizationId, purse: 'PENDING', amountFen },
        ],
        organizationId,
        contractorId,
        contractId,
        bucket: { date: last, channel: '', merchantNo: '' },
        reason: served === days ? `${last.slice(0, 7)} 管理费` : `${last.slice(0, 7)} 管理费，${served}/${days} 天`,
      });
      if (isRefusal(id)) throw new Error(`MANAGE_FEE of contract ${contractId} on ${last}: ${id.code}`);
    });
  return months.length;
}

/** Charged by `to` and in no other statement: month end and amount. */
export async function feesToState(
  tx: Sql,
  { organizationId, contractId }: { organizationId: number; contractId: number },
  to: string,
  statementId: number,
): Promise<{ date: string; fen: number }[]> {
  const { rows } = await tx.query<{ date: string; fen: number }>(
    `select p.bucket_date::text as date, sum(e.amount_fen)::bigint as fen
     from unit_posting p join unit_entry e on e.posting_id = p.id and e.unit_type = 'ORGANIZATION'
     where p.organization_id = $1 and p.contract_id = $2 and p.kind = 'MANAGE_FEE' and p.bucket_date <= $3::date
       and not exists (select from unit_statement_line l where l.organization_id = $1 and l.contract_id = $2
         and l.kind = 'MANAGE_FEE' and l.business_date = p.bucket_date and l.statement_id <> $4)
     group by 1 order by 1`,
    [organizationId, contractId, to, statementId],
  );
  return rows;
}
