/**
 * Contract days into the books: each day's figures are read again, and where they are not what was settled the day is settled
 * anew, by difference, with what diners cannot claim back any more as far as the platform holds it.
 */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
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
import { dueFen, fundableMain, type Parts, paidParts, partsOf } from './contract-day.ts';
import {
  type ContractChannel,
  type ContractDay,
  contractChannels,
  contractDays,
  contractOffers,
} from './day-figures.ts';
import { type Bound, boundFloat, floatOf, floatRoom } from './float-room.ts';
import { topUps } from './top-ups.ts';
import { writeSplits } from './write-splits.ts';

type Tools = Pick<Services, 'pool' | 'clock' | 'ids'>;

interface ContractTerms {
  contractId: number;
  serviceRatio: number;
  shareRatio: number;
  organizationBears: boolean;
  splitMode: string;
  countPriceFen: number;
}

/** What the organization runs itself is a contract with itself: all of it is its own. */
const ownTerms: ContractTerms = {
  contractId: 0,
  serviceRatio: 0,
  shareRatio: 10_000,
  organizationBears: false,
  splitMode: 'CONSUME',
  countPriceFen: 0,
};

async function termsOf(tx: Sql, organizationId: number): Promise<Map<number, ContractTerms>> {
  const { rows } = await tx.query<ContractTerms>(
    `select s.id as "contractId", least(c.fee_rate, 10000 - s.share_ratio)::int as "serviceRatio", s.share_ratio as "shareRatio",
       s.bear_correction = 'ORGANIZATION' and s.split_mode = 'CONSUME' as "organizationBears", s.split_mode as "splitMode",
       s.count_price_fen as "countPriceFen"
     from contract_site s join contractor c on c.id = s.contractor_id where s.organization_id = $1`,
    [organizationId],
  );
  return new Map([...rows, ownTerms].map((terms) => [terms.contractId, terms]));
}

/** What a day should be, apart from how it is paid. */
interface Wanted {
  day: ContractDay;
  channels: ContractChannel[];
  thirdFen: number;
  countFen: number;
  borneFen: number;
  /** Topped up, less what was eaten of it; 0 where what is eaten is divided. */
  toppedFen: number;
  splitMode: string;
  dueFen: number;
  feeFen: number;
  serviceRatio: number;
  shareRatio: number;
  parts: Parts;
}

/** A day already settled keeps the ratios it was settled by. */
function wanted(
  day: ContractDay,
  channels: ContractChannel[],
  { offersFen, toppedFen }: { offersFen: number; toppedFen: number },
  terms: ContractTerms,
  before?: SettleDayRow,
): Wanted {
  const ratios = before
    ? { serviceRatio: before.service_ratio, shareRatio: before.share_ratio }
    : { serviceRatio: terms.serviceRatio, shareRatio: terms.shareRatio };
  const countFen = mulDivHalfUp(day.countUsed, terms.countPriceFen, 1);
  const feeFen = channels.reduce((sum, one) => sum + one.feeFen, 0);
  const by = { ...ratios, organizationBears: terms.organizationBears };
  const due = dueFen({ ...day, countFen, offersFen, toppedFen }, by);
  return {
    day,
    channels,
    thirdFen: day.thirdFen,
    countFen,
    borneFen: offersFen + (terms.organizationBears ? day.correctedFen : 0),
    toppedFen,
    splitMode: terms.splitMode,
    dueFen: due,
    feeFen,
    ...ratios,
    parts: partsOf(due - feeFen, by),
  };
}

const same = (w: Wanted, s: SettleDayRow): boolean =>
  w.dueFen === s.due_fen &&
  w.feeFen === s.fee_fen &&
  w.day.mainFen === s.main_fen &&
  w.toppedFen === s.topped_fen &&
  w.thirdFen === s.third_fen &&
  w.day.subsidyFen === s.subsidy_fen &&
  w.day.arrearsFen === s.arrears_fen &&
  w.day.giftFen === s.gift_fen &&
  w.countFen === s.count_fen &&
  w.day.correctedFen === s.corrected_fen;

const key = (contractId: number, date: string) => `${contractId} ${date}`;
const nothing = { mainFen: 0, subsidyFen: 0, thirdFen: 0, arrearsFen: 0, giftFen: 0, countUsed: 0, correctedFen: 0 };

interface Read {
  wants: Wanted[];
  before: Map<string, SettleDayRow>;
}

/** Every day of [from, to] as it should be, in order, with what was settled of it; days that lost all their trades are there at 0. */
async function read(tx: Sql, organizationId: number, from: string, to: string): Promise<Read> {
  const days = await contractDays(tx, organizationId, from, to);
  const channels = Map.groupBy(await contractChannels(tx, organizationId, from, to), (c) => key(c.contractId, c.date));
  const offers = new Map(
    (await contractOffers(tx, organizationId, from, to)).map((o) => [key(o.contractId, o.date), o.offersFen]),
  );
  const topped = await topUps(tx, organizationId, from, to, days);
  const terms = await termsOf(tx, organizationId);
  const { rows } = await tx.query<SettleDayRow>(
    'select * from settle_day where organization_id = $1 and business_date between $2::date and $3::date',
    [organizationId, from, to],
  );
  const before = new Map(rows.map((row) => [key(row.contract_id, row.business_date), row]));
  const known = new Set(days.map((day) => key(day.contractId, day.date)));
  const others = [
    ...topped.values(),
    ...rows.map((row) => ({ contractId: row.contract_id, contractorId: row.contractor_id, date: row.business_date })),
  ];
  for (const { contractId, contractorId, date } of others) {
    if (known.has(key(contractId, date))) continue;
    known.add(key(contractId, date));
    days.push({ contractId, contractorId, date, ...nothing });
  }
  days.sort((a, b) => (a.date === b.date ? a.contractId - b.contractId : a.date < b.date ? -1 : 1));
  const wants = days.map((day) => {
    const at = key(day.contractId, day.date);
    return wanted(
      day,
      channels.get(at) ?? [],
      { offersFen: offers.get(at) ?? 0, toppedFen: topped.get(at)?.toppedFen ?? 0 },
      terms.get(day.contractId) ?? ownTerms,
      before.get(at),
    );
  });
  return { wants, before };
}

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
  await writeSplits(tools, tx, organizationId, posting, want, before, at);
  if (day.contractorId !== 0)
    await splitPart(tools, tx, { organizationId, ...day, contractorFen: parts.contractorFen }, at);
}

/** How often the day has been settled. */
async function versionOf(tx: Sql, organizationId: number, { contractId, date }: ContractDay): Promise<number> {
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
      const { wants, before } = await read(tx, organizationId, date, date);
      const want = wants.find(({ day }) => day.contractId === contract_id);
      const settled = before.get(key(contract_id, date));
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

/** Settles the organization's days since `from` that are over; answers how many were settled, 0 when all stood. */
export async function settleDays(tools: Tools, organizationId: number, from: string): Promise<number> {
  const to = addDays(businessDay(tools.clock.now()), -1);
  if (from > to) return 0;
  const { wants, before } = await read(tools.pool, organizationId, from, to);
  const open = wants.filter((want) => {
    const settled = before.get(key(want.day.contractId, want.day.date));
    return settled ? !same(want, settled) : want.dueFen !== 0 || want.feeFen !== 0 || want.day.correctedFen !== 0;
  });
  if (open.length === 0) return 0;
  // Once for all days: settling them changes nothing of what diners have. What they do meanwhile is seen within the hour.
  const bound = await boundFloat(tools.pool, organizationId, addDays(to, 1));
  for (const want of open)
    await inTransaction(tools.pool, async (tx) => {
      await alone(tx, organizationId);
      const settled = before.get(key(want.day.contractId, want.day.date));
      // Another node has been here: its figures are newer than ours.
      if ((await versionOf(tx, organizationId, want.day)) !== (settled?.version ?? 0)) return;
      await settle(tools, tx, organizationId, want, settled, bound);
    });
  return open.length;
}
