/**
 * Contract days into the books: each day's figures are read again, and where they are not what was settled the day is settled
 * anew, by difference, with what diners cannot claim back any more as far as the platform holds it.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { platformUnitId } from '../../identity/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import type { Line } from '../ledger/lines.ts';
import { postBucket } from '../ledger/post-bucket.ts';
import { channelAccount } from '../online/post-online.ts';
import { splitPart } from '../subaccounts/split-part.ts';
import type { SettleDayRow } from '../tables.ts';
import { fundableMain, type Parts, paidParts } from './contract-day.ts';
import type { ContractDay } from './day-figures.ts';
import { type Bound, boundFloat, floatOf, floatRoom } from './float-room.ts';
import { type DaysRead, dayKey, readDays, sameDay, type Wanted } from './wanted-days.ts';
import { samePlaces, writePlaces } from './write-places.ts';
import { writeSplits } from './write-splits.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

/** The entries of a day whose main money is paid out of 备付 by `fundedMainFen`. */
function linesOf(
  organizationId: number,
  want: Wanted,
  fundedMainFen: number,
): { lines: Line[]; paid: Parts; claimFen: number } {
  const { day, parts, channels } = want;
  const paid = paidParts(fundedMainFen + want.thirdFen - want.feeFen, parts);
  const claims = { service: parts.serviceFen - paid.serviceFen, contractor: parts.contractorFen - paid.contractorFen };
  const school = { unitType: 'ORGANIZATION', unitId: organizationId } as const;
  const caterer = { unitType: 'CONTRACTOR', unitId: day.contractorId } as const;
  const platform = { unitType: 'PLATFORM', unitId: platformUnitId } as const;
  const claimFen = claims.service + claims.contractor;
  return {
    paid,
    claimFen,
    lines: [
      { ...school, purse: 'FLOAT', amountFen: -fundedMainFen },
      ...channels.map(({ channel, merchantNo, thirdFen, feeFen }) => ({
        account: channelAccount(channel, merchantNo),
        amountFen: feeFen - thirdFen,
      })),
      { account: 'channel:unknown:', amountFen: channels.reduce((sum, one) => sum + one.thirdFen, 0) - want.thirdFen },
      { ...platform, purse: 'PENDING', amountFen: paid.serviceFen },
      { ...caterer, purse: 'PENDING', amountFen: paid.contractorFen },
      { ...school, purse: 'PENDING', amountFen: paid.shareFen },
      { ...platform, purse: 'CLAIM', amountFen: claims.service },
      { ...caterer, purse: 'CLAIM', amountFen: claims.contractor },
      { ...school, purse: 'CLAIM', amountFen: -claimFen },
    ],
  };
}

/** What all days of a contract but one have had of 备付, and what of main money they divided. */
async function elsewhere(tx: Sql, organizationId: number, contractId: number, date: string) {
  const { rows } = await tx.query<{ fundedFen: number; mainFen: number }>(
    `select coalesce(sum(funded_main_fen), 0)::bigint as "fundedFen", coalesce(sum(main_fen + topped_fen), 0)::bigint as "mainFen"
     from settle_day where organization_id = $1 and contract_id = $2 and business_date <> $3`,
    [organizationId, contractId, date],
  );
  return rows[0]!;
}

/** How much of the day's main money 备付 pays. */
async function fundedMain(
  tx: Sql,
  organizationId: number,
  { day, toppedFen }: Wanted,
  fundedFen: number,
  bound: Bound,
) {
  const others = await elsewhere(tx, organizationId, day.contractId, day.date);
  const own = day.mainFen + toppedFen;
  const roomFen = (await floatOf(tx, organizationId)) - bound.fen;
  const { toppedSite } = bound;
  if (!toppedSite) return fundableMain(own, roomFen, fundedFen, others.fundedFen);
  // Its receivers hold what diners topped up, on whichever day; all others had theirs before and get nothing more of it.
  if (toppedSite.contractId !== day.contractId) return fundableMain(own, 0, fundedFen, others.fundedFen);
  // With the last day they give back whatever diners may claim: meals of cash are no reason to keep what others paid online.
  if (day.date === toppedSite.last) return fundableMain(own, roomFen - bound.unspentFen, fundedFen, others.fundedFen);
  return fundableMain(own + others.mainFen - others.fundedFen, roomFen, fundedFen, others.fundedFen);
}

/** Writes the day and its money in one transaction. `takeBackFen`: 备付 needs this much back, though the day's figures stand. */
async function settle(
  tools: Tools,
  tx: Sql,
  organizationId: number,
  want: Wanted,
  before: SettleDayRow | undefined,
  bound: Bound,
  takeBackFen?: number,
): Promise<void> {
  const { day, parts } = want;
  const funded = before?.funded_main_fen ?? 0;
  const fundedMainFen =
    takeBackFen === undefined ? await fundedMain(tx, organizationId, want, funded, bound) : funded - takeBackFen;
  const { lines, claimFen } = linesOf(organizationId, want, fundedMainFen);
  const bucket = {
    organizationId,
    date: day.date,
    kind: 'CONTRACT_DAY' as const,
    contractId: day.contractId,
    contractorId: day.contractorId,
    channel: '',
    merchantNo: '',
  };
  const posting = await postBucket(tools, tx, bucket, lines);
  if (isRefusal(posting))
    throw new Error(`contract ${day.contractId} of ${organizationId} on ${day.date}: ${posting.code}`);
  const at = isoAt(tools.clock.now());
  await tx.query(
    `insert into settle_day (organization_id, contract_id, business_date, contractor_id, main_fen, subsidy_fen, third_fen, arrears_fen,
       gift_fen, count_used, count_fen, corrected_fen, borne_fen, due_fen, fee_fen, service_ratio, share_ratio, service_fen, share_fen,
       contractor_fen, funded_main_fen, funded_fen, claim_fen, settled_at, id, topped_fen)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26)
     on conflict (organization_id, contract_id, business_date) do update set main_fen = excluded.main_fen,
       subsidy_fen = excluded.subsidy_fen, third_fen = excluded.third_fen, arrears_fen = excluded.arrears_fen,
       gift_fen = excluded.gift_fen, count_used = excluded.count_used, count_fen = excluded.count_fen,
       corrected_fen = excluded.corrected_fen, borne_fen = excluded.borne_fen, due_fen = excluded.due_fen, fee_fen = excluded.fee_fen,
       service_fen = excluded.service_fen, share_fen = excluded.share_fen, contractor_fen = excluded.contractor_fen,
       topped_fen = excluded.topped_fen, funded_main_fen = excluded.funded_main_fen, funded_fen = excluded.funded_fen, claim_fen = excluded.claim_fen,
       version = settle_day.version + 1, settled_at = excluded.settled_at`,
    [
      organizationId,
      day.contractId,
      day.date,
      day.contractorId,
      day.mainFen,
      day.subsidyFen,
      want.thirdFen,
      day.arrearsFen,
      day.giftFen,
      day.countUsed,
      want.countFen,
      day.correctedFen,
      want.borneFen,
      want.dueFen,
      want.feeFen,
      want.serviceRatio,
      want.shareRatio,
      parts.serviceFen,
      parts.shareFen,
      parts.contractorFen,
      fundedMainFen,
      fundedMainFen + want.thirdFen - want.feeFen,
      claimFen,
      at,
      await tools.ids.next(),
      want.toppedFen,
    ],
  );
  if (takeBackFen !== undefined) return;
  await writePlaces(tools, tx, organizationId, day, want.places);
  await writeSplits(tools, tx, organizationId, posting, want, before, at);
  if (day.contractorId !== 0)
    await splitPart(tools, tx, { organizationId, ...day, contractorFen: parts.contractorFen }, at);
}

/** How often the day has been settled. */
export async function versionOf(tx: Sql, organizationId: number, { contractId, date }: ContractDay): Promise<number> {
  const { rows } = await tx.query<{ version: number }>(
    'select version from settle_day where organization_id = $1 and contract_id = $2 and business_date = $3',
    [organizationId, contractId, date],
  );
  return rows[0]?.version ?? 0;
}

/** One organization at a time, whatever node: what a day may take of 备付 depends on what the others took. */
export const alone = (tx: Sql, organizationId: number) =>
  tx.query('select pg_advisory_xact_lock(742011835, $1::int)', [organizationId % 2_147_483_647]);

/**
 * Where returned meals have left 备付 below what diners may claim back, contracts give back of what they had, the latest day first:
 * what they had as money of the platform is owed to them by the organization again.
 */
export async function backFloat(tools: Tools, organizationId: number): Promise<number> {
  const { rows } = await tools.pool.query<{ contract_id: number; date: string; fen: number }>(
    `select contract_id, max(business_date)::text as date, sum(funded_main_fen)::bigint as fen from settle_day
     where organization_id = $1 group by contract_id having sum(funded_main_fen) > 0 order by 2 desc, 1`,
    [organizationId],
  );
  let posted = 0;
  for (const { contract_id, date, fen } of rows)
    posted += await inTransaction(tools.pool, async (tx) => {
      await alone(tx, organizationId);
      const missing = -(await floatRoom(tx, organizationId, businessDay(tools.clock.now())));
      if (missing <= 0) return 0;
      const { wants, before } = await readDays(tx, organizationId, date, date);
      const want = wants.find(({ day }) => day.contractId === contract_id);
      const settled = before.get(dayKey(contract_id, date));
      if (!want || !settled) return 0;
      await settle(
        tools,
        tx,
        organizationId,
        want,
        settled,
        { fen: 0, unspentFen: 0, toppedSite: undefined },
        Math.min(missing, fen),
      );
      return 1;
    });
  return posted;
}

/** Days that stand as they should, but not restaurant by restaurant: their money does not move. */
async function placeAgain(tools: Tools, organizationId: number, { wants, before, placed }: DaysRead): Promise<void> {
  const moved = wants.filter((want) => {
    const settled = before.get(dayKey(want.day.contractId, want.day.date));
    const rows = placed.get(dayKey(want.day.contractId, want.day.date)) ?? [];
    return settled && sameDay(want, settled) && !samePlaces(rows, want.places);
  });
  for (const want of moved)
    await inTransaction(tools.pool, async (tx) => {
      await alone(tx, organizationId);
      const settled = before.get(dayKey(want.day.contractId, want.day.date));
      if ((await versionOf(tx, organizationId, want.day)) !== settled?.version) return;
      await writePlaces(tools, tx, organizationId, want.day, want.places);
    });
}

/** Settles the organization's days since `from` that are over; answers how many were settled, 0 when all stood. */
export async function settleDays(tools: Tools, organizationId: number, from: string): Promise<number> {
  const to = addDays(businessDay(tools.clock.now()), -1);
  if (from > to) return 0;
  const found = await readDays(tools.pool, organizationId, from, to);
  const { wants, before } = found;
  await placeAgain(tools, organizationId, found);
  const open = wants.filter((want) => {
    const settled = before.get(dayKey(want.day.contractId, want.day.date));
    return settled ? !sameDay(want, settled) : want.dueFen !== 0 || want.feeFen !== 0 || want.day.correctedFen !== 0;
  });
  if (open.length === 0) return 0;
  // Once for all days: settling them changes nothing of what diners have. What they do meanwhile is seen within the hour.
  const bound = await boundFloat(tools.pool, organizationId, addDays(to, 1));
  for (const want of open)
    await inTransaction(tools.pool, async (tx) => {
      await alone(tx, organizationId);
      const settled = before.get(dayKey(want.day.contractId, want.day.date));
      // Another node has been here: its figures are newer than ours.
      if ((await versionOf(tx, organizationId, want.day)) !== (settled?.version ?? 0)) return;
      await settle(tools, tx, organizationId, want, settled, bound);
    });
  return open.length;
}
