/** One backup: the database and the uploaded files, taken while the server runs. */
import { spawn } from 'node:child_process';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientConfig } from 'pg';
import { isoAt } from '../clock.ts';
import { exists } from '../db/embedded/files.ts';
import { findPlace } from '../db/embedded/place.ts';
import { OperatorError } from '../db/operator-error.ts';
import { copyCluster, reachCluster } from './copy-cluster.ts';
import { copyTree } from './copy-tree.ts';
import { tellBackup } from './last-backup.ts';
import { sumsFile, writeSums } from './sums.ts';

export interface BackupTask {
  /** Folder that holds the backups. */
  to: string;
  dataDir: string;
  /** Uploaded and exported files. */
  filesDir: string;
  databaseUrl: string | undefined;
  /** Whole backups kept of each kind, with the database or of files alone; the oldest go once a new one is whole. */
  keep: number;
  /** false where the cluster's own tool (pgBackRest) keeps the database. Default true. */
  database?: boolean;
  /** Milliseconds; names the backup. */
  now: number;
  log: (line: string) => void;
}

const prefix = 'onecard-';
const partSuffix = '.part';
const dayMs = 86_400_000;

/** Runs a program of PostgreSQL's own. @throws OperatorError with its words when it fails or is not there. */
export async function runTool(file: string, args: readonly string[]): Promise<void> {
  const { code, said } = await new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'pipe'] });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text = (text + chunk.toString()).slice(-4000);
    });
    child.on('error', (error) => resolve({ code: -1, said: error.message }));
    child.on('close', (code) => resolve({ code, said: text }));
  });
  if (code !== 0)
    throw new OperatorError(`${file} 失败：${said.trim()}。请安装与数据库同版本或更新的 PostgreSQL 客户端程序。`);
}

/** Names of whole backups in a folder, oldest first. */
export async function wholeBackups(folder: string): Promise<string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((n) => n.startsWith(prefix) && !n.endsWith(partSuffix));
  const whole: string[] = [];
  for (const name of names.sort()) if (await exists(join(folder, name, sumsFile))) whole.push(name);
  return whole;
}

/** Whole backups that hold what this one does: those of files alone never take the place of one with the database. */
async function alikeBackups({ to, database = true }: BackupTask): Promise<string[]> {
  const alike: string[] = [];
  for (const name of await wholeBackups(to)) {
    const held = (await exists(join(to, name, 'pg'))) || (await exists(join(to, name, 'database.dump')));
    if (held === database) alike.push(name);
  }
  return alike;
}

/** What a killed backup left; one that still runs is younger than a day. */
async function removeParts({ to, now }: BackupTask): Promise<void> {
  for (const name of await readdir(to).catch(() => [])) {
    if (!name.startsWith(prefix) || !name.endsWith(partSuffix)) continue;
    if ((await stat(join(to, name))).mtimeMs < now - dayMs) await rm(join(to, name), { recursive: true, force: true });
  }
}

/** Where the database that was backed up can be told so; undefined when it does not run. */
async function desk({ databaseUrl, dataDir, log }: BackupTask): Promise<ClientConfig | undefined> {
  if (databaseUrl) return { connectionString: databaseUrl };
  const place = await findPlace(dataDir, log);
  const connection = await reachCluster(place.cluster, place.home);
  return connection && { ...connection, database: 'onecard' };
}

/** A backup that could not be told of is a backup all the same. */
async function tell(task: BackupTask, whole: string): Promise<void> {
  try {
    const connection = await desk(task);
    if (connection) await tellBackup(connection, task.now, whole);
  } catch (error) {
    task.log(`备份已完成，但没有记入数据库：${(error as Error).message}`);
  }
}

async function takeDatabase({ databaseUrl, dataDir, log }: BackupTask, part: string): Promise<void> {
  if (databaseUrl) return runTool('pg_dump', ['--format=custom', `--file=${join(part, 'database.dump')}`, databaseUrl]);
  const place = await findPlace(dataDir, log);
  if (!(await exists(join(place.cluster, 'PG_VERSION'))))
    throw new OperatorError(`${dataDir} 中没有内置数据库；外部数据库请设置 DATABASE_URL。`);
  await copyCluster(place.cluster, place.home, join(part, 'pg'));
  await cp(join(place.home, 'pg-password'), join(part, 'pg-password'));
}

/**
 * Takes a backup and answers its folder. It lies under its name only when whole, and nothing older is removed before.
 * @throws OperatorError with a Chinese message for what the operator can mend.
 */
export async function takeBackup(task: BackupTask): Promise<string> {
  const { to, filesDir, keep, now, log } = task;
  const stamp = isoAt(now).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  const whole = join(to, `${prefix}${stamp}`);
  const part = `${whole}${partSuffix}`;
  if (await exists(whole)) throw new OperatorError(`${whole} 已存在。`);
  await mkdir(to, { recursive: true });
  await removeParts(task);
  await mkdir(part, { mode: 0o700 });
  try {
    if (task.database !== false) await takeDatabase(task, part);
    const files = await copyTree({ from: filesDir, to: join(part, 'files') });
    log(task.database === false ? `文件已备份 ${files} 个` : `数据库已备份，文件 ${files} 个`);
    await writeSums(part);
    await rename(part, whole);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
  if (task.database !== false) await tell(task, whole);
  const known = await alikeBackups(task);
  for (const name of known.slice(0, Math.max(0, known.length - keep)))
    await rm(join(to, name), { recursive: true, force: true });
  return whole;
}
