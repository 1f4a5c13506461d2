/** Money out of MAIN to the person or for the card: CASH_OUT, REFUND, and 工本费/押金 in both directions. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { channelAccount } from '../accounts.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { CardMoneyRequest, CashOutRequest, RefundRequest } from '../types.ts';
import { availableFen, type Draft, finish, move, moveOutside, openDraft, standing } from './draft.ts';
import type { PersonState, PlanContext, Planned, PurseRow } from './state.ts';

/** MAIN with at least `amountFen` of its own (no overdraft, nothing held). */
export function mainWith(draft: Draft, amountFen: number): PurseRow | Refusal {
  const main = standing(draft, 'MAIN');
  if (!main) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
  if (main.status === 'FROZEN') return refuse(walletRefusals.PURSE_FROZEN, { purse: purseNames.MAIN });
  const available = availableFen(main);
  if (available < amountFen)
    return refuse(walletRefusals.INSUFFICIENT_BALANCE, {
      amount: formatFenGrouped(amountFen),
      available: formatFenGrouped(Math.max(0, available)),
    });
  return main;
}

export function planPayout(state: PersonState, request: CashOutRequest | RefundRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const main = mainWith(draft, request.amountFen);
  if ('refused' in main) return main;
  const counter = request.kind === 'CASH_OUT' ? 'cash_drawer' : channelAccount(request.channel);
  move(draft, main, -request.amountFen, counter);
  return finish(draft, { kind: request.kind, counterAccount: counter });
}

export function planCardMoney(state: PersonState, request: CardMoneyRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const counter = request.kind === 'CARD_FEE' ? 'card_fee' : 'card_deposit';
  const giving = request.kind === 'CARD_DEPOSIT_RETURN';
  if (request.by === 'CASH') {
    moveOutside(draft, 'cash_drawer', giving ? request.amountFen : -request.amountFen, counter);
  } else {
    const main = giving ? standing(draft, 'MAIN') : mainWith(draft, request.amountFen);
    if (!main) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
    if ('refused' in main) return main;
    move(draft, main, giving ? request.amountFen : -request.amountFen, counter);
  }
  return finish(draft, { kind: request.kind, counterAccount: counter });
}
