/** SUPPLEMENT 补扣: a debit that was missed; takes over place and person's department of the original when it has one. */
import { refuse } from '../../../kit/server/refusal.ts';
import { walletRefusals } from '../refusals.ts';
import type { SupplementRequest } from '../types.ts';
import { splitTrace, tradeOf } from './consume.ts';
import { finish, openDraft } from './draft.ts';
import { pay } from './pay.ts';
import type { PersonState, PlanContext, Planned } from './state.ts';

export function planSupplement(state: PersonState, request: SupplementRequest, context: PlanContext): Planned {
  const { originalPostingId } = request;
  const original = originalPostingId === undefined ? undefined : state.originals.get(originalPostingId);
  if (originalPostingId !== undefined && (!original?.trade || original.personId !== request.personId))
    return refuse(walletRefusals.POSTING_NOT_FOUND);
  const place = original?.trade ? { ...original.trade.place, deviceSeq: '', capturedPhoto: '' } : request.place;
  if (!place) throw new Error(`supplement without place or original: ${request.requestKey}`);
  const draft = openDraft(state, request, context);
  const short = pay(draft, {
    dueFen: request.amountFen,
    countUsed: 0,
    counter: 'revenue',
    capFen: request.purseCapFen,
    arrearsLimitFen: request.arrearsLimitFen,
  });
  if (short) return short;
  const trade = tradeOf(draft, {
    kind: 'SUPPLEMENT',
    place,
    ...(original ? { originalTradeId: original.id } : {}),
    originFen: request.amountFen,
    discountFen: 0,
    heads: 0,
    restaurantHeads: 0,
    nth: 0,
    suspicious: false,
    ruleTrace: {
      supplements: original?.id ?? null,
      reason: request.reason ?? '',
      ...(request.trace === undefined ? {} : { price: request.trace }),
      split: splitTrace(draft),
    },
  });
  return finish(draft, { kind: 'SUPPLEMENT', counterAccount: 'revenue', trade });
}
