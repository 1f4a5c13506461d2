/**
 * 执行 of an approved batch: grants through the money door's mouth for long lists, returns and whatever is not plain one by
 * one. Every line has a key of its own, so that a run killed anywhere goes on without posting a line twice.
 */
import { type BatchJob, runBatch } from '../../../kit/server/batch/run-batch.ts';
import { type Answer, written } from '../../../kit/server/batch/run-lines.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { refreshStatistics } from '../../../kit/server/db/statistics.ts';
import {
  businessDay,
  type Grants,
  type LinePosted,
  lastSwipeOf,
  type MoneyRequest,
  openGrants,
} from '../../wallet/public.server.ts';
import { type Batch, subsidyBatch } from './batch-row.ts';
import { grantOf, returnOf } from './line-request.ts';
import { noteGranted } from './note-granted.ts';
import { brought, type Line, overtakenLines } from './open-lines.ts';
import { writeLots } from './write-lots.ts';

export type RunDeps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock' | 'connectionConfig'> & {
  /** The mouth for long lists; one is opened for the run when left out. */
  grants?: Grants;
};
type Open = RunDeps & { grants: Grants };
type Answers = Map<number, Answer<LinePosted>>;

/** So few lines are not worth a connection of their own. */
const fewLines = 20;

/** Chunks whose lines are read in one go. */
const pageChunks = 4;

/** Through the ordinary door. */
async function ask(deps: Open, lines: readonly Line[], requests: readonly MoneyRequest[], answers: Answers) {
  if (requests.length === 0) return;
  const outcomes = await deps.wallet.submitMany(requests);
  for (const [i, line] of lines.entries()) if (outcomes[i]) answers.set(line.id, outcomes[i]);
}

async function grantChunk(deps: Open, batch: Batch, lines: readonly Line[], answers: Answers): Promise<void> {
  const now = deps.clock.now();
  const requests = lines.map((line) => grantOf(batch, line, now));
  const byKey = new Map(requests.map((request, i) => [request.requestKey, lines[i]!]));
  const ids = new Map(requests.map((request, i) => [request.requestKey, lines[i]!.id]));
  const { granted, aside } = await deps.grants.grant(requests, (some) => [noteGranted(batch, ids, some, isoAt(now))]);
  for (const { requestKey } of granted) answers.set(ids.get(requestKey)!, written);
  await ask(
    deps,
    aside.map(({ requestKey }) => byKey.get(requestKey)!),
    aside,
    answers,
  );
}

/** While one chunk is under way the next is made ready. */
async function grantLines(deps: Open, batch: Batch, lines: readonly Line[], answers: Answers): Promise<void> {
  let going: Promise<void> = Promise.resolve();
  try {
    for (let from = 0; from < lines.length; ) {
      const before = going;
      const to = from + deps.grants.size();
      going = grantChunk(deps, batch, lines.slice(from, to), answers);
      from = to;
      // Looked at in its turn; until then a failure must not count as unseen.
      going.catch(() => undefined);
      await before;
    }
  } finally {
    await going;
  }
}

/** Posts what may still be posted; the rest is refused. */
async function work(deps: Open, batch: Batch, lines: readonly Line[]): Promise<(Answer<LinePosted> | undefined)[]> {
  const answers: Answers = new Map(await overtakenLines(deps, batch, lines));
  const open = lines.filter(({ id }) => !answers.has(id));
  const now = deps.clock.now();
  const requestOf = batch.kind === 'GRANT' ? grantOf : returnOf;
  if (batch.kind === 'GRANT' && open.length > fewLines) await grantLines(deps, batch, open, answers);
  else
    await ask(
      deps,
      open,
      open.map((line) => requestOf(batch, line, now)),
      answers,
    );
  return lines.map(({ id }) => answers.get(id));
}

/** Moves an approved batch whose day has come into GRANTING. */
async function begin(deps: RunDeps, { organizationId, id }: BatchJob): Promise<void> {
  const now = deps.clock.now();
  await deps.pool.query(
    `update subsidy_batch set status = 'GRANTING', started_at = coalesce(started_at, $3), updated_at = $3, version = version + 1
      where organization_id = $1 and id = $2 and status = 'APPROVED' and grant_on <= $4`,
    [organizationId, id, isoAt(now), businessDay(now)],
  );
}

/**
 * Runs an approved batch to its end (GRANTED, or PART_FAILED with lines to retry). Before its day and in any other
 * state it does nothing. @throws when `signal` ends it; the next run goes on behind the last line written.
 */
export async function runSubsidyBatch(deps: RunDeps, job: BatchJob, signal: AbortSignal): Promise<void> {
  await begin(deps, job);
  const { connectionConfig: connection, pool: db, clock, ids } = deps;
  const grants = deps.grants ?? openGrants({ connection, db, clock, ids, lastSwipeMs: lastSwipeOf(deps.wallet) });
  const open = { ...deps, grants };
  try {
    const lines = await runBatch<'subsidy_batch', 'subsidy_item', Line, LinePosted>(
      deps,
      subsidyBatch,
      job,
      {
        ...brought,
        states: { runs: 'GRANTING', done: 'GRANTED', failed: 'PART_FAILED' },
        size: () => pageChunks * grants.size(),
        chunksAtOnce: 2,
        work: (some, batch) => work(open, batch as Batch, some),
        beside: (client, batch, results) => writeLots(deps, client, batch as Batch, results),
      },
      signal,
    );
    if (lines > 0) await refreshStatistics(deps.pool);
  } finally {
    if (!deps.grants) await grants.close();
  }
}
