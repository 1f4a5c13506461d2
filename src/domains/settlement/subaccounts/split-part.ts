/** A caterer's part of a contract day divided among its sub-accounts, by difference: whatever the day is settled to, the parts sum to it. */
import { splitByRatio } from '../../../kit/define/fen.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface Share {
  /** Null is the caterer itself. */
  id: number | null;
  ratio: number;
}

/** What is still to write of each to come to its part of `fen`; largest remainder, the caterer has the rest. Pure. */
export function dueShares(
  fen: number,
  shares: readonly Share[],
  had: ReadonlyMap<number | null, number>,
): { id: number | null; ratio: number; fen: number }[] {
  const rest = 10_000 - shares.reduce((sum, one) => sum + one.ratio, 0);
  const all = [...shares.map(({ id, ratio }) => ({ id, ratio })), { id: null, ratio: rest }];
  const parts = splitByRatio(
    fen,
    all.map(({ ratio }) => ratio),
  );
  const known = new Set(all.map(({ id }) => id));
  const gone = [...had].filter(([id]) => !known.has(id)).map(([id, was]) => ({ id, ratio: 0, fen: -was }));
  return [...all.map((one, i) => ({ ...one, fen: parts[i]! - (had.get(one.id) ?? 0) })), ...gone].filter(
    (one) => one.fen !== 0,
  );
}

interface Day {
  organizationId: number;
  contractorId: number;
  contractId: number;
  date: string;
  contractorFen: number;
}

/** In the transaction that settles the day; a caterer without sub-accounts writes nothing. */
export async function splitPart({ ids }: Pick<Services, 'ids'>, tx: Sql, day: Day, at: string): Promise<void> {
  const { rows: shares } = await tx.query<Share>(
    `select a.id, r.ratio from contractor_sub_account a
     join lateral (select ratio from contractor_sub_ratio r where r.contractor_id = a.contractor_id and r.sub_account_id = a.id
       and r.from_date <= $2::date order by r.from_date desc limit 1) r on r.ratio > 0
     where a.contractor_id = $1 and (a.kind <> 'RESTAURANT' or a.restaurant_ids && (select s.restaurant_ids from contract_site s
       where s.organization_id = $3 and s.id = $4)) order by a.id`,
    [day.contractorId, day.date, day.organizationId, day.contractId],
  );
  const { rows: had } = await tx.query<{ id: number | null; fen: number }>(
    `select sub_account_id as id, sum(amount_fen)::bigint as fen from sub_account_split
     where contractor_id = $1 and contract_id = $2 and business_date = $3::date group by 1`,
    [day.contractorId, day.contractId, day.date],
  );
  if (shares.length === 0 && had.length === 0) return;
  for (const { id, ratio, fen } of dueShares(day.contractorFen, shares, new Map(had.map((one) => [one.id, one.fen]))))
    await tx.query(
      `insert into sub_account_split (contractor_id, id, organization_id, contract_id, business_date, sub_account_id, ratio, amount_fen, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [day.contractorId, await ids.next(), day.organizationId, day.contractId, day.date, id, ratio, fen, at],
    );
}
