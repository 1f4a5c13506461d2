/** Two-phase money: HOLD sets aside, HOLD_POST takes it (or less), HOLD_VOID gives it back. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { channelAccount } from '../accounts.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { HoldPostRequest, HoldRequest, HoldVoidRequest, MoneyRequest, Posted } from '../types.ts';
import { countTrade, ruleAllowance, splitTrace, tradeOf } from './consume.ts';
import { payingPurses, type Share, splitDebit } from './debit.ts';
import { balancesOf, type Draft, finish, move, openDraft, standing, touch } from './draft.ts';
import { counterState, headsIn } from './limits.ts';
import { mainWith } from './payout.ts';
import type { HoldChange, HoldRow, PersonState, Plan, PlanContext, Planned } from './state.ts';

const settled = { POSTED: '入账', VOIDED: '解冻', EXPIRED: '过期解冻', ACTIVE: '' } as const;

/** A plan that moves nothing between accounts. */
function withoutPosting(draft: Draft, holds: HoldChange[], holdId: number, amountFen: number): Plan {
  const posted: Posted = {
    postingId: 0,
    holdId,
    businessDate: draft.businessDate,
    occurredDate: draft.occurredDate,
    late: draft.businessDate !== draft.occurredDate,
    amountFen,
    split: {},
    balances: balancesOf(draft.purses),
  };
  return {
    posting: null,
    entries: [],
    trade: null,
    purses: [...draft.changed.values()],
    reversed: null,
    holds,
    posted,
  };
}

/** Main money alone, for what goes back to the person. */
function mainShare(draft: Draft, amountFen: number): Share[] | Refusal {
  const main = mainWith(draft, amountFen);
  return 'refused' in main ? main : [{ purse: main, fen: amountFen }];
}

/** Of each rule, what the former hold had set aside for the same day. */
function freedOf(draft: Draft, former: HoldRow | undefined, date: string): Map<number, number> {
  const freed = new Map<number, number>();
  if (former?.spendOn !== date) return freed;
  for (const { walletId, amountFen } of former.lines) {
    const ruleId = draft.purses.find((purse) => purse.id === walletId)?.ruleId ?? 0;
    freed.set(ruleId, (freed.get(ruleId) ?? 0) + amountFen);
  }
  return freed;
}

/** What a consumption on the day would take, from what may be spent on that day. */
function orderShares(
  draft: Draft,
  state: PersonState,
  request: HoldRequest,
  former: HoldRow | undefined,
): Share[] | Refusal {
  const main = standing(draft, 'MAIN');
  if (!main) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
  if (main.status === 'FROZEN') return refuse(walletRefusals.PURSE_FROZEN, { purse: purseNames.MAIN });
  const date = request.spendOn ?? draft.occurredDate;
  const { shares, missingFen, availableFen } = splitDebit(request.amountFen, payingPurses(draft.purses, date), {
    capFen: request.purseCapFen,
    ruleLeftFen: ruleAllowance(state, request, date, freedOf(draft, former, date))?.leftFen,
  });
  if (missingFen === 0) return shares;
  return refuse(walletRefusals.INSUFFICIENT_BALANCE, {
    amount: formatFenGrouped(request.amountFen),
    available: formatFenGrouped(availableFen),
  });
}

export function planHold(state: PersonState, request: HoldRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const former = request.replacesHoldId === undefined ? undefined : activeHold(state, request, request.replacesHoldId);
  if (former && 'refused' in former) return former;
  if (former && (former.purpose !== 'ORDER' || request.purpose !== 'ORDER'))
    throw new Error(`only what is held for an order is held anew: ${request.requestKey}`);
  if (former) release(draft, former, 0, '');
  const shares =
    request.purpose === 'ORDER' ? orderShares(draft, state, request, former) : mainShare(draft, request.amountFen);
  if ('refused' in shares) return shares;
  for (const { purse, fen } of shares) {
    touch(draft, purse);
    purse.heldFen += fen;
  }
  const hold: HoldRow = {
    id: context.nextId(),
    personId: request.personId,
    purpose: request.purpose,
    amountFen: request.amountFen,
    status: 'ACTIVE',
    spendOn: request.spendOn ?? null,
    lines: shares.map(({ purse, fen }) => ({ walletId: purse.id, amountFen: fen })),
  };
  const change: HoldChange = {
    op: 'OPEN',
    hold,
    expiresAtMs: request.expiresAt ?? null,
    occurredAtMs: request.occurredAt,
    requestKey: request.requestKey,
    sourceType: request.sourceType ?? '',
    sourceId: request.sourceId ?? 0,
  };
  const changes: HoldChange[] = former
    ? [{ op: 'SETTLE', holdId: former.id, status: 'VOIDED', postedFen: 0 }, change]
    : [change];
  return withoutPosting(draft, changes, hold.id, request.amountFen);
}

function activeHold(state: PersonState, request: MoneyRequest, holdId: number): HoldRow | Refusal {
  const hold = state.holds.get(holdId);
  if (!hold || hold.personId !== request.personId) return refuse(walletRefusals.HOLD_NOT_FOUND);
  if (hold.status !== 'ACTIVE') return refuse(walletRefusals.HOLD_SETTLED, { state: settled[hold.status] });
  return hold;
}

/** Takes `takeFen` of the held money in debit order and releases every line whole. */
function release(draft: Draft, hold: HoldRow, takeFen: number, counter: string): void {
  let left = takeFen;
  for (const line of hold.lines) {
    const purse = draft.purses.find((p) => p.id === line.walletId);
    if (!purse) throw new Error(`hold ${hold.id} names purse ${line.walletId}, which is not the person's`);
    touch(draft, purse);
    purse.heldFen -= line.amountFen;
    const fen = Math.min(left, line.amountFen);
    move(draft, purse, -fen, counter);
    left -= fen;
  }
}

export function planHoldVoid(state: PersonState, request: HoldVoidRequest, context: PlanContext): Planned {
  const hold = activeHold(state, request, request.holdId);
  if ('refused' in hold) return hold;
  const draft = openDraft(state, request, context);
  release(draft, hold, 0, '');
  const status = request.expired ? 'EXPIRED' : 'VOIDED';
  return withoutPosting(draft, [{ op: 'SETTLE', holdId: hold.id, status, postedFen: 0 }], hold.id, hold.amountFen);
}

export function planHoldPost(state: PersonState, request: HoldPostRequest, context: PlanContext): Planned {
  const hold = activeHold(state, request, request.holdId);
  if ('refused' in hold) return hold;
  const takeFen = request.amountFen ?? hold.amountFen;
  if (takeFen > hold.amountFen)
    return refuse(walletRefusals.OVER_HELD, {
      held: formatFenGrouped(hold.amountFen),
      wanted: formatFenGrouped(takeFen),
    });
  const draft = openDraft(state, request, context);
  const change: HoldChange = { op: 'SETTLE', holdId: hold.id, status: 'POSTED', postedFen: takeFen };
  if (hold.purpose !== 'ORDER') {
    const counter = hold.purpose === 'CASH_OUT' ? 'cash_drawer' : channelAccount(request.channel ?? 'BANK');
    release(draft, hold, takeFen, counter);
    return finish(draft, { kind: hold.purpose, counterAccount: counter, holds: [change], holdId: hold.id });
  }
  const { place, absent = false } = request;
  if (!place) throw new Error(`capture of an order without its place: ${request.requestKey}`);
  release(draft, hold, takeFen, 'revenue');
  const counters = counterState(state.counters, draft.occurredDate, place.mealPeriodId);
  const discountFen = request.discountFen ?? 0;
  const trade = tradeOf(draft, {
    kind: 'CONSUME',
    place,
    originFen: takeFen + discountFen,
    discountFen,
    ...(absent ? { heads: 0, restaurantHeads: 0 } : headsIn(state.counters, draft.occurredDate, place)),
    nth: absent ? 0 : counters.mealCount + 1,
    attendance: absent ? 'ORDERED_ABSENT' : 'ORDERED_EATEN',
    suspicious: false,
    ruleTrace: { price: request.trace ?? null, hold: hold.id, heldFen: hold.amountFen, split: splitTrace(draft) },
  });
  if (!absent) countTrade(draft, state.counters, place, takeFen);
  return finish(draft, { kind: 'CONSUME', counterAccount: 'revenue', trade, holds: [change], holdId: hold.id });
}
