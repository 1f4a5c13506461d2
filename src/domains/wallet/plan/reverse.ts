/**
 * REVERSE: undoes a posting wholly or partly. Lines are taken back last first, so money returns to the purses in
 * reverse debit order; what earlier reversals took is skipped, and never more than was posted comes back.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { counterAccountOf, poolAccount } from '../accounts.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { PurseKind, ReverseRequest } from '../types.ts';
import { splitTrace, tradeOf } from './consume.ts';
import { availableFen, type Draft, finish, firstCounterLine, move, moveOutside, openDraft, standing } from './draft.ts';
import { headsOut } from './limits.ts';
import { countInMain } from './spent.ts';
import type {
  CounterChange,
  CounterRow,
  OriginalPosting,
  OriginalTrade,
  PersonState,
  PlanContext,
  Planned,
  PurseRow,
} from './state.ts';

interface Part {
  walletId: number;
  account: string;
  kind: PurseKind | null;
  /** Signed, opposite to the original line. */
  fen: number;
}

/** The source lines to take back, last first, after skipping what went back before. */
function partsBack(original: OriginalPosting, wantedFen: number, wantedCount: number): Part[] {
  const parts: Part[] = [];
  let skipFen = original.reversed?.fen ?? 0;
  let leftFen = wantedFen;
  const sources = original.lines.filter((line) => line.lineNo < firstCounterLine).sort((a, b) => b.lineNo - a.lineNo);
  for (const line of sources) {
    const kind = line.account.startsWith('wallet:') ? (line.account.slice(7) as PurseKind) : null;
    const size = Math.abs(line.amountFen);
    let fen: number;
    if (kind === 'COUNT') {
      fen = wantedCount > 0 ? size : 0;
    } else {
      const skipped = Math.min(skipFen, size);
      skipFen -= skipped;
      fen = Math.min(leftFen, size - skipped);
      leftFen -= fen;
    }
    if (fen > 0)
      parts.push({ walletId: line.walletId, account: line.account, kind, fen: line.amountFen > 0 ? -fen : fen });
  }
  return parts;
}

/** The purse a part goes to, or comes from; `expiredLot` decides for lots that ended meanwhile. */
function purseFor(draft: Draft, part: Part, expiredLot: 'LOT' | 'MAIN'): PurseRow | Refusal {
  const own = draft.purses.find((purse) => purse.id === part.walletId);
  const main = standing(draft, 'MAIN');
  if (!own || !main || (own.kind === 'MAIN' && own.status === 'CLOSED'))
    return refuse(walletRefusals.NO_PURSE, { purse: purseNames[part.kind ?? 'MAIN'] });
  if (part.fen < 0) {
    // A cleared lot is closed, not frozen: what is wrong with it is that nothing is left.
    const frozen = own.status === 'FROZEN' || (own.status === 'CLOSED' && main.status === 'FROZEN');
    if (frozen) return refuse(walletRefusals.PURSE_FROZEN, { purse: purseNames[own.kind] });
    const available = own.kind === 'ARREARS' ? own.balanceFen - own.floorFen : availableFen(own);
    if (available >= -part.fen) return own;
    if (own.kind === 'COUNT')
      return refuse(walletRefusals.INSUFFICIENT_COUNT, { amount: -part.fen, available: Math.max(0, available) });
    return refuse(walletRefusals.INSUFFICIENT_BALANCE, {
      amount: formatFenGrouped(-part.fen),
      available: formatFenGrouped(Math.max(0, available)),
    });
  }
  const ended = own.expiresOn !== null && own.expiresOn < draft.occurredDate;
  if (ended && expiredLot === 'MAIN' && own.kind !== 'COUNT') return main;
  if (own.status === 'CLOSED') own.status = 'ACTIVE';
  return own;
}

/** The account the original's line stood against. */
function counterFor(original: OriginalPosting, part: Part): string {
  if (original.kind === 'SUBSIDY_CLEAR' || original.kind === 'SUBSIDY_RETURN')
    return poolAccount(part.kind ?? 'SUBSIDY');
  return counterAccountOf(original.kind, part.kind, original.counterAccount);
}

/** Whether the posting is a meal that was eaten; what was ordered and left standing is none. */
function wasCounted(original: OriginalPosting): original is OriginalPosting & { trade: OriginalTrade } {
  return original.kind === 'CONSUME' && original.trade !== null && original.trade.attendance !== 'ORDERED_ABSENT';
}

/** Diners that leave with a trade taken back wholly. */
function headsBack({ personId, trade }: OriginalPosting & { trade: OriginalTrade }, counters: readonly CounterRow[]) {
  if (personId === 0) return { heads: 0 - trade.heads, restaurantHeads: 0 - trade.restaurantHeads };
  return headsOut(counters, trade.occurredDate, trade.place);
}

/** The counters without the trade; the trade itself leaves the count when nothing of it is left. */
function uncount(original: OriginalPosting, fen: number, whole: boolean): CounterChange | null {
  if (!wasCounted(original) || original.personId === 0) return null;
  return {
    occurredDate: original.trade.occurredDate,
    mealPeriodId: original.trade.place.mealPeriodId,
    restaurantId: original.trade.place.restaurantId,
    countDelta: whole ? -1 : 0,
    amountDeltaFen: -fen,
    lastAtMs: 0,
    lastDeviceId: 0,
    lastAmountFen: 0,
  };
}

const kindNames: Partial<Record<OriginalPosting['kind'], string>> = { REVERSE: '冲正记录' };

export function planReverse(state: PersonState, request: ReverseRequest, context: PlanContext): Planned {
  const original = state.originals.get(request.originalPostingId);
  if (!original || original.personId !== request.personId) return refuse(walletRefusals.POSTING_NOT_FOUND);
  if (original.kind === 'REVERSE')
    return refuse(walletRefusals.NOT_REVERSIBLE, { kind: kindNames[original.kind] ?? original.kind });
  const reversedFen = original.reversed?.fen ?? 0;
  const leftFen = original.amountFen - reversedFen;
  const leftCount = original.countUsed - (original.reversed?.count ?? 0);
  const wantedFen = request.amountFen ?? leftFen;
  const over = () =>
    refuse(walletRefusals.OVER_REVERSED, {
      amount: formatFenGrouped(original.amountFen),
      reversed: formatFenGrouped(reversedFen),
      wanted: formatFenGrouped(wantedFen),
    });
  if (wantedFen > leftFen) return over();
  if (original.reversed && leftFen === 0 && leftCount === 0) return over();
  const whole = wantedFen === leftFen;
  const wantedCount = whole ? leftCount : 0;
  const draft = openDraft(state, request, context);
  for (const part of partsBack(original, wantedFen, wantedCount)) {
    if (part.walletId === 0) {
      moveOutside(draft, part.account, part.fen, original.counterAccount);
      continue;
    }
    const purse = purseFor(draft, part, request.expiredLot ?? 'LOT');
    if ('refused' in purse) return purse;
    const counter = counterFor(original, part);
    // A debt that was repaid meanwhile does not come back as a credit nobody can spend: the rest goes to MAIN.
    const own = purse.kind === 'ARREARS' && part.fen > 0 ? Math.min(part.fen, -purse.balanceFen) : part.fen;
    move(draft, purse, own, counter);
    const main = standing(draft, 'MAIN');
    if (own !== part.fen && main) move(draft, main, part.fen - own, counter);
  }
  countInMain(draft, state.counters, uncount(original, wantedFen, whole));
  const gone = whole && wasCounted(original) ? headsBack(original, state.counters) : { heads: 0, restaurantHeads: 0 };
  const trade = original.trade
    ? tradeOf(draft, {
        kind: 'REVERSE',
        originalTradeId: original.id,
        place: { ...original.trade.place, deviceSeq: '', capturedPhoto: '' },
        originFen: wantedFen,
        discountFen: 0,
        thirdFen: draft.lines.reduce((sum, line) => (line.walletId === 0 ? sum + Math.abs(line.amountFen) : sum), 0),
        ...gone,
        nth: 0,
        attendance: original.trade.attendance,
        suspicious: false,
        ruleTrace: { reverses: original.id, reason: request.reason ?? '', split: splitTrace(draft) },
        sign: -1,
      })
    : undefined;
  return finish(draft, {
    kind: 'REVERSE',
    counterAccount: original.counterAccount,
    reversesPostingId: original.id,
    reversesKind: original.kind,
    reversed: {
      postingId: original.id,
      amountFen: original.amountFen,
      countUsed: original.countUsed,
      addFen: wantedFen,
      addCount: wantedCount,
    },
    ...(trade ? { trade } : {}),
  });
}
