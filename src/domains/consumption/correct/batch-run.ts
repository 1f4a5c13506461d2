/** The run of a batch of corrections: each a document of its own, which stays approved when it cannot be posted. */
import type { BatchQueue } from '../../../kit/server/batch/queue.ts';
import { type BatchJob, type OpenLine, readHead, runBatch } from '../../../kit/server/batch/run-batch.ts';
import { batchTables } from '../../../kit/server/batch/tables.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type LinePosted, submitLines } from '../../wallet/public.server.ts';
import { consumptionSetting } from '../settings.ts';
import { correctionRequest, type MovableCorrection } from './request.ts';
import { batchRuns } from './states.ts';

const posted = (kinds: string) => `coalesce(sum(amount_fen) filter (where status = 'POSTED' and kind ${kinds}), 0)`;

export const correctionBatch = batchTables('correction_batch', 'correction', {
  pass: { from: 'APPROVED', failed: 'APPROVED' },
  figures: {
    posted_refund_fen: posted(`<> 'SUPPLEMENT'`),
    posted_supplement_fen: posted(`= 'SUPPLEMENT'`),
  },
});

type Line = OpenLine & MovableCorrection;

/** Runs what is approved. Safe to run again, and beside itself. */
export async function runCorrectionBatch(
  services: Pick<Services, 'pool' | 'wallet' | 'clock'>,
  job: BatchJob,
  signal: AbortSignal,
): Promise<void> {
  const { pool, wallet, clock } = services;
  const batch = await readHead(pool, correctionBatch, job);
  if (!batch) return;
  const operatorId = batch.checker_id ?? batch.maker_id;
  const setting = await consumptionSetting(pool, job.organizationId);
  await runBatch<'correction_batch', 'correction', Line, LinePosted>(
    services,
    correctionBatch,
    job,
    {
      states: { runs: 'APPROVED', done: 'POSTED', failed: 'PART_FAILED' },
      columns: 'l.organization_id as "organizationId", l.trade_id as "tradeId", l.kind, l.reason',
      work: submitLines(wallet, (line) =>
        correctionRequest(line, `corr:${line.id}:${line.attempt}`, { operatorId, now: clock.now(), setting }),
      ),
    },
    signal,
  );
}

export const correctionRuns: BatchQueue = {
  name: batchRuns,
  head: 'correction_batch',
  runs: ['APPROVED'],
  run: runCorrectionBatch,
};
