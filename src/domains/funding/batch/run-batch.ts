/**
 * 执行 of an approved batch as a job: 1,000 lines at a time, each under a key of its own and written in its posting's
 * transaction, so that a run killed anywhere goes on without booking a line twice.
 */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refusalMessage } from '../../../kit/server/refusal.ts';
import type { Channel, Companion } from '../../wallet/types.ts';
import { balanceLimits, maxBalanceIn } from '../limits.ts';
import { applyRefund } from '../refund/apply.ts';
import { sendRefund } from '../refund/send.ts';
import type { FundingBatchRow } from '../tables.ts';

type Deps = Pick<Services, 'pool' | 'wallet' | 'ids' | 'clock' | 'pay'>;

const chunkLines = 1_000;
/** «Not now»: the line stays open for the next attempt. */
const passing: ReadonlySet<string> = new Set(['BUSY', 'SERVICE_CLOSING']);

interface OpenLine {
  lineNo: number;
  personId: number;
  personName: string;
  typeId: number;
  amountFen: number;
  bankName: string | null;
  bankAccount: string | null;
  attempt: number;
}

async function openLines(deps: Deps, batch: FundingBatchRow): Promise<OpenLine[]> {
  const { rows } = await deps.pool.query<OpenLine>(
    `select l.line_no as "lineNo", l.person_id as "personId", p.name as "personName", p.type_id as "typeId",
            l.amount_fen as "amountFen", l.bank_name as "bankName", l.bank_account as "bankAccount", l.attempt
       from funding_batch_line l
       join person p on p.organization_id = l.organization_id and p.id = l.person_id
      where l.organization_id = $1 and l.batch_id = $2 and l.status = 'PENDING'
      order by l.line_no limit ${chunkLines}`,
    [batch.organization_id, batch.id],
  );
  return rows;
}

interface Failed {
  lineNo: number;
  reason: string;
}

async function recordFailures(deps: Deps, batch: FundingBatchRow, failed: readonly Failed[]): Promise<void> {
  if (failed.length === 0) return;
  await deps.pool.query(
    `update funding_batch_line l set status = 'FAILED', reason = n.reason
       from unnest($3::int[], $4::text[]) as n(line_no, reason)
      where l.organization_id = $1 and l.batch_id = $2 and l.line_no = n.line_no and l.status = 'PENDING'`,
    [batch.organization_id, batch.id, failed.map((f) => f.lineNo), failed.map((f) => f.reason)],
  );
}

/** The header's counts out of the lines. */
async function count(deps: Deps, batch: FundingBatchRow): Promise<void> {
  await deps.pool.query(
    `update funding_batch b set ok_count = s.ok, ok_fen = s.ok_fen, fail_count = s.failed, fail_fen = s.failed_fen
       from (select count(*) filter (where status = 'DONE') as ok, count(*) filter (where status = 'FAILED') as failed,
               coalesce(sum(amount_fen) filter (where status = 'DONE'), 0) as ok_fen,
               coalesce(sum(amount_fen) filter (where status = 'FAILED'), 0) as failed_fen
               from funding_batch_line where organization_id = $1 and batch_id = $2) s
      where b.organization_id = $1 and b.id = $2`,
    [batch.organization_id, batch.id],
  );
}

/** Recharge order and line in the posting's transaction. */
function rechargeCompanion(batch: FundingBatchRow, line: OpenLine, id: number, at: string): Companion {
  const no = `CZ${at.slice(0, 10).replaceAll('-', '')}${id}`;
  return async (tx, posted) => {
    await tx.query(
      `with done as (
         update funding_batch_line set status = 'DONE', posting_id = $12, document_no = $4, reason = ''
          where organization_id = $1 and batch_id = $3 and line_no = $5)
       insert into recharge_order (organization_id, id, order_no, person_id, account_kind, amount_fen, channel, operator_id,
         operator_name, batch_id, posting_id, balance_after_fen, business_date, paid_at, credited_at, status, remark, created_at)
       values ($1, $2, $4, $6, 'MAIN', $7, $8, $9, $10, $3, $12, $13, $14, $11, $11, 'CREDITED', $15, $11)`,
      [
        batch.organization_id,
        id,
        batch.id,
        no,
        line.lineNo,
        line.personId,
        line.amountFen,
        batch.channel,
        batch.auditor_id,
        batch.auditor_name ?? '',
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

async function recharge(deps: Deps, batch: FundingBatchRow, lines: readonly OpenLine[]): Promise<boolean> {
  const limits = await balanceLimits(deps.pool, batch.organization_id);
  const ids = await deps.ids.take(lines.length);
  const now = deps.clock.now();
  const outcomes = await deps.wallet.submitMany(
    lines.map((line, i) => ({
      kind: 'RECHARGE',
      organizationId: batch.organization_id,
      requestKey: `rb:${batch.id}:${line.personId}:${line.attempt}`,
      personId: line.personId,
      occurredAt: now,
      channel: batch.channel as Channel,
      amountFen: line.amountFen,
      maxBalanceFen: maxBalanceIn(limits, line.typeId),
      operatorId: batch.auditor_id ?? batch.creator_id,
      reason: batch.name,
      sourceType: 'funding_batch',
      sourceId: batch.id,
      companion: rechargeCompanion(batch, line, ids[i]!, isoAt(now)),
    })),
  );
  const refused = outcomes.flatMap((outcome, i) => (isRefusal(outcome) ? [{ outcome, line: lines[i]! }] : []));
  const failed = refused.filter(({ outcome }) => !passing.has(outcome.code));
  await recordFailures(
    deps,
    batch,
    failed.map(({ outcome, line }) => ({ lineNo: line.lineNo, reason: refusalMessage(outcome) })),
  );
  return failed.length === refused.length;
}

/** Refund orders for one person, approved already; what goes back to a channel is sent. */
async function refundOne(deps: Deps, batch: FundingBatchRow, line: OpenLine): Promise<Refusal | undefined> {
  const applied = await applyRefund(
    deps,
    { organizationId: batch.organization_id, accountId: batch.creator_id, name: batch.creator_name },
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
      batch: { id: batch.id, auditorId: batch.auditor_id!, auditorName: batch.auditor_name ?? '' },
    },
  );
  if (isRefusal(applied)) return applied;
  // One that is on its way already answers that it has moved: that is as good.
  for (const id of applied.originalIds) await sendRefund(deps, batch.organization_id, id);
  await deps.pool.query(
    `update funding_batch_line l set status = 'DONE', reason = '', document_no = f.apply_no
       from refund_order f where f.organization_id = $1 and f.id = $4
        and l.organization_id = $1 and l.batch_id = $2 and l.line_no = $3`,
    [batch.organization_id, batch.id, line.lineNo, applied.id],
  );
  return undefined;
}

async function refund(deps: Deps, batch: FundingBatchRow, lines: readonly OpenLine[], signal: AbortSignal) {
  for (const line of lines) {
    if (signal.aborted) return false;
    const no = await refundOne(deps, batch, line);
    if (no && passing.has(no.code)) return false;
    if (no) await recordFailures(deps, batch, [{ lineNo: line.lineNo, reason: refusalMessage(no) }]);
  }
  return true;
}

/** Runs a batch to its end. @throws when it was interrupted: the next run goes on behind the last line written. */
export async function runBatch(deps: Deps, organizationId: number, id: number, signal: AbortSignal): Promise<void> {
  const { rows } = await deps.pool.query<FundingBatchRow>(
    `select * from funding_batch where organization_id = $1 and id = $2 and status = 'RUNNING'`,
    [organizationId, id],
  );
  const batch = rows[0];
  if (!batch) return;
  for (let lines = await openLines(deps, batch); lines.length > 0; lines = await openLines(deps, batch)) {
    const went =
      batch.kind === 'RECHARGE' ? await recharge(deps, batch, lines) : await refund(deps, batch, lines, signal);
    await count(deps, batch);
    if (!went || signal.aborted) throw new Error(`batch ${batch.batch_no} was interrupted`);
  }
  await count(deps, batch);
  await deps.pool.query(
    `update funding_batch set status = case when fail_count = 0 then 'DONE' else 'PART_FAILED' end, finished_at = $3,
       version = version + 1 where organization_id = $1 and id = $2 and status = 'RUNNING'`,
    [organizationId, id, isoAt(deps.clock.now())],
  );
}
