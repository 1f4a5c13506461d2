/** Bounds of one consumption and the repeat rule. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { walletRefusals } from '../refusals.ts';
import type { ConsumeFacts, ConsumeLimits, CounterState, TradePlace } from '../types.ts';
import type { CounterRow, TradeRow } from './state.ts';

/** Most fen one request may move: ten million yuan, far above any canteen, and inside the int a trade keeps it in. */
export const maxAmountFen = 1_000_000_000;

type Heads = Pick<TradeRow, 'heads' | 'restaurantHeads'>;

/** Sums of the counters of one business day; `mealPeriodId` picks the meal. */
export function counterState(rows: readonly CounterRow[], date: string, mealPeriodId: number): CounterState {
  const state: CounterState = { mealCount: 0, mealAmountFen: 0, dayCount: 0, dayAmountFen: 0 };
  for (const row of rows) {
    if (row.occurredDate !== date) continue;
    state.dayCount += row.tradeCount;
    state.dayAmountFen += row.amountFen;
    if (row.mealPeriodId !== mealPeriodId) continue;
    state.mealCount += row.tradeCount;
    state.mealAmountFen += row.amountFen;
  }
  return state;
}

/** Trades standing in the place's meal and restaurant on a business day. */
function hadAt(rows: readonly CounterRow[], date: string, { mealPeriodId, restaurantId }: TradePlace): number {
  const here = (row: CounterRow) =>
    row.occurredDate === date && row.mealPeriodId === mealPeriodId && row.restaurantId === restaurantId;
  return rows.find(here)?.tradeCount ?? 0;
}

/** Heads of one more trade at the place: the unit's, and the restaurant's own. */
export function headsIn(rows: readonly CounterRow[], date: string, place: TradePlace): Heads {
  const first = (count: number) => (count === 0 ? 1 : 0);
  return {
    heads: first(counterState(rows, date, place.mealPeriodId).mealCount),
    restaurantHeads: first(hadAt(rows, date, place)),
  };
}

/** Heads that leave when a person's trade at the place is taken back wholly. */
export function headsOut(rows: readonly CounterRow[], date: string, place: TradePlace): Heads {
  const last = (count: number) => (count === 1 ? -1 : 0);
  return {
    heads: last(counterState(rows, date, place.mealPeriodId).mealCount),
    restaurantHeads: last(hadAt(rows, date, place)),
  };
}

/** The first bound that `amountFen` breaks, or undefined. */
export function checkLimits(limits: ConsumeLimits, counters: CounterState, amountFen: number): Refusal | undefined {
  const { singleMaxFen, mealMaxCount, mealMaxFen, dayMaxCount, dayMaxFen } = limits;
  const amount = formatFenGrouped(amountFen);
  if (singleMaxFen !== undefined && amountFen > singleMaxFen)
    return refuse(walletRefusals.LIMIT_SINGLE, { amount, limit: formatFenGrouped(singleMaxFen) });
  if (mealMaxCount !== undefined && counters.mealCount >= mealMaxCount)
    return refuse(walletRefusals.LIMIT_PER_MEAL, { count: counters.mealCount, limit: mealMaxCount });
  if (dayMaxCount !== undefined && counters.dayCount >= dayMaxCount)
    return refuse(walletRefusals.LIMIT_PER_DAY, { count: counters.dayCount, limit: dayMaxCount });
  if (mealMaxFen !== undefined && counters.mealAmountFen + amountFen > mealMaxFen)
    return refuse(walletRefusals.LIMIT_PER_MEAL_AMOUNT, {
      spent: formatFenGrouped(counters.mealAmountFen),
      amount,
      limit: formatFenGrouped(mealMaxFen),
    });
  if (dayMaxFen !== undefined && counters.dayAmountFen + amountFen > dayMaxFen)
    return refuse(walletRefusals.LIMIT_PER_DAY_AMOUNT, {
      spent: formatFenGrouped(counters.dayAmountFen),
      amount,
      limit: formatFenGrouped(dayMaxFen),
    });
  return undefined;
}

const personStates = { PENDING: '待核验', SUSPENDED: '已停用', CLOSING: '销户中', CLOSED: '已销户' } as const;
const cardStates = {
  BLANK: '未发卡',
  LOST: '已挂失',
  FROZEN: '已冻结',
  REPLACED: '已换卡',
  RETURNED: '已退卡',
  CANCELLED: '已注销',
} as const;

/** Refuses a person or card that is not NORMAL. */
export function checkFacts(facts: ConsumeFacts): Refusal | undefined {
  const { cardState, personState } = facts;
  if (cardState === 'LOST') return refuse(walletRefusals.CARD_LOST);
  if (cardState && cardState !== 'NORMAL')
    return refuse(walletRefusals.CARD_NOT_VALID, { state: cardStates[cardState] });
  if (personState && personState !== 'NORMAL')
    return refuse(walletRefusals.PERSON_NOT_NORMAL, { state: personStates[personState] });
  return undefined;
}

/** Whether the same amount was taken at the same device less than `intervalSec` seconds away (either way: uploads come late). */
export function isRepeat(
  rows: readonly CounterRow[],
  date: string,
  trade: { mealPeriodId: number; deviceId: number; amountFen: number; atMs: number },
  intervalSec: number,
): boolean {
  return rows.some(
    (row) =>
      row.occurredDate === date &&
      row.mealPeriodId === trade.mealPeriodId &&
      row.tradeCount > 0 &&
      row.lastDeviceId === trade.deviceId &&
      row.lastAmountFen === trade.amountFen &&
      Math.abs(trade.atMs - row.lastAtMs) < intervalSec * 1000,
  );
}
