/** What an organization's contract days should come to, by their restaurants and in all, beside what was settled of them. Reads only. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { SettleDayRow, SettlePlaceDayRow } from '../tables.ts';
import { dueFen, type Parts, partsOf } from './contract-day.ts';
import {
  type ContractChannel,
  type ContractDay,
  type ContractOffers,
  contractChannels,
  contractOffers,
  type PlaceDay,
  placeDays,
} from './day-figures.ts';
import { type PlacePart, type PlaceSource, placeParts } from './place-parts.ts';
import { topUps } from './top-ups.ts';

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
export interface Wanted {
  day: ContractDay;
  channels: Paid[];
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
  places: PlacePart[];
}

/** Of a merchant number, wherever it was paid. */
type Paid = Pick<ContractChannel, 'channel' | 'merchantNo' | 'thirdFen'> & { feeFen: number };

/** What of a day there is in its restaurants. */
interface Inside {
  places: readonly PlaceDay[];
  channels: readonly ContractChannel[];
  offers: readonly ContractOffers[];
  /** Undefined where what is eaten is divided. */
  toppedFen: number | undefined;
}

const byMerchant = (channels: readonly ContractChannel[]): Paid[] =>
  [...Map.groupBy(channels, ({ channel, merchantNo }) => `${channel} ${merchantNo}`).values()].map((same) => ({
    channel: same[0]!.channel,
    merchantNo: same[0]!.merchantNo,
    thirdFen: same.reduce((sum, one) => sum + one.thirdFen, 0),
    feeFen: same.reduce((sum, one) => sum + one.feeFen, 0),
  }));

/** The restaurants of a day by themselves; main money that was divided when it was topped up is income of none. */
function sourcesOf({ places, channels, offers, toppedFen }: Inside, terms: ContractTerms): PlaceSource[] {
  const made = new Map<number, PlaceSource>();
  const at = (restaurantId: number) => {
    const one = made.get(restaurantId) ?? { restaurantId, shop: false, eatenFen: 0, thirdFen: 0, feeFen: 0 };
    made.set(restaurantId, one);
    return one;
  };
  const topped = toppedFen !== undefined;
  for (const place of places) {
    const one = at(place.restaurantId);
    const { thirdFen, correctedFen } = place;
    const countFen = mulDivHalfUp(place.countUsed, terms.countPriceFen, 1);
    const mainFen = topped ? 0 : place.mainFen;
    one.shop = place.shop;
    one.thirdFen += thirdFen;
    one.eatenFen += dueFen(
      { ...place, mainFen, thirdFen: 0, countFen, correctedFen, offersFen: 0, toppedFen: 0 },
      terms,
    );
  }
  for (const { restaurantId, feeFen } of channels) at(restaurantId).feeFen += feeFen;
  for (const { restaurantId, offersFen } of offers) at(restaurantId).eatenFen += offersFen;
  if (topped) at(0).eatenFen += toppedFen + places.reduce((sum, { mainFen }) => sum + mainFen, 0);
  return [...made.values()];
}

/** A day already settled keeps the ratios it was settled by. */
function wanted(day: ContractDay, inside: Inside, terms: ContractTerms, before?: SettleDayRow): Wanted {
  const ratios = before
    ? { serviceRatio: before.service_ratio, shareRatio: before.share_ratio }
    : { serviceRatio: terms.serviceRatio, shareRatio: terms.shareRatio };
  const countFen = mulDivHalfUp(day.countUsed, terms.countPriceFen, 1);
  const channels = byMerchant(inside.channels);
  const feeFen = channels.reduce((sum, one) => sum + one.feeFen, 0);
  const offersFen = inside.offers.reduce((sum, one) => sum + one.offersFen, 0);
  const toppedFen = inside.toppedFen ?? 0;
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
    places: placeParts(sourcesOf(inside, { ...terms, ...ratios }), by),
  };
}

export const sameDay = (w: Wanted, s: SettleDayRow): boolean =>
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

export const dayKey = (contractId: number, date: string) => `${contractId} ${date}`;
const nothing = { mainFen: 0, subsidyFen: 0, thirdFen: 0, arrearsFen: 0, giftFen: 0, countUsed: 0, correctedFen: 0 };
const purses = Object.keys(nothing) as (keyof typeof nothing)[];

/** A contract's day out of its restaurants. */
function dayOf(places: readonly PlaceDay[]): ContractDay {
  const { contractId, contractorId, date } = places[0]!;
  const day: ContractDay = { contractId, contractorId, date, ...nothing };
  for (const place of places) for (const purse of purses) day[purse] += place[purse];
  return day;
}

export interface DaysRead {
  wants: Wanted[];
  before: Map<string, SettleDayRow>;
  /** How the days stand restaurant by restaurant. */
  placed: Map<string, SettlePlaceDayRow[]>;
}

/** Every day of [from, to] as it should be, in order, with what was settled of it; days that lost all their trades are there at 0. */
export async function readDays(tx: Sql, organizationId: number, from: string, to: string): Promise<DaysRead> {
  const at = <T extends { contractId: number; date: string }>(one: T) => dayKey(one.contractId, one.date);
  const places = Map.groupBy(await placeDays(tx, organizationId, from, to), at);
  const days = [...places.values()].map(dayOf);
  const channels = Map.groupBy(await contractChannels(tx, organizationId, from, to), at);
  const offers = Map.groupBy(await contractOffers(tx, organizationId, from, to), at);
  const topped = await topUps(tx, organizationId, from, to, days);
  const terms = await termsOf(tx, organizationId);
  const { rows } = await tx.query<SettleDayRow>(
    'select * from settle_day where organization_id = $1 and business_date between $2::date and $3::date',
    [organizationId, from, to],
  );
  const before = new Map(rows.map((row) => [dayKey(row.contract_id, row.business_date), row]));
  const { rows: standing } = await tx.query<SettlePlaceDayRow>(
    'select * from settle_place_day where organization_id = $1 and business_date between $2::date and $3::date',
    [organizationId, from, to],
  );
  const known = new Set(days.map((day) => dayKey(day.contractId, day.date)));
  const others = [
    ...topped.values(),
    ...rows.map((row) => ({ contractId: row.contract_id, contractorId: row.contractor_id, date: row.business_date })),
  ];
  for (const { contractId, contractorId, date } of others) {
    if (known.has(dayKey(contractId, date))) continue;
    known.add(dayKey(contractId, date));
    days.push({ contractId, contractorId, date, ...nothing });
  }
  days.sort((a, b) => (a.date === b.date ? a.contractId - b.contractId : a.date < b.date ? -1 : 1));
  const wants = days.map((day) => {
    const its = at(day);
    const inside = {
      places: places.get(its) ?? [],
      channels: channels.get(its) ?? [],
      offers: offers.get(its) ?? [],
      toppedFen: topped.get(its)?.toppedFen,
    };
    return wanted(day, inside, terms.get(day.contractId) ?? ownTerms, before.get(its));
  });
  return { wants, before, placed: Map.groupBy(standing, (row) => dayKey(row.contract_id, row.business_date)) };
}
