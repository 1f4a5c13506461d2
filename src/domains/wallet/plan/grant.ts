/** SUBSIDY_GRANT: opens a lot, or adds to the standing purse when there is neither batch nor expiry. */
import { refuse } from '../../../kit/server/refusal.ts';
import { poolAccount } from '../accounts.ts';
import { purseNames, walletRefusals } from '../refusals.ts';
import type { SubsidyGrantRequest } from '../types.ts';
import { finish, move, openDraft, openPurse, standing } from './draft.ts';
import type { PersonState, PlanContext, Planned } from './state.ts';

export function planGrant(state: PersonState, request: SubsidyGrantRequest, context: PlanContext): Planned {
  const draft = openDraft(state, request, context);
  const { batchId = 0, ruleId = 0, expiresOn = null, purse: kind = 'SUBSIDY' } = request;
  if (!standing(draft, 'MAIN')) return refuse(walletRefusals.NO_PURSE, { purse: purseNames.MAIN });
  if (expiresOn !== null && expiresOn < draft.businessDate)
    return refuse(walletRefusals.LOT_EXPIRED, { date: expiresOn });
  const isLot = batchId !== 0 || expiresOn !== null;
  const lot = {
    batchId,
    ruleId,
    expiresOn,
    ...(request.spendOrder === undefined ? {} : { spendOrder: request.spendOrder }),
  };
  const purse = (isLot ? undefined : standing(draft, kind)) ?? openPurse(draft, kind, isLot ? lot : {});
  const counter = poolAccount(kind);
  move(draft, purse, request.amountFen, counter);
  return finish(draft, { kind: 'SUBSIDY_GRANT', counterAccount: counter, walletId: purse.id });
}
