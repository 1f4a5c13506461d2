/** Takes what a trade costs from the person's purses, arrears last and only when allowed. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import { type Bounds, byDebitOrder, payingPurses, splitDebit } from './debit.ts';
import { availableFen, type Draft, move, openPurse, standing } from './draft.ts';

export interface Due extends Bounds {
  dueFen: number;
  countUsed: number;
  counter: string;
  arrearsLimitFen?: number | undefined;
  minBalanceFen?: number | undefined;
}

/** Moves the money (and meals) into `counter`, or refuses having moved nothing. */
export function pay(draft: Draft, due: Due): Refusal | undefined {
  const purses = payingPurses(draft.purses, draft.occurredDate);
  if (due.dueFen > 0 || due.countUsed > 0 || due.minBalanceFen !== undefined) {
    const main = standing(draft, 'MAIN');
    if (!main) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
    if (main.status === 'FROZEN') return refuse(walletRefusals.PURSE_FROZEN, { purse: purseNames.MAIN });
  }
  if (due.minBalanceFen !== undefined) {
    const own = purses.reduce((sum, purse) => sum + availableFen(purse), 0);
    if (own < due.minBalanceFen)
      return refuse(walletRefusals.MIN_BALANCE, {
        available: formatFenGrouped(own),
        limit: formatFenGrouped(due.minBalanceFen),
      });
  }
  const { shares, missingFen, availableFen: available } = splitDebit(due.dueFen, purses, due);
  const arrears = missingFen > 0 && due.arrearsLimitFen !== undefined ? standing(draft, 'ARREARS') : undefined;
  const arrearsRoom = due.arrearsLimitFen === undefined ? 0 : due.arrearsLimitFen + (arrears?.balanceFen ?? 0);
  if (missingFen > arrearsRoom)
    return refuse(walletRefusals.INSUFFICIENT_BALANCE, {
      amount: formatFenGrouped(due.dueFen),
      available: formatFenGrouped(available),
    });
  const meals = draft.purses
    .filter(
      (p) => p.kind === 'COUNT' && p.status === 'ACTIVE' && (p.expiresOn === null || p.expiresOn >= draft.occurredDate),
    )
    .sort(byDebitOrder);
  const counted = splitDebit(due.countUsed, meals, due.capFen ? { capFen: due.capFen } : {});
  if (counted.missingFen > 0)
    return refuse(walletRefusals.INSUFFICIENT_COUNT, { amount: due.countUsed, available: counted.availableFen });
  for (const { purse, fen } of shares) move(draft, purse, -fen, due.counter);
  if (missingFen > 0) {
    const purse = arrears ?? openPurse(draft, 'ARREARS');
    purse.floorFen = Math.min(purse.floorFen, -(due.arrearsLimitFen ?? 0));
    move(draft, purse, -missingFen, due.counter);
  }
  for (const { purse, fen } of counted.shares) move(draft, purse, -fen, 'count_used');
  return undefined;
}
