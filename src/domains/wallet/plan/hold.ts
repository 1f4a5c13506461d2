/** Two-phase money: HOLD sets aside, HOLD_POST takes it (or less), HOLD_VOID gives it back. */
import { formatFen } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { channelAccount } from '../accounts.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { HoldPostRequest, HoldRequest, HoldVoidRequest, Posted } from '../types.ts';
import { countTrade, splitTrace, tradeOf } from './consume.ts';
import { payingPurses, type Share, splitDebit } from './debit.ts';
import { balancesOf, type Draft, finish, move, openDraft, standing, touch } from './draft.ts';
import { counterState } from './limits.ts';
import { mainWith } from './payout.ts';
import type { HoldChange, HoldRow, PersonState, Plan, PlanContext, Planned } from './state.ts';

const settled = { POSTED: '入账', VOIDED: '解冻', EXPIRED: '过期解冻', ACTIVE: '' } as const;

/** A plan that moves nothing between accounts. */
function withoutPosting(draft: Draft, hold: HoldChange, holdId: number, amountFen: number): Plan {
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
    counter: null,
    reversed: null,
    hold,
    posted,
  };
}

export function planHold(state: PersonState, request: HoldRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  let shares: Share[];
  if (request.purpose === 'ORDER') {
    const main = standing(draft, 'MAIN');
    if (!main) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
    if (main.status === 'FROZEN') return refuse(walletRefusals.PURSE_FROZEN, { purse: purseNames.MAIN });
    const split = splitDebit(request.amountFen, payingPurses(draft.purses, draft.occurredDate), {
      capFen: request.purseCapFen,
    });
    if (split.missingFen > 0)
      return refuse(walletRefusals.INSUFFICIENT_BALANCE, {
        amount: formatFen(request.amountFen),
        available: formatFen(split.availableFen),
      });
    shares = split.shares;
  } else {
    const main = mainWith(draft, request.amountFen);
    if ('refused' in main) return main;
    shares = [{ purse: main, fen: request.amountFen }];
  }
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
  return withoutPosting(draft, change, hold.id, request.amountFen);
}

function activeHold(state: PersonState, request: HoldPostRequest | HoldVoidRequest): HoldRow | Refusal {
  const hold = state.holds.get(request.holdId);
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
  const hold = activeHold(state, request);
  if ('refused' in hold) return hold;
  const draft = openDraft(state, request, context);
  release(draft, hold, 0, '');
  const status = request.expired ? 'EXPIRED' : 'VOIDED';
  return withoutPosting(draft, { op: 'SETTLE', holdId: hold.id, status, postedFen: 0 }, hold.id, hold.amountFen);
}

export function planHoldPost(state: PersonState, request: HoldPostRequest, context: PlanContext): Planned {
  const hold = activeHold(state, request);
  if ('refused' in hold) return hold;
  const takeFen = request.amountFen ?? hold.amountFen;
  if (takeFen > hold.amountFen)
    return refuse(walletRefusals.OVER_HELD, { held: formatFen(hold.amountFen), wanted: formatFen(takeFen) });
  const draft = openDraft(state, request, context);
  const change: HoldChange = { op: 'SETTLE', holdId: hold.id, status: 'POSTED', postedFen: takeFen };
  if (hold.purpose !== 'ORDER') {
    const counter = hold.purpose === 'CASH_OUT' ? 'cash_drawer' : channelAccount(request.channel ?? 'BANK');
    release(draft, hold, takeFen, counter);
    return finish(draft, { kind: hold.purpose, counterAccount: counter, hold: change, holdId: hold.id });
  }
  const { place } = request;
  if (!place) throw new Error(`capture of an order without its place: ${request.requestKey}`);
  release(draft, hold, takeFen, 'revenue');
  const counters = counterState(state.counters, draft.occurredDate, place.mealPeriodId);
  const discountFen = request.discountFen ?? 0;
  const trade = tradeOf(draft, {
    kind: 'CONSUME',
    place,
    originFen: takeFen + discountFen,
    discountFen,
    heads: counters.mealCount === 0 ? 1 : 0,
    nth: counters.mealCount + 1,
    suspicious: false,
    ruleTrace: { price: request.trace ?? null, hold: hold.id, heldFen: hold.amountFen, split: splitTrace(draft) },
  });
  return finish(draft, {
    kind: 'CONSUME',
    counterAccount: 'revenue',
    trade,
    hold: change,
    holdId: hold.id,
    counter: countTrade(draft, state.counters, place, takeFen),
  });
}
