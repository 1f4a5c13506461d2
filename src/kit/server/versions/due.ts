/**
 * Moves changes whose day has come into their rows, as of the instant they were planned for: however late that happens, what
 * is judged by the rows as they stood (`as-of.ts`) comes out the same before and after.
 */
import type { Pool } from 'pg';
import { isoAt } from '../clock.ts';
import type { Services } from '../context.ts';
import type { Sql } from '../db/sql-of.ts';

/** A row by its table and number, in its organization. */
export interface RowAt {
  organizationId: number;
  table: string;
  rowId: number;
}

interface Due {
  id: number;
  valid_from: string;
  content: Record<string, unknown>;
}

const named = (column: string) => {
  if (!/^[a-z_]+$/.test(column)) throw new Error(`no column: ${column}`);
  return column;
};

async function put(sql: Sql, row: RowAt, { valid_from, content }: Due): Promise<boolean> {
  const columns = Object.keys(content).map(named);
  const { rowCount } = await sql.query(
    `update ${named(row.table)} t set (${columns.join(', ')}, updated_at, version) =
       (select ${columns.map((c) => `p.${c}`).join(', ')}, $4::timestamptz, t.version + 1
        from jsonb_populate_record(null::${row.table}, $3::jsonb) p)
     where t.organization_id = $1 and t.id = $2`,
    [row.organizationId, row.rowId, JSON.stringify(content), valid_from],
  );
  return rowCount === 1;
}

/** Within a transaction: the row takes what is due, in the order of the days; whoever else changes it waits for that. */
export async function applyDue(sql: Sql, row: RowAt, nowMs: number): Promise<void> {
  const { rows } = await sql.query<Due>(
    `select id, valid_from, content from row_version where organization_id = $1 and table_name = $2 and row_id = $3
       and state = 'PLANNED' and valid_from <= $4 order by valid_from for update`,
    [row.organizationId, row.table, row.rowId, isoAt(nowMs)],
  );
  for (const due of rows) {
    await sql.query('savepoint version_due');
    let error = '';
    try {
      if (!(await put(sql, row, due))) error = '记录已删除';
      await sql.query('release savepoint version_due');
    } catch (problem) {
      await sql.query('rollback to savepoint version_due');
      const { code, detail, message } = problem as { code?: string; detail?: string; message: string };
      // What the row itself forbids by now; anything else is a disturbance, and tried again.
      if (!code?.startsWith('23')) throw problem;
      error = `与现有记录冲突：${detail ?? message}`;
    }
    await sql.query('update row_version set state = $3, error = $4 where organization_id = $1 and id = $2', [
      row.organizationId,
      due.id,
      error ? 'FAILED' : 'IN_FORCE',
      error,
    ]);
  }
}

const rowsPerRun = 10_000;

/** All rows with something due, each in a transaction of its own; several nodes share the work. */
export async function applyAllDue(services: Pick<Services, 'clock' | 'log'> & { pool: Pool }): Promise<number> {
  const now = services.clock.now();
  const { rows } = await services.pool.query<RowAt>(
    `select distinct organization_id as "organizationId", table_name as "table", row_id as "rowId" from row_version
     where state = 'PLANNED' and valid_from <= $1 limit ${rowsPerRun}`,
    [isoAt(now)],
  );
  for (const row of rows) {
    const client = await services.pool.connect();
    try {
      await client.query('begin');
      await applyDue(client, row, now);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      // One row's disturbance keeps no other waiting; the next run tries again.
      services.log.error('version not applied', { ...row, error: String(error) });
    } finally {
      client.release();
    }
  }
  return rows.length;
}

const dueJob = 'versions-due';

/** Before `jobs.start()`. */
export function defineVersionJob(services: Services): void {
  services.jobs.define<object>(dueJob, async () => {
    await applyAllDue(services);
  });
}

/** After `jobs.start()`: now, for what came due while the server was away, and every minute. */
export async function scheduleVersions(services: Services): Promise<void> {
  await applyAllDue(services);
  await services.jobs.schedule(dueJob, '* * * * *');
}
