/** SUPPLEMENT 补扣: a debit that was missed; takes over place and person's department of the original when it has one. */
import { refuse } from '../../../kit/server/refusal.ts';
import { channelAccount } from '../accounts.ts';
import { walletRefusals } from '../refusals.ts';
import type { SupplementRequest } from '../types.ts';
import { splitTrace, tradeOf } from './consume.ts';
import { finish, moveOutside, openDraft } from './draft.ts';
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
  const thirdFen = request.third?.amountFen ?? 0;
  if (!Number.isSafeInteger(thirdFen) || thirdFen < 0 || thirdFen > request.amountFen)
    return refuse(walletRefusals.BAD_AMOUNT, { detail: `第三方支付 ${thirdFen} 分，应收 ${request.amountFen} 分` });
  const short = pay(draft, {
    dueFen: request.amountFen - thirdFen,
    countUsed: 0,
    counter: 'revenue',
    capFen: request.purseCapFen,
    arrearsLimitFen: request.arrearsLimitFen,
  });
  if (short) return short;
  if (request.third) moveOutside(draft, channelAccount(request.third.channel), -thirdFen, 'revenue');
  const trade = tradeOf(draft, {
    kind: 'SUPPLEMENT',
    place,
    thirdFen,
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
  return finish(draft, { kind: 'SUPPLEMENT', counterAccount: 'revenue', trade, thirdFen });
}
