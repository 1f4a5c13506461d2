/**
 * 执行 of an approved batch as a job, chunk by chunk: grants through the money door's mouth for long lists, returns and
 * whatever is not plain one by one. Every line has a key of its own, so that a run killed anywhere goes on without
 * posting a line twice. The counts of the header follow the lines.
 */
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Grants, openGrants, trafficOf } from '../../wallet/bulk/grants.ts';
import { type Batch, readBatch } from './batch-row.ts';
import { grantOf, returnOf } from './line-request.ts';
import { noteGranted } from './note-granted.ts';
import { type LineCursor, type OpenLine, openLines, overtakenLines } from './open-lines.ts';
import { postLines, record } from './post-lines.ts';

export type RunDeps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock' | 'connectionConfig'> & {
  /** The mouth for long lists; one is opened for the run when left out. */
  grants?: Grants;
};

/** So few lines are not worth a connection of their own. */
const fewLines = 20;

/** Chunks whose lines are read in one go. */
const pageChunks = 4;

type Open = RunDeps & { grants: Grants };

async function grantChunk(deps: Open, batch: Batch, lines: readonly OpenLine[]): Promise<void> {
  const now = deps.clock.now();
  const requests = lines.map((line) => grantOf(batch, line, now));
  const byKey = new Map(requests.map((request, i) => [request.requestKey, lines[i]!]));
  const lineIds = new Map(requests.map((request, i) => [request.requestKey, lines[i]!.id]));
  const { aside } = await deps.grants.grant(requests, (granted) => [noteGranted(batch, lineIds, granted, isoAt(now))]);
  await postLines(
    deps,
    batch,
    aside.map((request) => byKey.get(request.requestKey)!),
    aside,
  );
}

/** While one chunk is under way the next is made ready. */
async function grantLines(deps: Open, batch: Batch, lines: readonly OpenLine[]): Promise<void> {
  let going: Promise<void> = Promise.resolve();
  try {
    for (let from = 0; from < lines.length; ) {
      const before = going;
      const to = from + deps.grants.size();
      going = grantChunk(deps, batch, lines.slice(from, to));
      from = to;
      // Looked at in its turn; until then a failure must not count as unseen.
      going.catch(() => undefined);
      await before;
    }
  } finally {
    await going;
  }
}

/** Posts what may still be posted of some lines and notes why the rest may not. */
async function runLines(deps: Open, batch: Batch, lines: readonly OpenLine[]): Promise<void> {
  const reasons = await overtakenLines(deps, batch, lines);
  await record(
    deps,
    batch,
    lines.filter((line) => reasons.has(line.id)).map((line) => ({ line, reason: reasons.get(line.id) ?? '' })),
  );
  const open = lines.filter((line) => !reasons.has(line.id));
  if (batch.kind === 'GRANT' && open.length > fewLines) return grantLines(deps, batch, open);
  const now = deps.clock.now();
  const requestOf = batch.kind === 'GRANT' ? grantOf : returnOf;
  return postLines(
    deps,
    batch,
    open,
    open.map((line) => requestOf(batch, line, now)),
  );
}

/** One pass over the open lines; answers how many there were. While some are posted the next are read. */
async function pass(deps: Open, organizationId: number, batchId: number, signal: AbortSignal): Promise<number> {
  let count = 0;
  let after: LineCursor = { lineNo: 0, id: 0 };
  let going: Promise<void> = Promise.resolve();
  try {
    for (;;) {
      const batch = await readBatch(deps.pool, organizationId, batchId);
      if (batch?.status !== 'GRANTING') return 0;
      if (signal.aborted) throw new Error(`batch ${batch.batch_no} was interrupted`);
      const lines = await openLines(deps, batch, after, pageChunks * deps.grants.size());
      const last = lines.at(-1);
      if (!last) return count;
      count += lines.length;
      after = last;
      const before = going;
      going = runLines(deps, batch, lines);
      going.catch(() => undefined);
      await before;
    }
  } finally {
    await going;
  }
}

/** Moves an approved batch whose day has come into GRANTING. */
async function begin(deps: RunDeps, organizationId: number, batchId: number): Promise<Batch | undefined> {
  const now = deps.clock.now();
  await deps.pool.query(
    `update subsidy_batch set status = 'GRANTING', started_at = coalesce(started_at, $3), updated_at = $3, version = version + 1
      where organization_id = $1 and id = $2 and status = 'APPROVED' and grant_on <= $4`,
    [organizationId, batchId, isoAt(now), dateAt(now)],
  );
  const batch = await readBatch(deps.pool, organizationId, batchId);
  return batch?.status === 'GRANTING' ? batch : undefined;
}

/** Passes until one finds no open line: lines of a retry may lie before the cursor. */
async function allLines(deps: Open, organizationId: number, batchId: number, signal: AbortSignal): Promise<void> {
  while ((await pass(deps, organizationId, batchId, signal)) > 0);
}

/**
 * Runs an approved batch to its end (GRANTED, or PART_FAILED with lines to retry). Before its day and in any other
 * state it does nothing. @throws when `signal` ends it; the next run goes on behind the last line written.
 */
export async function runBatch(
  deps: RunDeps,
  organizationId: number,
  batchId: number,
  signal: AbortSignal,
): Promise<void> {
  if (!(await begin(deps, organizationId, batchId))) return;
  if (deps.grants) await allLines({ ...deps, grants: deps.grants }, organizationId, batchId, signal);
  else {
    const { connectionConfig: connection, pool: db, clock, ids } = deps;
    const grants = openGrants({ connection, db, clock, ids, traffic: trafficOf(deps.wallet) });
    try {
      await allLines({ ...deps, grants }, organizationId, batchId, signal);
    } finally {
      await grants.close();
    }
  }
  await deps.pool.query(
    `update subsidy_batch set status = case when failed_count = 0 then 'GRANTED' else 'PART_FAILED' end,
       stop_requested = false, finished_at = $3, updated_at = $3, version = version + 1
      where organization_id = $1 and id = $2 and status = 'GRANTING' and posted_count + failed_count = total_count`,
    [organizationId, batchId, isoAt(deps.clock.now())],
  );
}
