/** What other domains use of the wallet. Money moves through `services.wallet` alone; what may be asked of it is in types.ts. */

// What is asked of the money door, and what it answers.
export type {
  Channel,
  Companion,
  ConsumeFacts,
  ConsumeLimits,
  ConsumeRequest,
  CounterState,
  HoldPostRequest,
  HoldRequest,
  HoldVoidRequest,
  Identify,
  Json,
  MoneyRequest,
  Outcome,
  Posted,
  PricedTrade,
  PurseView,
  RequestBase,
  ReverseRequest,
  SubsidyGrantRequest,
  SubsidyReturnRequest,
  SupplementRequest,
  TradePlace,
  Tx,
  Wallet,
} from './types.ts';
export { purseNames, walletRefusals } from './refusals.ts';
export { purseAmount, purseLines } from './foretold.ts';

// Terminals' numbers: the key one is booked under, and which of them were answered.
export { keyOfNumber } from './plain/plain-swipe.ts';
export { answeredNumbers } from './queries/device-numbers.ts';

// Keys of requests that were answered for good.
export { answeredKeys } from './queries/answered-keys.ts';

// What people have had on a day.
export { spentOnDay } from './queries/spent-on.ts';

// Days and months of the books: every list, report and job dates by them.
export { businessDay, businessDayEnd, firstDayAfterMonth, monthOf } from './business-day.ts';
export { businessDayOf, withinBusinessDays } from './business-day-sql.ts';

// The purses of people who are taken on, whose type changes, who leave; people whose money must stay as it was read.
export { closePurses, openPurses, setOverdraft } from './open-purses.ts';
export { holdStill } from './hold-still.ts';

// Batches: one request per line, or long lists of grants through their own mouth (docs/adr/0005).
export { type LinePosted, submitLines } from './submit-lines.ts';
export { type Granted, type Grants, lastSwipeOf, openGrants } from './bulk/grants.ts';
export { cellOf, intArray, intMatrix } from './writer/int-matrix.ts';
export type { Command, Statement } from './writer/train.ts';

// Figures of homes, statements and daily balances.
export { accountStatement } from './queries/account-statement.ts';
export { type DailyBalance, type KnownBalance, dailyBalances, dailyBalancesSince } from './queries/daily-balances.ts';
export {
  eatenBy,
  eatenByDay,
  eatenOn,
  floatFen,
  mealHeadsBy,
  netConsumedFen,
  paidInBy,
  paidInByDay,
  type EatenDay,
  type SoFar,
} from './queries/day-figures.ts';

// Consumption of many units by place, past days folded.
export { coarsest, foldedDays, type Period, type PlaceDetail, peopleNet, placeTotals } from './queries/place-totals.ts';

// What the day totals add up.
export { consumeSums } from './totals/write-rollups.ts';

// The proof of the ledger and the close of a month.
export type { Break, LedgerRule } from './proof/invariants.ts';
export { runInvariants } from './proof/run-invariants.ts';
export { closeMonth } from './close/close-month.ts';
export { sealClosedDays } from './close/seal-days.ts';
