/** Brings a batch to its end: retries what may succeed next time, halves what does not, so a poison item stands alone. */

import { kitRefusals, refuse } from '../../../kit/server/refusal.ts';
import { type Answers, attempt, CompanionStop, type WriterParts } from './attempt.ts';
import type { HotConnection } from './connection.ts';
import type { Item } from './item.ts';

/** unique_violation (the same key in another process), serialization_failure, deadlock_detected. */
const retryable = new Set(['23505', '40001', '40P01']);
const maxRetries = 3;
const lockTimeout = '55P03';
/** Connection faults are waited out longer: a restart of the database takes seconds, and answers are owed. */
const maxReconnects = 6;
const firstPauseMs = 50;

export interface BatchCounts {
  batches: number;
  items: number;
  retries: number;
  bisections: number;
  reconnects: number;
}

function settle(items: readonly Item[], answers: Answers): void {
  for (const item of items) {
    const outcome = answers.outcomes.get(item);
    if (outcome) item.resolve(outcome);
    else item.reject(answers.faults.get(item) ?? new Error(`no answer for ${item.request.requestKey}`));
  }
}

/** True when the server never got to judge the batch (or its judgement was lost): class 08, 57P, or no SQLSTATE at all. */
function isConnectionFault(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  if (severity === undefined)
    return !(error instanceof CompanionStop) && error instanceof Error && isNetworkLike(error);
  return code?.startsWith('08') === true || code?.startsWith('57P') === true;
}

function isNetworkLike(error: Error): boolean {
  const { code } = error as { code?: string };
  return (code !== undefined && /^E[A-Z]+$/.test(code)) || /connection|terminated|timeout|ended/i.test(error.message);
}

function without(items: readonly Item[], stop: CompanionStop): Item[] {
  if (stop.refusal) stop.item.resolve(stop.refusal);
  else stop.item.reject(stop.cause);
  return items.filter((item) => item !== stop.item);
}

/** Runs and answers every item of the batch; never throws. */
export async function runBatch(
  connection: HotConnection,
  lane: number,
  items: readonly Item[],
  parts: WriterParts,
  counts: BatchCounts,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  let left = [...items];
  let retries = 0;
  let reconnects = 0;
  while (left.length > 0) {
    try {
      const client = await connection.client();
      try {
        const answers = await attempt(client, connection.desk, lane, left, parts);
        counts.batches += 1;
        counts.items += left.length;
        settle(left, answers);
        return;
      } catch (error) {
        await client.query('rollback').catch(() => connection.drop(client));
        if (isConnectionFault(error)) connection.drop(client);
        throw error;
      }
    } catch (error) {
      const code = (error as { code?: string }).code ?? '';
      const cause = error instanceof CompanionStop ? (error.cause as { code?: string } | undefined) : undefined;
      if (isConnectionFault(error) && reconnects < maxReconnects) {
        counts.reconnects += 1;
        await pause(firstPauseMs * 2 ** reconnects++);
      } else if (isConnectionFault(error)) {
        // Longer away than anybody waits: no item is to blame, so none is tried alone, and all are told at once.
        for (const item of left) item.reject(error);
        return;
      } else if ((retryable.has(code) || retryable.has(cause?.code ?? '')) && retries < maxRetries) {
        retries += 1;
        counts.retries += 1;
      } else if (error instanceof CompanionStop) {
        left = without(left, error);
      } else if (left.length === 1) {
        // Someone holds this person's purses for long: nothing was posted, a later try may succeed.
        if (code === lockTimeout) left[0]?.resolve(refuse(kitRefusals.BUSY));
        else left[0]?.reject(error);
        return;
      } else {
        counts.bisections += 1;
        const middle = left.length >> 1;
        await runBatch(connection, lane, left.slice(0, middle), parts, counts, pause);
        await runBatch(connection, lane, left.slice(middle), parts, counts, pause);
        return;
      }
    }
  }
}
