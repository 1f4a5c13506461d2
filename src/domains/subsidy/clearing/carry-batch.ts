/** The batch that holds what people keep from an ended term: one per clearing run and rule, without approval. */
import type { PoolClient } from 'pg';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Posted } from '../../wallet/public.server.ts';
import { batchNo } from '../batch/create-batch.ts';
import { lastDayOf, periodOf } from '../rules/calendar.ts';
import { type Rule, spendOrderOf } from '../rules/rule.ts';
import type { SubsidyClearRunRow } from '../tables.ts';

export interface CarryBatch {
  id: number;
  name: string;
  expiresOn: string | null;
  spendOrder: number;
}

/** The batch of this run and rule, opened at its first use. */
export async function carryBatch(
  deps: Pick<Services, 'pool' | 'ids' | 'clock'>,
  run: SubsidyClearRunRow,
  rule: Rule,
): Promise<CarryBatch> {
  const read = async () => {
    const { rows } = await deps.pool.query<CarryBatch>(
      `select id, name, expires_on as "expiresOn", spend_order as "spendOrder" from subsidy_batch
        where organization_id = $1 and clear_run_id = $2 and rule_id = $3`,
      [run.organization_id, run.id, rule.id],
    );
    return rows[0];
  };
  const known = await read();
  if (known) return known;
  const id = await deps.ids.next();
  const at = isoAt(deps.clock.now());
  await deps.pool.query(
    `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, rule_id, period, grant_on, expires_on,
       spend_order, choice, clear_run_id, purse, reason, status, maker_id, maker_name, started_at, finished_at, created_at,
       updated_at)
     values ($1, $2, $3, $4, 'GRANT', 'CARRY', $5, $6, $7, $8, $9, '{}', $10, $13, $11, 'GRANTED', null, '系统', $12, $12, $12, $12)
     on conflict do nothing`,
    [
      run.organization_id,
      id,
      batchNo(at, id),
      `${rule.name} 结转`,
      rule.id,
      periodOf(rule.cycle, run.as_of),
      run.as_of,
      lastDayOf(rule, run.as_of),
      spendOrderOf(rule.debitOrder),
      run.id,
      `清零 ${run.run_no} 结转`,
      at,
      run.purse,
    ],
  );
  const made = await read();
  if (!made) throw new Error(`no carry batch of clearing ${run.run_no}`);
  return made;
}

/** Lines and counts of what was carried over. `ids` are used up from the front. */
export async function countCarried(
  client: PoolClient,
  run: SubsidyClearRunRow,
  batch: CarryBatch,
  at: string,
  ids: number[],
  people: readonly { personId: number; departmentId: number | null; amountFen: number; posted: Posted }[],
): Promise<void> {
  await client.query(
    `with added as (
       insert into subsidy_item (organization_id, batch_id, id, line_no, person_id, job_number, person_name, department_id,
         type_id, amount_fen, verdict, status, posting_id, wallet_id, posted_at)
       select $1, $2, n.id, b.posted_count + n.turn, n.person_id, coalesce(p.job_number, ''), p.name, n.department_id, p.type_id,
         n.fen, 'GOOD', 'POSTED', n.posting_id, n.wallet_id, $3
       from unnest($4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[]) with ordinality
         as n(id, person_id, department_id, fen, posting_id, wallet_id, turn)
       join person p on p.organization_id = $1 and p.id = n.person_id
       join subsidy_batch b on b.organization_id = $1 and b.id = $2
       on conflict do nothing
       returning amount_fen)
     update subsidy_batch b set total_count = total_count + s.lines, total_fen = total_fen + s.fen,
       posted_count = posted_count + s.lines, posted_fen = posted_fen + s.fen, updated_at = $3
     from (select count(*) as lines, coalesce(sum(amount_fen), 0) as fen from added) s
     where b.organization_id = $1 and b.id = $2`,
    [
      run.organization_id,
      batch.id,
      at,
      ids.splice(0, people.length),
      people.map((one) => one.personId),
      people.map((one) => one.departmentId),
      people.map((one) => one.amountFen),
      people.map((one) => one.posted.postingId),
      people.map((one) => one.posted.walletId ?? null),
    ],
  );
}
