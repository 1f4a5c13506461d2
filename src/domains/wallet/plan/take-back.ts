/** SUBSIDY_RETURN (by the unit, with a reason) and SUBSIDY_CLEAR (what is left of expired lots). Never touches MAIN. */
import { refuse } from '../../../kit/server/refusal.ts';
import { poolAccount } from '../accounts.ts';
import { purseAmount } from '../foretold.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { SubsidyClearRequest, SubsidyReturnRequest } from '../types.ts';
import { byDebitOrder } from './debit.ts';
import { availableFen, type Draft, finish, move, openDraft, touch } from './draft.ts';
import type { PersonState, PlanContext, Planned, PurseRow } from './state.ts';

/** Purses that hold granted value; gift money is cleared like a subsidy, own money never. */
function granted(draft: Draft): PurseRow[] {
  return draft.purses
    .filter((p) => p.kind !== 'MAIN' && p.kind !== 'ARREARS' && p.status !== 'CLOSED')
    .sort(byDebitOrder);
}

/** An empty lot past its last day leaves the writer's way. */
function closeSpentLot(draft: Draft, purse: PurseRow): void {
  const over = purse.expiresOn !== null && purse.expiresOn < draft.businessDate;
  if (!over || purse.balanceFen !== 0 || purse.heldFen !== 0) return;
  touch(draft, purse);
  purse.status = 'CLOSED';
}

export function planSubsidyReturn(state: PersonState, request: SubsidyReturnRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const { walletId, batchId } = request;
  const sources = granted(draft).filter((p) => {
    if (walletId !== undefined) return p.id === walletId;
    if (batchId !== undefined) return p.batchId === batchId;
    return p.kind === 'SUBSIDY' && p.batchId === 0 && p.expiresOn === null;
  });
  if (sources.length === 0) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.SUBSIDY });
  const available = sources.reduce((sum, purse) => sum + Math.max(0, availableFen(purse)), 0);
  const wanted = request.amountFen ?? available;
  if (wanted === 0) return refuse(walletRefusals.NOTHING_LEFT, { action: '退回' });
  const said = (amount: number) => purseAmount(sources[0]!.kind, amount);
  if (wanted > available) return refuse(walletRefusals.OVER_LOT, { available: said(available), wanted: said(wanted) });
  let left = wanted;
  for (const purse of sources) {
    const fen = Math.min(left, Math.max(0, availableFen(purse)));
    move(draft, purse, -fen, poolAccount(purse.kind));
    left -= fen;
  }
  return finish(draft, { kind: 'SUBSIDY_RETURN', counterAccount: poolAccount(sources[0]?.kind ?? 'SUBSIDY') });
}

export function planSubsidyClear(state: PersonState, request: SubsidyClearRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const sources = granted(draft).filter((p) =>
    request.walletId === undefined
      ? p.expiresOn !== null && p.expiresOn < draft.occurredDate
      : p.id === request.walletId,
  );
  if (!sources.some((purse) => availableFen(purse) > 0)) return refuse(walletRefusals.NOTHING_LEFT, { action: '清零' });
  for (const purse of sources) {
    move(draft, purse, -Math.max(0, availableFen(purse)), poolAccount(purse.kind));
    closeSpentLot(draft, purse);
  }
  return finish(draft, { kind: 'SUBSIDY_CLEAR', counterAccount: 'subsidy_pool' });
}
