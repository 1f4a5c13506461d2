/** Sorts a locked batch into requests answered before (replayed), keys used for something else, and new ones. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { walletRefusals } from '../refusals.ts';
import type { MoneyRequest, Outcome, Posted } from '../types.ts';
import type { Item } from './item.ts';
import type { Locked } from './lock.ts';

/** Grants come a hundred thousand at a time, and nobody who is told of one again asks what was in the purses then. */
const keepsBalances = (request: MoneyRequest) => request.kind !== 'SUBSIDY_GRANT' || request.purse === 'COUNT';

/** How an outcome stands in money_request.answer. */
export function answerOf(request: MoneyRequest, outcome: Outcome): unknown {
  if ('posted' in outcome) {
    if (keepsBalances(request)) return outcome.posted;
    const { balances: _, ...rest } = outcome.posted;
    return rest;
  }
  const { code, params, fields } = outcome;
  return fields ? { refused: true, code, params, fields } : { refused: true, code, params };
}

function outcomeOf(answer: unknown): Outcome {
  const stored = answer as Refusal | (Omit<Posted, 'balances'> & Partial<Pick<Posted, 'balances'>>);
  return 'refused' in stored ? stored : { posted: { ...stored, balances: stored.balances ?? {}, replayed: true } };
}

/** Whether the payer was read before something of the organization's payers changed. Nothing is kept under its key then. */
function isOutdated(request: MoneyRequest, version: number): boolean {
  return request.kind === 'CONSUME' && request.facts?.version !== undefined && request.facts.version !== version;
}

export interface Claimed {
  answered: { item: Item; outcome: Outcome }[];
  fresh: Item[];
}

export function claim(items: readonly Item[], locked: Locked): Claimed {
  const answered: Claimed['answered'] = [];
  const fresh: Item[] = [];
  for (const item of items) {
    const known = locked.known.get(item.request.requestKey);
    if (!known && isOutdated(item.request, locked.factsVersion))
      answered.push({ item, outcome: refuse(walletRefusals.FACTS_MOVED) });
    else if (!known) fresh.push(item);
    else if (known.fingerprint === item.fingerprint) answered.push({ item, outcome: outcomeOf(known.answer) });
    else answered.push({ item, outcome: refuse(walletRefusals.IDEMPOTENCY_MISMATCH) });
  }
  return { answered, fresh };
}
