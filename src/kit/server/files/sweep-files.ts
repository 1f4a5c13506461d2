/** Removes uploaded files that no record refers to: forms given up, pictures replaced, tables read long ago; and uploads that broke off. */
import type { Pool } from 'pg';
import { type Clock, isoAt } from '../clock.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { FileStore } from './store.ts';
import { dropUpload } from './upload-parts.ts';

/** A form may stay open over a weekend. */
const keptDays = 4;
/** An upload that broke off is gone on with the next day at the latest. */
const partsKeptDays = 2;
const batch = 500;
const dayMs = 86_400_000;

/** Columns that hold keys of stored files, each `table.column`; the value may be the key or its address. */
export type FileColumns = readonly string[];

function unreferenced(columns: FileColumns): string {
  const uses = columns.map((name) => {
    const [table, column] = name.split('.');
    return `select regexp_replace(${column}, '^.*/files/', '') as key from ${table} where ${column} <> ''`;
  });
  return `select f.id, f.key from stored_file f
     where f.created_at < $1 and not exists (select 1 from (${uses.join(' union all ')}) u where u.key = f.key)
     order by f.id limit ${batch}`;
}

/** Nobody went on with it: what is there of the file goes. */
async function sweepParts(deps: { pool: Pool; store: FileStore; clock: Clock }): Promise<void> {
  const { rows } = await deps.pool.query<{ token: string }>(
    'select token from upload_session where touched_at < $1 limit 500',
    [isoAt(deps.clock.now() - partsKeptDays * dayMs)],
  );
  for (const { token } of rows) await dropUpload({ sql: deps.pool, store: deps.store }, token);
}

/** Number of files removed. */
export async function sweepFiles(
  deps: { pool: Pool; store: FileStore; clock: Clock },
  columns: FileColumns,
): Promise<number> {
  const before = isoAt(deps.clock.now() - keptDays * dayMs);
  await sweepParts(deps);
  await deps.store.sweepBroken(deps.clock.now() - partsKeptDays * dayMs);
  let removed = 0;
  for (;;) {
    const { rows } = await deps.pool.query<{ id: number; key: string }>(unreferenced(columns), [before]);
    for (const { id, key } of rows) {
      await deps.store.remove(key);
      await deps.pool.query('delete from stored_file where id = $1', [id]);
    }
    removed += rows.length;
    if (rows.length < batch) return removed;
  }
}

const sweepJob = 'file-sweep';

/** Before `jobs.start()`. */
export function defineFileSweep(
  jobs: Jobs,
  deps: { pool: Pool; store: FileStore; clock: Clock },
  columns: FileColumns,
): void {
  jobs.define<object>(sweepJob, async () => {
    await sweepFiles(deps, columns);
  });
}

/** After `jobs.start()`. */
export async function scheduleFileSweep(jobs: Jobs): Promise<void> {
  await jobs.schedule(sweepJob, '23 4 * * *');
}
