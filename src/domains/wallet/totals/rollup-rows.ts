/** Sums the plans of a batch into the rows of the day totals. Pure. */
import type { EntryRow, PostingRow, TradeRow } from '../plan/state.ts';
import type { History } from '../writer/write-history.ts';

export interface ConsumeTotals {
  consumeCount: number;
  heads: number;
  restaurantHeads: number;
  originFen: number;
  discountFen: number;
  amountFen: number;
  mainFen: number;
  subsidyFen: number;
  giftFen: number;
  arrearsFen: number;
  thirdFen: number;
  countUsed: number;
  reverseCount: number;
  reversedFen: number;
  reversedCountUsed: number;
  supplementCount: number;
  supplementFen: number;
  offlineCount: number;
  /** First and last consumption, epoch ms; 0 when there was none: what a clerk puts right is no swipe. */
  firstAtMs: number;
  lastAtMs: number;
}

export interface ConsumeRow {
  businessDate: string;
  /** The dimensions after the date, in key order. */
  dimensions: number[];
  totals: ConsumeTotals;
}

export interface AccountRow {
  /** 0 in the account totals. */
  operatorId: number;
  businessDate: string;
  account: string;
  postingKind: string;
  reversesKind: string;
  inFen: number;
  outFen: number;
  entryCount: number;
}

export interface RollupRows {
  place: ConsumeRow[];
  people: ConsumeRow[];
  accounts: AccountRow[];
  operators: AccountRow[];
  /** Ids of plain swipes by business day: their places and people are added up later (fold-waiting.ts). */
  waiting: Map<string, number[]>;
}

function emptyTotals(): ConsumeTotals {
  return {
    consumeCount: 0,
    heads: 0,
    restaurantHeads: 0,
    originFen: 0,
    discountFen: 0,
    amountFen: 0,
    mainFen: 0,
    subsidyFen: 0,
    giftFen: 0,
    arrearsFen: 0,
    thirdFen: 0,
    countUsed: 0,
    reverseCount: 0,
    reversedFen: 0,
    reversedCountUsed: 0,
    supplementCount: 0,
    supplementFen: 0,
    offlineCount: 0,
    firstAtMs: 0,
    lastAtMs: 0,
  };
}

function addTrade(totals: ConsumeTotals, trade: TradeRow, atMs: number): void {
  totals.heads += trade.heads;
  totals.restaurantHeads += trade.restaurantHeads;
  if (trade.kind === 'REVERSE') {
    totals.reverseCount += 1;
    totals.reversedFen += trade.amountFen;
    totals.reversedCountUsed += trade.countUsed;
    return;
  }
  if (trade.kind === 'SUPPLEMENT') {
    totals.supplementCount += 1;
    totals.supplementFen += trade.amountFen;
    return;
  }
  totals.consumeCount += 1;
  if (atMs > 0) {
    totals.firstAtMs = totals.firstAtMs === 0 ? atMs : Math.min(totals.firstAtMs, atMs);
    totals.lastAtMs = Math.max(totals.lastAtMs, atMs);
  }
  totals.originFen += trade.originFen;
  totals.discountFen += trade.discountFen;
  totals.amountFen += trade.amountFen;
  totals.mainFen += trade.mainFen;
  totals.subsidyFen += trade.subsidyFen;
  totals.giftFen += trade.giftFen;
  totals.arrearsFen += trade.arrearsFen;
  totals.thirdFen += trade.thirdFen;
  totals.countUsed += trade.countUsed;
  if (trade.place.offline) totals.offlineCount += 1;
}

function consumeRow(rows: Map<string, ConsumeRow>, businessDate: string, dimensions: number[]): ConsumeTotals {
  const key = `${businessDate}/${dimensions.join('/')}`;
  let row = rows.get(key);
  if (!row) {
    row = { businessDate, dimensions, totals: emptyTotals() };
    rows.set(key, row);
  }
  return row.totals;
}

function addEntry(rows: Map<string, AccountRow>, posting: PostingRow, entry: EntryRow, operatorId: number): void {
  const key = `${operatorId}/${posting.businessDate}/${entry.account}/${posting.kind}/${posting.reversesKind}`;
  let row = rows.get(key);
  if (!row) {
    row = {
      operatorId,
      businessDate: posting.businessDate,
      account: entry.account,
      postingKind: posting.kind,
      reversesKind: posting.reversesKind,
      inFen: 0,
      outFen: 0,
      entryCount: 0,
    };
    rows.set(key, row);
  }
  if (entry.amountFen > 0) row.inFen += entry.amountFen;
  else row.outFen -= entry.amountFen;
  row.entryCount += 1;
}

/** Values in key order, so that two writers sharing a lane take row locks in the same order. */
function sorted<T>(rows: Map<string, T>): T[] {
  if (rows.size < 2) return [...rows.values()];
  return [...rows.entries()].sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, row]) => row);
}

export function rollupRows(history: readonly History[]): RollupRows {
  const place = new Map<string, ConsumeRow>();
  const people = new Map<string, ConsumeRow>();
  const accounts = new Map<string, AccountRow>();
  const operators = new Map<string, AccountRow>();
  const waiting = new Map<string, number[]>();
  for (const { plan, plain } of history) {
    const { posting, entries, trade } = plan;
    if (!posting) continue;
    for (const entry of entries) {
      addEntry(accounts, posting, entry, 0);
      if (posting.operatorId !== 0) addEntry(operators, posting, entry, posting.operatorId);
    }
    if (!trade) continue;
    if (plain) {
      const ids = waiting.get(posting.businessDate);
      if (ids) ids.push(posting.id);
      else waiting.set(posting.businessDate, [posting.id]);
      continue;
    }
    const { mealPeriodId, restaurantId, deploySiteId, deviceId, personTypeId, departmentId } = trade.place;
    const date = posting.businessDate;
    // What belongs to a closed month is booked on this day, and was swiped on none of its hours.
    const atMs = posting.occurredDate === date ? posting.occurredAtMs : 0;
    addTrade(consumeRow(place, date, [mealPeriodId, restaurantId, deploySiteId, deviceId]), trade, atMs);
    addTrade(consumeRow(people, date, [mealPeriodId, restaurantId, personTypeId, departmentId]), trade, atMs);
  }
  return {
    place: sorted(place),
    people: sorted(people),
    accounts: sorted(accounts),
    operators: sorted(operators),
    waiting,
  };
}
