/** The lines of a batch still to be posted, a thousand at a time, and why some of them must not be posted any more. */
import type { Services } from '../../../kit/server/context.ts';
import type { Batch } from './batch-row.ts';
import { leftReason } from './judge.ts';

export interface OpenLine {
  id: number;
  lineNo: number;
  personId: number;
  departmentId: number | null;
  amountFen: number;
  /** The lot a return takes from, and its batch. */
  sourceWalletId: number | null;
  lotBatchId: number | null;
  attempt: number;
  status: string;
  validEnd: string | null;
}

/** Where a page of lines ended. */
export interface LineCursor {
  lineNo: number;
  id: number;
}

/** `sub:{batch}:{person}`, with the lot for a return and the attempt from the second on. */
export function keyOfLine(batch: Pick<Batch, 'id' | 'kind'>, line: OpenLine): string {
  const lot = batch.kind === 'RETURN' ? `:${line.sourceWalletId}` : '';
  return `sub:${batch.id}:${line.personId}${lot}${line.attempt > 1 ? `:${line.attempt}` : ''}`;
}

type Deps = Pick<Services, 'pool'>;

/** Up to `limit` open lines behind the cursor, in the order of the batch. */
export async function openLines(deps: Deps, batch: Batch, after: LineCursor, limit: number): Promise<OpenLine[]> {
  const { rows } = await deps.pool.query<OpenLine>(
    `select i.id, i.line_no as "lineNo", i.person_id as "personId", i.department_id as "departmentId",
            i.amount_fen as "amountFen", i.source_wallet_id as "sourceWalletId", i.attempt, p.status, p.valid_end as "validEnd",
            ${batch.kind === 'RETURN' ? lotBatch : 'null'} as "lotBatchId"
       from subsidy_item i
       join person p on p.organization_id = i.organization_id and p.id = i.person_id
      where i.organization_id = $1 and i.batch_id = $2 and i.status = 'PENDING' and i.line_no >= $3
        and (i.line_no, i.id) > ($3, $4)
      order by i.line_no, i.id limit $5`,
    [batch.organization_id, batch.id, after.lineNo, after.id, limit],
  );
  return rows;
}

const lotBatch = `(select nullif(w.batch_id, 0) from wallet w
  where w.organization_id = i.organization_id and w.id = i.source_wallet_id)`;

/** Batches that have granted the same rule's same period meanwhile. */
async function otherBatches(deps: Deps, batch: Batch): Promise<{ id: number; no: string }[]> {
  if (batch.kind === 'RETURN' || batch.rule_id === null) return [];
  const { rows } = await deps.pool.query<{ id: number; no: string }>(
    `select id, batch_no as no from subsidy_batch
      where organization_id = $1 and rule_id = $2 and period = $3 and id <> $4 and kind = 'GRANT'
        and mode in ('RULE', 'MANUAL', 'IMPORT') and started_at is not null`,
    [batch.organization_id, batch.rule_id, batch.period, batch.id],
  );
  return rows;
}

async function givenElsewhere(deps: Deps, batch: Batch, lines: readonly OpenLine[]): Promise<Map<number, string>> {
  const others = await otherBatches(deps, batch);
  if (others.length === 0) return new Map();
  const { rows } = await deps.pool.query<{ personId: number; batchId: number }>(
    `select person_id as "personId", batch_id as "batchId" from subsidy_item
      where organization_id = $1 and batch_id = any($2::bigint[]) and person_id = any($3::bigint[]) and status = 'POSTED'`,
    [batch.organization_id, others.map((other) => other.id), lines.map((line) => line.personId)],
  );
  return new Map(rows.map((row) => [row.personId, others.find((other) => other.id === row.batchId)?.no ?? '']));
}

/** Of these keys, those the money door has answered before: a run was killed after posting and before noting it. */
async function askedBefore(deps: Deps, batch: Batch, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await deps.pool.query<{ key: string }>(
    'select request_key as key from money_request where organization_id = $1 and request_key = any($2::text[])',
    [batch.organization_id, keys],
  );
  return new Set(rows.map((row) => row.key));
}

function overtaken(batch: Batch, line: OpenLine, given: ReadonlyMap<number, string>): string | undefined {
  if (batch.stop_requested) return '已停止执行';
  if (batch.kind === 'RETURN') return undefined;
  const left = leftReason(line, batch.grant_on);
  if (left) return left;
  const no = given.get(line.personId);
  return no === undefined ? undefined : `本期已在批次 ${no} 中发放`;
}

/** Reasons by line id. A line the door has been asked for keeps the door's answer, whatever holds now. */
export async function overtakenLines(
  deps: Deps,
  batch: Batch,
  lines: readonly OpenLine[],
): Promise<Map<number, string>> {
  const given = batch.stop_requested ? new Map<number, string>() : await givenElsewhere(deps, batch, lines);
  const reasons = new Map<number, string>();
  const keys = new Map<string, number>();
  for (const line of lines) {
    const reason = overtaken(batch, line, given);
    if (!reason) continue;
    reasons.set(line.id, reason);
    keys.set(keyOfLine(batch, line), line.id);
  }
  if (reasons.size > 0)
    for (const key of await askedBefore(deps, batch, [...keys.keys()])) reasons.delete(keys.get(key) ?? 0);
  return reasons;
}
