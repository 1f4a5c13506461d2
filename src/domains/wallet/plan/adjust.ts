/** ADJUST: a signed change of one purse with a reason. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { AdjustRequest } from '../types.ts';
import { availableFen, finish, move, openDraft, standing } from './draft.ts';
import type { PersonState, PlanContext, Planned } from './state.ts';

export function planAdjust(state: PersonState, request: AdjustRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const { walletId, amountFen } = request;
  const purse =
    walletId === undefined
      ? standing(draft, request.purse)
      : draft.purses.find((p) => p.id === walletId && p.kind === request.purse && p.status !== 'CLOSED');
  if (!purse) return refuse(walletRefusals.NO_PURSE, { purse: purseNames[request.purse] });
  if (amountFen < 0) {
    if (purse.status === 'FROZEN') return refuse(walletRefusals.PURSE_FROZEN, { purse: purseNames[purse.kind] });
    const available = availableFen(purse) - purse.floorFen;
    if (available < -amountFen)
      return refuse(walletRefusals.INSUFFICIENT_BALANCE, {
        amount: formatFenGrouped(-amountFen),
        available: formatFenGrouped(Math.max(0, available)),
      });
  } else if (purse.kind === 'ARREARS' && amountFen > -purse.balanceFen) {
    return refuse(walletRefusals.BAD_AMOUNT, { detail: `欠款只有 ${formatFenGrouped(-purse.balanceFen)} 元` });
  }
  const counter = purse.kind === 'COUNT' ? 'count_adjustment' : 'adjustment';
  move(draft, purse, amountFen, counter);
  return finish(draft, { kind: 'ADJUST', counterAccount: counter });
}
