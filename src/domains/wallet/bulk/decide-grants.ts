/**
 * The plain case of a grant: a new lot for somebody whose account is open and not frozen, into a month that is open.
 * Everything else (a refusal, a frozen account, a closed month, an answer given before) belongs to the ordinary door.
 */
import { isRefusal } from '../../../kit/server/refusal.ts';
import type { Plan, PurseRow } from '../plan/state.ts';
import { plan } from '../plan.ts';
import type { SubsidyGrantRequest } from '../types.ts';
import { dateOf } from '../writer/attempt.ts';
import { checkRequest } from '../writer/check-request.ts';

/** A grant decided as the ordinary door would decide it, but that the balances it tells are not the purses'. */
export interface DecidedGrant {
  request: SubsidyGrantRequest;
  plan: Plan;
  postingId: number;
  walletId: number;
  businessDate: string;
}

/** The main purse the decision needs: the database is asked under lock whether it is really there and active. */
function assumedMain(personId: number): PurseRow {
  return {
    id: 0,
    personId,
    kind: 'MAIN',
    spendOrder: 30,
    balanceFen: 0,
    heldFen: 0,
    floorFen: 0,
    expiresOn: null,
    batchId: 0,
    ruleId: 0,
    status: 'ACTIVE',
    version: 0,
  };
}

/** Opens a lot of the subsidy purse and carries no rows of its caller. */
function opensLot(request: SubsidyGrantRequest): boolean {
  const { purse = 'SUBSIDY', batchId = 0, expiresOn, companion } = request;
  return purse === 'SUBSIDY' && (batchId !== 0 || expiresOn !== undefined) && companion === undefined;
}

/**
 * Splits requests of one organization into plain grants (all of one business day, each person and key once) and the
 * rest, which nothing was decided about. `nextId` is asked twice per request.
 */
export function decideGrants(
  requests: readonly SubsidyGrantRequest[],
  recordedAtMs: number,
  nextId: () => number,
): { plain: DecidedGrant[]; aside: SubsidyGrantRequest[] } {
  const plain: DecidedGrant[] = [];
  const aside: SubsidyGrantRequest[] = [];
  const persons = new Set<number>();
  const keys = new Set<string>();
  const [first] = requests;
  const day = first ? dateOf(first) : '';
  for (const request of requests) {
    const { organizationId, personId, requestKey } = request;
    const fits =
      organizationId === first?.organizationId &&
      !persons.has(personId) &&
      !keys.has(requestKey) &&
      opensLot(request) &&
      !checkRequest(request, recordedAtMs) &&
      dateOf(request) === day;
    const planned = fits
      ? plan(
          { purses: [assumedMain(personId)], counters: [], ruleUse: [], originals: new Map(), holds: new Map() },
          request,
          {
            recordedAtMs,
            openFrom: '',
            nextId,
          },
        )
      : undefined;
    if (!planned || isRefusal(planned)) {
      aside.push(request);
      continue;
    }
    persons.add(personId);
    keys.add(requestKey);
    const { postingId, walletId = 0, businessDate } = planned.posted;
    plain.push({ request, plan: planned, postingId, walletId, businessDate });
  }
  return { plain, aside };
}
