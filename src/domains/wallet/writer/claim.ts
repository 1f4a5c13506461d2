/** Sorts a locked batch into requests answered before (replayed), keys used for something else, and new ones. */
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { walletRefusals } from '../refusals.ts';
import type { MoneyRequest, Outcome, Posted } from '../types.ts';
import type { Item } from './item.ts';
import type { Locked } from './lock.ts';

/** How an outcome stands in money_request.answer. */
export function answerOf(outcome: Outcome): unknown {
  if ('posted' in outcome) return outcome.posted;
  const { code, params, fields } = outcome;
  return fields ? { refused: true, code, params, fields } : { refused: true, code, params };
}

function outcomeOf(answer: unknown): Outcome {
  const stored = answer as Refusal | Posted;
  return 'refused' in stored ? stored : { posted: { ...stored, replayed: true } };
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
