/** RECHARGE and DEPOSIT: debts first, the rest into MAIN, gift money into GIFT. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { channelAccount } from '../accounts.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { DepositRequest, RechargeRequest } from '../types.ts';
import { finish, move, openDraft, openPurse, standing } from './draft.ts';
import type { PersonState, PlanContext, Planned } from './state.ts';

export function planCredit(
  state: PersonState,
  request: RechargeRequest | DepositRequest,
  context: PlanContext,
): Planned {
  const draft = openDraft(state, request, context);
  const main = standing(draft, 'MAIN');
  if (!main) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
  const arrears = standing(draft, 'ARREARS');
  const repayFen = arrears ? Math.min(request.amountFen, -arrears.balanceFen) : 0;
  const restFen = request.amountFen - repayFen;
  if (request.maxBalanceFen !== undefined && restFen > 0 && main.balanceFen + restFen > request.maxBalanceFen)
    return refuse(walletRefusals.MAX_BALANCE, {
      balance: formatFenGrouped(main.balanceFen + restFen),
      limit: formatFenGrouped(request.maxBalanceFen),
    });
  const counter = request.kind === 'DEPOSIT' ? 'cash_drawer' : channelAccount(request.channel);
  if (arrears) move(draft, arrears, repayFen, counter);
  move(draft, main, restFen, counter);
  const giftFen = request.kind === 'RECHARGE' ? (request.giftFen ?? 0) : 0;
  if (giftFen > 0) move(draft, standing(draft, 'GIFT') ?? openPurse(draft, 'GIFT'), giftFen, 'gift_pool');
  return finish(draft, { kind: request.kind, counterAccount: counter });
}
