/** CONSUME: price under the lock, limits, split over the purses, the trade with its trace. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { isRefusal, refuse } from '../../../kit/server/refusal.ts';
import { channelAccount } from '../accounts.ts';
import { walletRefusals } from '../refusals.ts';
import type { Attendance, ConsumeRequest, HoldRequest, Json, TradePlace } from '../types.ts';
import { balancesOf, type Draft, finish, moveOutside, openDraft, totalFen } from './draft.ts';
import { checkFacts, checkLimits, counterState, headsIn, isRepeat, maxAmountFen } from './limits.ts';
import { pay } from './pay.ts';
import { countInMain } from './spent.ts';
import type { CounterRow, PersonState, PlanContext, Planned, TradeRow } from './state.ts';

/** What each purse gave, as the trace shows it. */
export function splitTrace(draft: Draft): Json {
  return draft.lines.map((line) => ({ account: line.account, walletId: line.walletId, fen: -line.amountFen }));
}

/** The trade row of a draft whose money has been moved. */
export function tradeOf(
  draft: Draft,
  trade: Pick<
    TradeRow,
    'kind' | 'originFen' | 'discountFen' | 'heads' | 'restaurantHeads' | 'nth' | 'suspicious' | 'ruleTrace' | 'common'
  > & {
    attendance?: Attendance;
    place: TradePlace;
    originalTradeId?: number;
    thirdFen?: number;
    sign?: -1;
  },
): TradeRow {
  const sign = trade.sign ?? 1;
  const { split } = draft;
  const part = (fen: number | undefined) => (fen ? sign * fen : 0);
  return {
    kind: trade.kind,
    originalTradeId: trade.originalTradeId ?? null,
    place: trade.place,
    originFen: trade.originFen,
    discountFen: trade.discountFen,
    amountFen: trade.originFen - trade.discountFen,
    mainFen: part(split.MAIN),
    subsidyFen: part(split.SUBSIDY),
    giftFen: part(split.GIFT),
    arrearsFen: part(split.ARREARS),
    thirdFen: trade.thirdFen ?? 0,
    countUsed: part(split.COUNT),
    balanceAfterFen: totalFen(balancesOf(draft.purses)),
    heads: trade.heads,
    restaurantHeads: trade.restaurantHeads,
    nth: trade.nth,
    attendance: trade.attendance ?? '',
    suspicious: trade.suspicious,
    ruleTrace: trade.ruleTrace,
    common: trade.common,
  };
}

/** One more trade in the person's counters. */
export function countTrade(draft: Draft, known: readonly CounterRow[], place: TradePlace, amountFen: number): void {
  const { personId, occurredAt } = draft.request;
  if (personId === 0) return;
  countInMain(draft, known, {
    occurredDate: draft.occurredDate,
    mealPeriodId: place.mealPeriodId,
    restaurantId: place.restaurantId,
    countDelta: 1,
    amountDeltaFen: amountFen,
    lastAtMs: occurredAt,
    lastDeviceId: place.deviceId,
    lastAmountFen: amountFen,
  });
}

/**
 * What is left on a day of each rule the request bounds, with what was used before, for the purses and for the trace.
 * `freedFen` (by rule) is counted as used and is given back in the same plan.
 */
export function ruleAllowance(
  state: PersonState,
  { ruleDayLimitsFen }: ConsumeRequest | HoldRequest,
  date: string,
  freedFen?: ReadonlyMap<number, number>,
) {
  if (!ruleDayLimitsFen) return undefined;
  const rows = [...ruleDayLimitsFen].flatMap(([ruleId, limitFen]) => {
    if (!state.purses.some((purse) => purse.ruleId === ruleId && purse.balanceFen > 0)) return [];
    const counted = state.ruleUse.find((use) => use.ruleId === ruleId && use.occurredDate === date)?.usedFen ?? 0;
    return [{ ruleId, limitFen, usedFen: counted - (freedFen?.get(ruleId) ?? 0) }];
  });
  if (rows.length === 0) return undefined;
  return { rows, leftFen: new Map(rows.map((row) => [row.ruleId, Math.max(0, row.limitFen - row.usedFen)])) };
}

/** Every portion of a trade that is nobody's is a diner. */
const headsOf = (heads = 1) => ({ heads, restaurantHeads: heads });

export function planConsume(state: PersonState, request: ConsumeRequest, context: PlanContext): Planned {
  const wrong = request.facts ? checkFacts(request.facts) : undefined;
  if (wrong) return wrong;
  const draft = openDraft(state, request, context);
  const { place } = request;
  const counters = counterState(state.counters, draft.occurredDate, place.mealPeriodId);
  const priced = request.price(counters);
  if (isRefusal(priced)) return priced;
  const { originFen, discountFen, amountFen, countUsed = 0, limits = {} } = priced;
  if (
    ![originFen, discountFen, amountFen, countUsed].every(Number.isSafeInteger) ||
    originFen - discountFen !== amountFen
  )
    throw new Error(`price is not whole: ${originFen} - ${discountFen} = ${amountFen}, ${countUsed} meals`);
  if (amountFen < 0 || countUsed < 0)
    return refuse(walletRefusals.BAD_AMOUNT, { detail: `应收 ${formatFenGrouped(amountFen)} 元` });
  if (originFen > maxAmountFen)
    return refuse(walletRefusals.BAD_AMOUNT, { detail: `原价 ${formatFenGrouped(originFen)} 元` });
  if (countUsed > maxAmountFen) return refuse(walletRefusals.BAD_AMOUNT, { detail: `${countUsed} 次` });
  const beyond = checkLimits(limits, counters, amountFen);
  if (beyond) return beyond;
  if (request.heads !== undefined && (request.personId !== 0 || !Number.isInteger(request.heads) || request.heads < 1))
    throw new Error(`heads belong to a trade of nobody: ${request.heads} (${request.requestKey})`);
  const thirdFen = request.third?.amountFen ?? 0;
  if (!Number.isSafeInteger(thirdFen) || thirdFen < 0 || thirdFen > amountFen)
    return refuse(walletRefusals.BAD_AMOUNT, {
      detail: `第三方支付 ${thirdFen} 分，应收 ${formatFenGrouped(amountFen)} 元`,
    });
  const allowance = ruleAllowance(state, request, draft.occurredDate);
  const short = pay(draft, {
    dueFen: amountFen - thirdFen,
    countUsed,
    counter: 'revenue',
    capFen: request.purseCapFen,
    ruleLeftFen: allowance?.leftFen,
    arrearsLimitFen: request.arrearsLimitFen,
    minBalanceFen: limits.minBalanceFen,
  });
  if (short) return short;
  if (request.third) moveOutside(draft, channelAccount(request.third.channel), -thirdFen, 'revenue');
  const repeated =
    limits.repeatIntervalSec !== undefined &&
    isRepeat(
      state.counters,
      draft.occurredDate,
      { mealPeriodId: place.mealPeriodId, deviceId: place.deviceId, amountFen, atMs: request.occurredAt },
      limits.repeatIntervalSec,
    );
  const trade = tradeOf(draft, {
    kind: 'CONSUME',
    place,
    originFen,
    discountFen,
    thirdFen,
    ...(request.personId === 0 ? headsOf(request.heads) : headsIn(state.counters, draft.occurredDate, place)),
    nth: counters.mealCount + 1,
    attendance: priced.attendance ?? '',
    suspicious: repeated || request.suspicious === true,
    ruleTrace: {
      price: priced.trace ?? null,
      counters: [counters.mealCount, counters.mealAmountFen, counters.dayCount, counters.dayAmountFen],
      ...(Object.keys(limits).length > 0 ? { limits: { ...limits } } : {}),
      ...(allowance ? { ruleDayUse: allowance.rows } : {}),
      ...(repeated ? { repeated: true } : {}),
    },
    common: priced.common === true,
  });
  countTrade(draft, state.counters, place, amountFen);
  return finish(draft, { kind: 'CONSUME', counterAccount: 'revenue', trade, thirdFen });
}
