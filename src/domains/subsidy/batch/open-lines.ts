/** What an open line of a batch brings along, and why some lines must not be posted any more. */
import type { OpenLine } from '../../../kit/server/batch/run-batch.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { answeredKeys } from '../../wallet/public.server.ts';
import { subsidyRefusals } from '../refusals.ts';
import type { Batch } from './batch-row.ts';
import { leftReason } from './judge.ts';

export interface Line extends OpenLine {
  departmentId: number | null;
  /** The lot a return takes from, and its batch. */
  sourceWalletId: number | null;
  lotBatchId: number | null;
  status: string;
  validEnd: string | null;
}

/** `sub:{batch}:{person}`, with the lot for a return and the attempt from the second on. */
export function keyOfLine(
  batch: Pick<Batch, 'id' | 'kind'>,
  line: Pick<Line, 'personId' | 'sourceWalletId' | 'attempt'>,
): string {
  const lot = batch.kind === 'RETURN' ? `:${line.sourceWalletId}` : '';
  return `sub:${batch.id}:${line.personId}${lot}${line.attempt > 1 ? `:${line.attempt}` : ''}`;
}

type Deps = Pick<Services, 'pool'>;

export const brought = {
  columns: `l.department_id as "departmentId", l.source_wallet_id as "sourceWalletId", p.status, p.valid_end as "validEnd",
    (select nullif(w.batch_id, 0) from wallet w
      where w.organization_id = l.organization_id and w.id = l.source_wallet_id) as "lotBatchId"`,
  joins: 'join person p on p.organization_id = l.organization_id and p.id = l.person_id',
};

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

async function givenElsewhere(deps: Deps, batch: Batch, lines: readonly Line[]): Promise<Map<number, string>> {
  const others = await otherBatches(deps, batch);
  if (others.length === 0) return new Map();
  const { rows } = await deps.pool.query<{ personId: number; batchId: number }>(
    `select person_id as "personId", batch_id as "batchId" from subsidy_item
      where organization_id = $1 and batch_id = any($2::bigint[]) and person_id = any($3::bigint[]) and status = 'POSTED'`,
    [batch.organization_id, others.map((other) => other.id), lines.map((line) => line.personId)],
  );
  return new Map(rows.map((row) => [row.personId, others.find((other) => other.id === row.batchId)?.no ?? '']));
}

function overtaken(batch: Batch, line: Line, given: ReadonlyMap<number, string>): Refusal | undefined {
  if (batch.stop_requested) return refuse(subsidyRefusals.SUBSIDY_STOPPED);
  if (batch.kind === 'RETURN') return undefined;
  const left = leftReason(line, batch.grant_on);
  if (left) return refuse(subsidyRefusals.SUBSIDY_LINE_LEFT, { state: left });
  const no = given.get(line.personId);
  return no === undefined ? undefined : refuse(subsidyRefusals.SUBSIDY_GIVEN, { no });
}

/**
 * Refusals by line id. A line the door has answered before (the run was killed after posting and before noting it) keeps that
 * answer, whatever holds now.
 */
export async function overtakenLines(deps: Deps, batch: Batch, lines: readonly Line[]): Promise<Map<number, Refusal>> {
  const given = batch.stop_requested ? new Map<number, string>() : await givenElsewhere(deps, batch, lines);
  const refusals = new Map<number, Refusal>();
  const keys = new Map<string, number>();
  for (const line of lines) {
    const refusal = overtaken(batch, line, given);
    if (!refusal) continue;
    refusals.set(line.id, refusal);
    keys.set(keyOfLine(batch, line), line.id);
  }
  if (refusals.size > 0)
    for (const key of (await answeredKeys(deps.pool, batch.organization_id, [...keys.keys()])).keys())
      refusals.delete(keys.get(key) ?? 0);
  return refusals;
}
