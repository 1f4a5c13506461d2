/** The run of a batch of corrections: chunk by chunk through the wallet, then the batch's figures from its lines. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { refusalMessage } from '../../../kit/server/refusal.ts';
import { runLines } from '../run-lines.ts';
import { settingOf } from '../settings.ts';
import type { BatchJob } from './batch.ts';
import { correctionRequest, type MovableCorrection } from './request.ts';

interface Line extends MovableCorrection {
  attempts: number;
}

/** Runs what is approved and not tried in this run yet. Safe to run again, and beside itself. */
export async function runCorrectionBatch(
  services: Pick<Services, 'pool' | 'wallet' | 'clock'>,
  { organizationId, id }: BatchJob,
  signal: AbortSignal,
): Promise<void> {
  const { pool, wallet, clock } = services;
  const { rows } = await pool.query<{ operator_id: number }>(
    `select coalesce(auditor_id, applicant_id) as operator_id from correction_batch
     where organization_id = $1 and id = $2 and status = 'APPROVED'`,
    [organizationId, id],
  );
  const operatorId = rows[0]?.operator_id;
  if (operatorId === undefined) return;
  const setting = await settingOf(pool, organizationId);
  await runLines<Line>(
    wallet,
    {
      next: async (limit) =>
        (
          await pool.query<Line>(
            `select c.organization_id as "organizationId", c.id, c.trade_id as "tradeId", c.person_id as "personId", c.kind,
               c.amount_fen as "amountFen", c.reason, c.attempts
             from correction c join correction_batch b on b.organization_id = c.organization_id and b.id = c.batch_id
             where c.organization_id = $1 and c.batch_id = $2 and c.status = 'APPROVED' and c.failed_run < b.run_no
             order by c.id limit $3`,
            [organizationId, id, limit],
          )
        ).rows,
      request: (line) =>
        correctionRequest(line, `corr:${line.id}:${line.attempts}`, { operatorId, now: clock.now(), setting }),
      settle: async (results) => {
        await pool.query(
          `update correction c set
             status = case when t.trade_id is null then 'APPROVED' else 'POSTED' end,
             result_trade_id = t.trade_id, fail_reason = t.why,
             posted_at = case when t.trade_id is null then null else $3::timestamptz end,
             attempts = c.attempts + case when t.trade_id is null then 1 else 0 end,
             failed_run = case when t.trade_id is null then b.run_no else c.failed_run end,
             version = c.version + 1
           from unnest($4::bigint[], $5::bigint[], $6::text[]) as t (id, trade_id, why), correction_batch b
           where c.organization_id = $1 and c.batch_id = $2 and c.id = t.id and c.status = 'APPROVED'
             and b.organization_id = $1 and b.id = $2`,
          [
            organizationId,
            id,
            isoAt(clock.now()),
            results.map((r) => r.line.id),
            results.map((r) => r.posted?.postingId ?? null),
            results.map((r) => (r.refusal ? refusalMessage(r.refusal) : '')),
          ],
        );
        await sumUp(services, organizationId, id, false);
      },
    },
    signal,
  );
  await sumUp(services, organizationId, id, true);
}

/** The batch's figures from its lines; the last word also decides the state. */
async function sumUp(
  { pool, clock }: Pick<Services, 'pool' | 'clock'>,
  organizationId: number,
  id: number,
  last: boolean,
): Promise<void> {
  await pool.query(
    `update correction_batch b set posted_count = s.posted, posted_refund_fen = s.refund, posted_supplement_fen = s.supplement,
       failed_count = s.failed,
       status = case when not $3 then b.status when s.failed > 0 then 'PART_FAILED' else 'POSTED' end,
       finished_at = case when $3 then $4::timestamptz else b.finished_at end, version = b.version + 1
     from (select count(*) filter (where status = 'POSTED')::int as posted,
             coalesce(sum(amount_fen) filter (where status = 'POSTED' and kind <> 'SUPPLEMENT'), 0)::bigint as refund,
             coalesce(sum(amount_fen) filter (where status = 'POSTED' and kind = 'SUPPLEMENT'), 0)::bigint as supplement,
             count(*) filter (where status = 'APPROVED' and fail_reason <> '')::int as failed
           from correction where organization_id = $1 and batch_id = $2) s
     where b.organization_id = $1 and b.id = $2 and b.status = 'APPROVED'`,
    [organizationId, id, last, isoAt(clock.now())],
  );
}
