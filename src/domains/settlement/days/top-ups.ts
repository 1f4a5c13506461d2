/**
 * 充值分账: under such a contract what diners top up is divided on its day, what goes back to them comes back from the receivers, and
 * eating main money moves nothing, whoever cooks. What the accounts hold when it begins is its first top-up, and is taken back with
 * its last day: over the whole contract exactly what was eaten has been divided.
 */
import { addDays } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { ContractDay } from './day-figures.ts';

export interface ToppedSite {
  contractId: number;
  contractorId: number;
  /** Business days it serves from and to. */
  first: string;
  last: string;
}

/** The organization's contracts that divide top-ups, in the order in which they serve. */
export async function toppedSites(tx: Sql, organizationId: number): Promise<ToppedSite[]> {
  const { rows } = await tx.query<ToppedSite>(
    `select s.id as "contractId", s.contractor_id as "contractorId", min(c.from_date)::text as first, max(c.to_date)::text as last
     from contract_site s join contract_restaurant c on c.organization_id = s.organization_id and c.contract_id = s.id
     where s.organization_id = $1 and s.split_mode = 'RECHARGE' group by 1, 2 order by min(c.from_date), 1`,
    [organizationId],
  );
  return rows;
}

/** Whose receivers hold the diners' money today; until the morning after its last day, when they have given it back. */
export const holdingSite = (sites: readonly ToppedSite[], today: string): ToppedSite | undefined =>
  sites.find(({ first, last }) => first < today && addDays(last, 1) >= today);

interface MainDay {
  date: string;
  fen: number;
}

/** What the organization's main accounts gained by business day since `from`, and what they hold now. */
async function mainMoney(tx: Sql, organizationId: number, from: string) {
  const { rows } = await tx.query<MainDay>(
    `select business_date::text as date, sum(amount_fen)::bigint as fen from ledger_entry
     where organization_id = $1 and account = 'wallet:MAIN' and business_date >= $2::date group by 1 order by 1`,
    [organizationId, from],
  );
  const now = await tx.query<{ fen: number }>(
    `select coalesce(sum(balance_fen), 0)::bigint as fen from wallet where organization_id = $1 and kind = 'MAIN'`,
    [organizationId],
  );
  const moved = new Map(rows.map(({ date, fen }) => [date, fen]));
  const since = (day: string) => rows.reduce((sum, { date, fen }) => sum + (date >= day ? fen : 0), 0);
  return { moved, before: (day: string) => now.rows[0]!.fen - since(day) };
}

/** `toppedFen` of each contract and day of [from, to], `days` being what was eaten. */
export async function topUps(
  tx: Sql,
  organizationId: number,
  from: string,
  to: string,
  days: readonly ContractDay[],
): Promise<Map<string, { contractorId: number; contractId: number; date: string; toppedFen: number }>> {
  const topped = new Map<string, { contractorId: number; contractId: number; date: string; toppedFen: number }>();
  const sites = (await toppedSites(tx, organizationId)).filter(({ first, last }) => first <= to && last >= from);
  if (sites.length === 0) return topped;
  const start = sites[0]!.first > from ? sites[0]!.first : from;
  const { moved, before } = await mainMoney(tx, organizationId, start);
  const add = (contractId: number, contractorId: number, date: string, fen: number) => {
    const at = `${contractId} ${date}`;
    const one = topped.get(at) ?? { contractId, contractorId, date, toppedFen: 0 };
    topped.set(at, { ...one, toppedFen: one.toppedFen + fen });
  };
  const taken = new Set<string>();
  for (const { contractId, contractorId, first, last } of sites)
    for (let date = first > from ? first : from; date <= last && date <= to; date = addDays(date, 1)) {
      if (taken.has(date)) continue;
      taken.add(date);
      const opening = date === first ? before(date) : 0;
      const closing = date === last ? before(addDays(date, 1)) : 0;
      // What was eaten is counted as such, and what it took off the accounts is given back here.
      add(contractId, contractorId, date, (moved.get(date) ?? 0) + opening - closing);
      for (const day of days) {
        if (day.date !== date) continue;
        add(contractId, contractorId, date, day.mainFen);
        add(day.contractId, day.contractorId, date, -day.mainFen);
      }
    }
  return topped;
}
