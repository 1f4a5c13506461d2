/** The one decision about money: `(state, request) → rows to write | refusal`. Pure; checks amounts before anything else. */
import { refuse } from '../../kit/server/refusal.ts';
import { planAdjust } from './plan/adjust.ts';
import { planConsume } from './plan/consume.ts';
import { planCredit } from './plan/credit.ts';
import { planGrant } from './plan/grant.ts';
import { planHold, planHoldPost, planHoldVoid } from './plan/hold.ts';
import { maxAmountFen } from './plan/limits.ts';
import { planCardMoney, planPayout } from './plan/payout.ts';
import { planReverse } from './plan/reverse.ts';
import type { PersonState, PlanContext, Planned } from './plan/state.ts';
import { planSupplement } from './plan/supplement.ts';
import { planSubsidyClear, planSubsidyReturn } from './plan/take-back.ts';
import { walletRefusals } from './refusals.ts';
import type { MoneyRequest } from './types.ts';

function wrongAmount(request: MoneyRequest): string | undefined {
  const amount = 'amountFen' in request ? request.amountFen : undefined;
  const gift = request.kind === 'RECHARGE' ? request.giftFen : undefined;
  for (const fen of [amount, gift]) {
    if (fen === undefined) continue;
    if (!Number.isSafeInteger(fen) || Math.abs(fen) > maxAmountFen) return `${fen} 分`;
    if (fen < 0 && request.kind !== 'ADJUST') return '不能为负数';
  }
  if (amount === 0 && request.kind !== 'HOLD_POST') return '必须大于 0';
  return undefined;
}

/** Decides one request over the locked state of its person. @throws only on a bug in the request or a rule. */
export function plan(state: PersonState, request: MoneyRequest, context: PlanContext): Planned {
  const wrong = wrongAmount(request);
  if (wrong) return refuse(walletRefusals.BAD_AMOUNT, { detail: wrong });
  switch (request.kind) {
    case 'CONSUME':
      return planConsume(state, request, context);
    case 'RECHARGE':
    case 'DEPOSIT':
      return planCredit(state, request, context);
    case 'CASH_OUT':
    case 'REFUND':
      return planPayout(state, request, context);
    case 'SUBSIDY_GRANT':
      return planGrant(state, request, context);
    case 'SUBSIDY_RETURN':
      return planSubsidyReturn(state, request, context);
    case 'SUBSIDY_CLEAR':
      return planSubsidyClear(state, request, context);
    case 'REVERSE':
      return planReverse(state, request, context);
    case 'SUPPLEMENT':
      return planSupplement(state, request, context);
    case 'CARD_FEE':
    case 'CARD_DEPOSIT':
    case 'CARD_DEPOSIT_RETURN':
      return planCardMoney(state, request, context);
    case 'ADJUST':
      return planAdjust(state, request, context);
    case 'HOLD':
      return planHold(state, request, context);
    case 'HOLD_POST':
      return planHoldPost(state, request, context);
    case 'HOLD_VOID':
      return planHoldVoid(state, request, context);
  }
}
