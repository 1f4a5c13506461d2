/** Brings a database to the newest schema: every migration once, in order, each in its own transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { type MigrationFile, migrationFiles } from './migration-files.ts';
import { OperatorError } from './operator-error.ts';
import { clientConfig } from './pool.ts';

/** Key of the advisory lock: several nodes starting at once migrate one after the other. */
const lockKey = 7_420_118;

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

const createTable = `
create table if not exists schema_migration (
  number bigint primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/** Databases from before migrations were named by date kept their numbers in four bytes. */
const widenTable = `
do $$ begin
  if exists (select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'number'
               and atttypid = 'int4'::regtype) then
    alter table schema_migration alter column number type bigint;
  end if;
end $$`;

/** Migrations still to apply. @throws OperatorError when an applied file was changed or is not known here. */
export function pendingMigrations(files: readonly MigrationFile[], applied: readonly Applied[]): MigrationFile[] {
  const known = new Map(files.map((file) => [file.number, file]));
  for (const row of applied) {
    const file = known.get(row.number);
    if (!file) {
      throw new OperatorError(
        `数据库已执行迁移 ${row.name}，当前程序中没有该文件：数据库比程序新，请使用新版本程序启动。`,
      );
    }
    if (file.checksum !== row.checksum) {
      throw new OperatorError(
        `迁移文件 ${file.name} 在执行后被修改（校验和不符）。已执行的迁移不可更改，请恢复该文件，并用新编号的文件表达改动。`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.number));
  return files.filter((file) => !done.has(file.number));
}

/**
 * A statement that waits for a table makes everybody wait behind it: it gives up after this long, lets them through, and the file
 * is tried again.
 */
const lockTimeout = '1s';
const lockTries = 60;
const lockPauseMs = 1_000;
const lockNotAvailable = '55P03';

async function apply(client: Client, file: MigrationFile, tries = lockTries): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = '${lockTimeout}'`);
    await client.query(file.sql);
    await client.query('insert into schema_migration (number, name, checksum) values ($1, $2, $3)', [
      file.number,
      file.name,
      file.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    if ((error as { code?: string }).code === lockNotAvailable && tries > 1) {
      await sleep(lockPauseMs);
      return apply(client, file, tries - 1);
    }
    const position = Number((error as { position?: string }).position);
    const line = position ? `:${file.sql.slice(0, position).split('\n').length}` : '';
    throw new Error(`migration ${file.path}${line}: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Applies what is missing and answers the names applied. `sourceRoot` is the `src` folder.
 * @throws OperatorError when the database does not fit this program; Error when a migration fails (nothing of that
 *   file stays).
 */
export async function migrate(
  connection: ClientConfig,
  sourceRoot: string,
  log: (message: string) => void = () => undefined,
): Promise<string[]> {
  const files = await migrationFiles(sourceRoot);
  const client = new Client(clientConfig(connection, { statementTimeoutMs: 0, applicationName: 'onecard migrate' }));
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(createTable);
    await client.query(widenTable);
    const applied = await client.query<Applied>('select number, name, checksum from schema_migration');
    const pending = pendingMigrations(files, applied.rows);
    for (const file of pending) await apply(client, file);
    if (pending.length > 0) log(`数据库结构已更新：执行了 ${pending.length} 个迁移`);
    return pending.map((file) => file.name);
  } finally {
    await client.end();
  }
}
