/**
 * Copies the embedded cluster while it runs, by PostgreSQL's own way of a base backup: between its start and its stop
 * every page written stands whole in the log, and a slot keeps the log's files until they are copied too.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { superuser } from '../db/embedded/create-cluster.ts';
import { readText } from '../db/embedded/files.ts';
import { alive } from '../db/embedded/process.ts';
import { OperatorError } from '../db/operator-error.ts';
import { copyTree } from './copy-tree.ts';

const slot = 'onecard_backup';

/** Folders whose content is made anew at every start, by PostgreSQL's documentation of base backups. */
const remade = /^(pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|pg_replslot|log)\//;
const notCopied = (path: string): boolean =>
  remade.test(path) ||
  /^(postmaster\.(pid|opts)|\.s\.PGSQL\.\d+(\.lock)?|backup_label\.old)$/.test(path) ||
  /(^|\/)pgsql_tmp/.test(path);

/** How a running cluster is reached, by what its own pid file says; undefined when none runs. */
export async function reachCluster(cluster: string, home: string) {
  const lines = ((await readText(join(cluster, 'postmaster.pid'))) ?? '').split('\n');
  if (!(Number(lines[0]) && alive(Number(lines[0])))) return undefined;
  const password = ((await readText(join(home, 'pg-password'))) ?? '').trim();
  return {
    host: lines[4]?.trim() || '127.0.0.1',
    port: Number(lines[3]),
    user: superuser,
    database: 'postgres',
    password,
  };
}

async function copyRunning(client: Client, cluster: string, to: string): Promise<void> {
  // One left by a backup that was killed would keep the log for ever.
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1 and not active',
    [slot],
  );
  await client.query('select pg_create_physical_replication_slot($1, true)', [slot]);
  try {
    await client.query('select pg_backup_start($1, true)', [slot]);
    await copyTree({ from: cluster, to, pack: 'gzip', skip: (path) => notCopied(path) || /^pg_wal\//.test(path) });
    const { rows } = await client.query<{ labelfile: string; last: string }>(
      'select labelfile, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    );
    const { labelfile, last } = rows[0]!;
    const first = /\(file ([0-9A-F]{24})\)/.exec(labelfile)?.[1];
    if (!first) throw new OperatorError('数据库没有给出备份起点，备份中止。');
    const needed = (path: string) => {
      const name = path.slice('pg_wal/'.length);
      return /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last;
    };
    await copyTree({
      from: cluster,
      to,
      pack: 'gzip',
      skip: (path, isFolder) => (isFolder ? path !== 'pg_wal' : !path.startsWith('pg_wal/') || !needed(path)),
    });
    await writeFile(join(to, 'backup_label.gz'), gzipSync(labelfile), { mode: 0o600 });
  } finally {
    await client.query('select pg_drop_replication_slot($1)', [slot]).catch(() => undefined);
  }
}

/**
 * Copies the cluster into `to`, every file packed with gzip. Running or not, it may be restored to a point at or after
 * the start of the copy.
 */
export async function copyCluster(cluster: string, home: string, to: string): Promise<void> {
  const connection = await reachCluster(cluster, home);
  if (!connection) {
    await copyTree({ from: cluster, to, pack: 'gzip', skip: notCopied });
    return;
  }
  const client = new Client(connection);
  await client.connect();
  try {
    await copyRunning(client, cluster, to);
  } finally {
    await client.end();
  }
}
