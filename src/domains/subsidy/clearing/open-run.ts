/** Opens a clearing run over the lots that have ended, or over one batch, and writes down every lot it will clear. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { subsidyRefusals } from '../refusals.ts';
import { type GrantPurse, unitOf } from '../units.ts';

export interface NewRun {
  organizationId: number;
  purse: GrantPurse;
  mode: 'AUTO' | 'MANUAL';
  /** Lots whose last business day is before this one. */
  asOf: string;
  /** Everything left of this batch instead, ended or not. */
  batchId: number | null;
  reason: string;
  /** Null: by schedule. */
  makerId: number | null;
  makerName: string;
}

/** Which lots are due; `w` is the wallet, $2 the day, $3 the batch, $4 the purse. */
export const dueLots = `w.organization_id = $1 and w.kind = $4 and w.status <> 'CLOSED' and w.balance_fen - w.held_fen > 0
  and (case when $3::bigint is null then w.expires_on < $2::date else w.batch_id = $3 end)`;

const idBatch = 10_000;

/** Writes down the lots that are due now as lines of a run; answers how many. */
export async function plantLots(
  client: Sql,
  services: Pick<Services, 'ids'>,
  run: Pick<NewRun, 'organizationId' | 'purse' | 'asOf' | 'batchId' | 'makerName'> & { id: number },
): Promise<number> {
  const due = await client.query<{ id: number }>(
    `select /* wall: dueLots names the organization */ w.id from wallet w where ${dueLots} order by w.rule_id, w.person_id, w.expires_on nulls last, w.id`,
    [run.organizationId, run.asOf, run.batchId, run.purse],
  );
  for (let from = 0; from < due.rows.length; from += idBatch) {
    const walletIds = due.rows.slice(from, from + idBatch).map((row) => row.id);
    await client.query(
      `insert into subsidy_clear (organization_id, id, run_id, wallet_id, person_id, department_id, batch_id, rule_id,
         expires_on, status, operator_name)
       select $1, n.id, $2, w.id, w.person_id,
         coalesce((select i.department_id from subsidy_item i where i.organization_id = w.organization_id
             and i.batch_id = w.batch_id and i.person_id = w.person_id and i.verdict = 'GOOD'), p.department_id),
         nullif(w.batch_id, 0), nullif(w.rule_id, 0), w.expires_on, 'PENDING', $3
       from unnest($4::bigint[], $5::bigint[]) as n(id, wallet_id)
       join wallet w on w.organization_id = $1 and w.id = n.wallet_id
       join person p on p.organization_id = w.organization_id and p.id = w.person_id`,
      [run.organizationId, run.id, run.makerName, await services.ids.take(walletIds.length), walletIds],
    );
  }
  return due.rows.length;
}

/** One clearing of a purse at a time. @returns the number of the one under way. */
export async function lockClearings(
  client: Sql,
  organizationId: number,
  purse: GrantPurse,
): Promise<string | undefined> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended('subsidy clear', $1))`, [organizationId]);
  const { rows } = await client.query<{ run_no: string }>(
    `select run_no from subsidy_clear_run where organization_id = $1 and purse = $2 and status = 'RUNNING'`,
    [organizationId, purse],
  );
  return rows[0]?.run_no;
}

/** What is due: lots and money. */
async function dueSum(client: Sql, input: NewRun): Promise<{ count: number; fen: number }> {
  const { rows } = await client.query<{ count: number; fen: number }>(
    `select /* wall: dueLots names the organization */ count(*)::int as count, coalesce(sum(w.balance_fen - w.held_fen), 0)::bigint as fen from wallet w where ${dueLots}`,
    [input.organizationId, input.asOf, input.batchId, input.purse],
  );
  return rows[0] ?? { count: 0, fen: 0 };
}

/**
 * The run's id. Refused while another one of the organization is running or waiting, and when nothing is due. By hand and
 * above `aloneFen` it only waits (`waiting`), until `decideClearRun`.
 */
export async function openClearRun(
  services: Pick<Services, 'pool' | 'ids' | 'clock'>,
  input: NewRun,
): Promise<{ id: number; runNo: string; count: number; waiting: boolean } | Refusal> {
  const id = await services.ids.next();
  const at = isoAt(services.clock.now());
  const runNo = `QL${at.slice(0, 10).replaceAll('-', '')}${id}`;
  return inTransaction<{ id: number; runNo: string; count: number; waiting: boolean } | Refusal>(
    services.pool,
    async (client) => {
      const running = await lockClearings(client, input.organizationId, input.purse);
      if (running) return refuse(subsidyRefusals.SUBSIDY_CLEAR_RUNNING, { no: running });
      const due = await dueSum(client, input);
      if (due.count === 0) return refuse(subsidyRefusals.SUBSIDY_NOTHING_DUE);
      const waiting = input.mode === 'MANUAL' && due.fen > unitOf(input.purse).alone;
      const before = await client.query<{ run_no: string }>(
        `select run_no from subsidy_clear_run where organization_id = $1 and purse = $2 and status = 'SUBMITTED'`,
        [input.organizationId, input.purse],
      );
      if (waiting && before.rows[0])
        return refuse(subsidyRefusals.SUBSIDY_CLEAR_WAITING, { no: before.rows[0].run_no });
      await client.query(
        `insert into subsidy_clear_run (organization_id, id, run_no, mode, as_of, batch_id, reason, total_count, asked_fen, status,
           maker_id, maker_name, created_at, purse)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
        [
          input.organizationId,
          id,
          runNo,
          input.mode,
          input.asOf,
          input.batchId,
          input.reason,
          due.count,
          due.fen,
          waiting ? 'SUBMITTED' : 'RUNNING',
          input.makerId,
          input.makerName,
          at,
          input.purse,
        ],
      );
      if (!waiting) await plantLots(client, services, { ...input, id });
      return { id, runNo, count: due.count, waiting };
    },
  );
}
