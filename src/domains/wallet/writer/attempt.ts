/** One try of one batch in one transaction: lock → claim → plan → write → companions → commit. */
import type { Client } from 'pg';
import type { Clock } from '../../../kit/server/clock.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { businessDay } from '../business-day.ts';
import { lotGranted } from '../plain/plain-grant.ts';
import { plainSwipeOf } from '../plain/plain-swipe.ts';
import type { Plan } from '../plan/state.ts';
import { plan } from '../plan.ts';
import type { Folding } from '../totals/folding.ts';
import { writeRollups } from '../totals/write-rollups.ts';
import type { MoneyRequest, Outcome, Posted, Tx } from '../types.ts';
import { answerOf, claim } from './claim.ts';
import type { CopyDesk } from './copy-rows.ts';
import type { IdStock } from './id-stock.ts';
import type { Item } from './item.ts';
import { lockAndLoad } from './lock.ts';
import type { Partitions } from './partitions.ts';
import type { Terms } from './terms.ts';
import { commit, sendAll } from './train.ts';
import { type AnswerRow, type History, writeAnswers, writeHistory } from './write-history.ts';
import { writeState } from './write-state.ts';

export interface WriterParts {
  clock: Clock;
  ids: IdStock;
  partitions: Partitions;
  folding: Folding;
  terms: Terms;
}

/** The answers of a batch that committed, and the faults of items whose rules threw. */
export interface Answers {
  outcomes: Map<Item, Outcome>;
  faults: Map<Item, unknown>;
}

/** A companion said no or threw: its item leaves the batch, the others are tried again. */
export class CompanionStop extends Error {
  readonly item: Item;
  readonly refusal: Refusal | undefined;
  constructor(item: Item, refusal: Refusal | undefined, cause: unknown) {
    super('companion stopped the batch', { cause });
    this.item = item;
    this.refusal = refusal;
  }
}

/** Most ids one request can use: posting, lot, arrears purse. */
const idsPerRequest = 3;

export function dateOf(request: MoneyRequest): string {
  return request.businessDate ?? businessDay(request.occurredAt);
}

function organizationOf(items: readonly Item[]): number {
  return items[0]?.request.organizationId ?? 0;
}

/** Texts companions have asked with; each is planned once per connection, not once per request. */
const companionNames = new Map<string, string>();
const mostNames = 200;

/** Undefined for a text too many: those are put together anew each time, and keeping them would help nobody. */
function nameOf(text: string): string | undefined {
  const known = companionNames.get(text);
  if (known || companionNames.size >= mostNames) return known;
  const name = `companion_${companionNames.size}`;
  companionNames.set(text, name);
  return name;
}

async function runCompanions(client: Client, companions: { item: Item; posted: Posted }[]): Promise<void> {
  const tx: Tx = {
    query: async (text, values) => {
      const name = nameOf(text);
      const result = await client.query({ ...(name ? { name } : {}), text, values: values as unknown[] });
      return { rows: result.rows, rowCount: result.rowCount };
    },
  };
  for (const { item, posted } of companions) {
    let refusal: Refusal | undefined;
    try {
      refusal = await item.request.companion?.(tx, posted);
    } catch (cause) {
      throw new CompanionStop(item, undefined, cause);
    }
    if (refusal) throw new CompanionStop(item, refusal, undefined);
  }
}

function planAll(fresh: readonly Item[], stateOf: Parameters<typeof decide>[1], context: Parameters<typeof plan>[2]) {
  const faults = new Map<Item, unknown>();
  const decided: { item: Item; planned: ReturnType<typeof plan> }[] = [];
  for (const item of fresh) {
    try {
      decided.push({ item, planned: decide(item, stateOf, context) });
    } catch (fault) {
      faults.set(item, fault);
    }
  }
  return { faults, decided };
}

function decide(
  item: Item,
  stateOf: (personId: number) => Parameters<typeof plan>[0],
  context: Parameters<typeof plan>[2],
) {
  return plan(stateOf(item.request.personId), item.request, context);
}

/** Locks, claims and plans; ids that were promised and not used are given back however it ends. */
async function decideAll(client: Client, items: readonly Item[], parts: WriterParts) {
  const allotment = await parts.ids.allot(items.length * idsPerRequest);
  try {
    const locked = await lockAndLoad(client, organizationOf(items), items, dateOf);
    const { answered, fresh } = claim(items, locked);
    const recordedAtMs = parts.clock.now();
    const context = { recordedAtMs, openFrom: locked.openFrom, nextId: allotment.next };
    return { locked, answered, recordedAtMs, ...planAll(fresh, locked.stateOf, context) };
  } finally {
    allotment.giveBack();
  }
}

/**
 * Runs `items` (one organization, one request per person, distinct keys) as one transaction.
 * @throws what the database said, or CompanionStop; nothing of the batch stays then.
 */
export async function attempt(
  client: Client,
  desk: CopyDesk,
  lane: number,
  items: readonly Item[],
  parts: WriterParts,
): Promise<Answers> {
  const organizationId = organizationOf(items);
  await parts.partitions.ensure(items.map((item) => dateOf(item.request)));
  const { locked, answered, faults, decided, recordedAtMs } = await decideAll(client, items, parts);
  const outcomes = new Map<Item, Outcome>();
  for (const { item, outcome } of answered) outcomes.set(item, outcome);
  const plans: Plan[] = [];
  const history: History[] = [];
  const rows: AnswerRow[] = [];
  const companions: { item: Item; posted: Posted }[] = [];
  for (const { item, planned } of decided) {
    const { request } = item;
    const outcome: Outcome = isRefusal(planned) ? planned : { posted: planned.posted };
    outcomes.set(item, outcome);
    if (!isRefusal(planned)) {
      const plain = plainSwipeOf(request, planned);
      plans.push(planned);
      history.push({ plan: planned, plain });
      if (request.companion) companions.push({ item, posted: planned.posted });
      if (plain || lotGranted(planned)) continue;
    }
    rows.push({
      requestKey: request.requestKey,
      kind: request.kind,
      personId: request.personId,
      fingerprint: item.fingerprint,
      refusalCode: isRefusal(planned) ? planned.code : null,
      answer: answerOf(request, outcome),
    });
  }
  if (locked.openFrom) await parts.partitions.ensure(plans.map((p) => p.posted.businessDate));
  const commands = [
    ...writeState(organizationId, recordedAtMs, plans, desk),
    ...writeAnswers(organizationId, recordedAtMs, rows, desk),
    ...writeHistory(organizationId, history, desk, parts.terms),
    ...writeRollups(organizationId, lane, recordedAtMs, history),
  ];
  if (companions.length > 0) {
    await sendAll(client, commands);
    await runCompanions(client, companions);
    commands.length = 0;
  }
  const results = await sendAll(client, [...commands, commit]);
  if (results.at(-1)?.command !== 'COMMIT') throw new Error('the batch was rolled back at its commit');
  const waiting = history.reduce((n, { plain }) => (plain ? n + 1 : n), 0);
  if (waiting > 0) parts.folding.note(organizationId, waiting);
  return { outcomes, faults };
}
