/** 执行 of an approved batch: recharges through the money door, a thousand at a time; refunds one by one, each with its channel. */

import type { BatchQueue } from '../../../kit/server/batch/queue.ts';
import { type BatchJob, type OpenLine, runBatch } from '../../../kit/server/batch/run-batch.ts';
import { linesAtOnce, oneByOne } from '../../../kit/server/batch/run-lines.ts';
import { batchTables } from '../../../kit/server/batch/tables.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import type { Channel, Companion } from '../../wallet/public.server.ts';
import { mealRequests } from '../count/grant-lines.ts';
import { balanceLimits, maxBalanceIn } from '../limits/limits.ts';
import { applyRefund } from '../refund/apply.ts';
import { sendRefund } from '../refund/send.ts';
import type { FundingBatchRow } from '../tables.ts';

type Deps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock' | 'pay'>;

export const fundingBatch = batchTables('funding_batch', 'funding_batch_line');

/** Each talks with its channel: the counts follow after so many. */
const refundsAtOnce = 20;

interface Line extends OpenLine {
  personName: string;
  typeId: number;
  bankName: string | null;
  bankAccount: string | null;
}

/** The recharge order in the posting's transaction, its number with the line. */
function rechargeCompanion(batch: FundingBatchRow, line: Line, id: number, at: string): Companion {
  const no = `CZ${at.slice(0, 10).replaceAll('-', '')}${id}`;
  return async (tx, posted) => {
    await tx.query(
      `with done as (
         update funding_batch_line set document_no = $4 where organization_id = $1 and id = $5)
       insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, channel, operator_id,
         operator_name, batch_id, posting_id, balance_after_fen, business_date, paid_at, credited_at, status, remark, created_at)
       values ($1, $2, $4, $6, 'MAIN', $7, $8, $9, $10, $3, $12, $13, $14, $11, $11, 'CREDITED', $15, $11)`,
      [
        batch.organization_id,
        id,
        batch.id,
        no,
        line.id,
        line.personId,
        line.amountFen,
        batch.channel,
        batch.checker_id,
        batch.checker_name,
        at,
        posted.postingId,
        posted.balances.MAIN ?? 0,
        posted.businessDate,
        batch.reason || batch.name,
      ],
    );
    return undefined;
  };
}

async function recharge(deps: Deps, batch: FundingBatchRow, lines: readonly Line[]) {
  const limits = await balanceLimits(deps.pool, batch.organization_id);
  const ids = await deps.ids.take(lines.length);
  const now = deps.clock.now();
  return deps.wallet.submitMany(
    lines.map((line, i) => ({
      kind: 'RECHARGE',
      organizationId: batch.organization_id,
      requestKey: `rb:${batch.id}:${line.personId}:${line.attempt}`,
      personId: line.personId,
      occurredAt: now,
      channel: batch.channel as Channel,
      amountFen: line.amountFen,
      maxBalanceFen: maxBalanceIn(limits, line.typeId),
      operatorId: batch.checker_id ?? batch.maker_id,
      reason: batch.name,
      sourceType: 'funding_batch',
      sourceId: batch.id,
      companion: rechargeCompanion(batch, line, ids[i]!, isoAt(now)),
    })),
  );
}

/** Refund orders for one person, approved already; what goes back to a channel is sent. */
async function refundOne(deps: Deps, batch: FundingBatchRow, line: Line): Promise<Refusal | object> {
  const applied = await applyRefund(
    deps,
    { organizationId: batch.organization_id, accountId: batch.maker_id, name: batch.maker_name },
    {
      person: { id: line.personId, name: line.personName },
      amountFen: line.amountFen,
      rest: {
        way: batch.rest_way === 'BANK' ? 'BANK' : 'CASH',
        bankName: line.bankName,
        bankAccount: line.bankAccount,
      },
      reason: batch.reason || batch.name,
      key: `rfb:${batch.id}:${line.personId}:${line.attempt}`,
      aloneFen: 0,
      batch: { id: batch.id, checkerId: batch.checker_id!, checkerName: batch.checker_name },
    },
  );
  if (isRefusal(applied)) return applied;
  // One that is on its way already answers that it has moved: that is as good.
  for (const id of applied.originalIds) await sendRefund(deps, batch.organization_id, id);
  await deps.pool.query(
    `update funding_batch_line l set document_no = f.apply_no
       from refund_order f where f.organization_id = $1 and f.id = $3 and l.organization_id = $1 and l.id = $2`,
    [batch.organization_id, line.id, applied.id],
  );
  return {};
}

/** Runs a batch to its end. @throws when it was interrupted: the next run goes on behind the last line written. */
export async function runFundingBatch(deps: Deps, job: BatchJob, signal: AbortSignal): Promise<void> {
  await runBatch<'funding_batch', 'funding_batch_line', Line, object>(
    deps,
    fundingBatch,
    job,
    {
      states: { runs: 'RUNNING', done: 'DONE', failed: 'PART_FAILED' },
      columns: `p.name as "personName", p.type_id as "typeId", l.bank_name as "bankName", l.bank_account as "bankAccount"`,
      joins: 'join person p on p.organization_id = l.organization_id and p.id = l.person_id',
      size: ({ kind }) => (kind === 'REFUND' ? refundsAtOnce : linesAtOnce),
      work: async (lines, batch, told) => {
        if (batch.kind === 'RECHARGE') return recharge(deps, batch, lines);
        if (batch.kind === 'COUNT') return deps.wallet.submitMany(await mealRequests(deps, batch, lines));
        return oneByOne((line: Line) => refundOne(deps, batch, line))(lines, told);
      },
    },
    signal,
  );
}

export const fundingRuns: BatchQueue = {
  name: 'funding-batch',
  head: 'funding_batch',
  runs: ['RUNNING'],
  run: runFundingBatch,
};
