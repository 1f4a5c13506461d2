/**
 * What a person has had on the latest day they ate on stands in MAIN, which every batch holds locked anyway: no row of its own to
 * find and change for every swipe. Earlier days are counted from the trades where somebody asks (a late record, a reversal).
 */
import { businessDay } from '../business-day.ts';
import { type Draft, standing, touch } from './draft.ts';
import type { CounterChange, CounterRow, PurseRow, SpentDay, SpentRow } from './state.ts';

const inPlace = (change: CounterChange) => (row: SpentRow) =>
  row.mealPeriodId === change.mealPeriodId && row.restaurantId === change.restaurantId;

/** A row with the change in it; a reversal leaves what was had last as it was. */
function changed(row: SpentRow | undefined, change: CounterChange): SpentRow {
  const { mealPeriodId, restaurantId, countDelta, amountDeltaFen, lastAtMs, lastDeviceId, lastAmountFen } = change;
  const last = { lastAtMs, lastDeviceId, lastAmountFen };
  if (!row) return { mealPeriodId, restaurantId, tradeCount: countDelta, amountFen: amountDeltaFen, ...last };
  const newest = countDelta > 0 && lastAtMs >= row.lastAtMs ? last : {};
  return { ...row, tradeCount: row.tradeCount + countDelta, amountFen: row.amountFen + amountDeltaFen, ...newest };
}

/** The day as it stands after a change, or undefined where the change is none of the purse's. */
export function spentAfter(
  main: PurseRow,
  today: string,
  known: readonly CounterRow[],
  change: CounterChange,
): SpentDay | undefined {
  const { spent } = main;
  const date = change.occurredDate;
  // A purse that knows no day learns of none that is over: a later one may stand in the trades.
  if (spent ? date < spent.date : date < today) return undefined;
  const rows = spent?.date === date ? spent.rows : known.filter((row) => row.occurredDate === date);
  const here = inPlace(change);
  return { date, rows: [...rows.filter((row) => !here(row)), changed(rows.find(here), change)] };
}

/** Counts a trade of the draft, or takes one out. `known` are the person's counters of that day. */
export function countInMain(draft: Draft, known: readonly CounterRow[], change: CounterChange | null): void {
  const main = standing(draft, 'MAIN');
  if (!change || !main) return;
  const spent = spentAfter(main, businessDay(draft.context.recordedAtMs), known, change);
  if (!spent) return;
  touch(draft, main);
  main.spent = spent;
}

/** The person's counters of a day as far as the purses know them; undefined where only the trades do. */
export function spentOn(purses: readonly PurseRow[], personId: number, date: string): CounterRow[] | undefined {
  const spent = purses.find((purse) => purse.kind === 'MAIN')?.spent;
  if (!spent || date < spent.date) return undefined;
  return date > spent.date ? [] : spent.rows.map((row) => ({ ...row, personId, occurredDate: date }));
}
