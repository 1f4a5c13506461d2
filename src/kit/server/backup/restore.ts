/** Puts a backup in place of a server's data. What was there is moved aside, never removed. */
import { chown, cp, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '../db/embedded/files.ts';
import { lockHolder } from '../db/embedded/lock.ts';
import { findPlace } from '../db/embedded/place.ts';
import { OperatorError } from '../db/operator-error.ts';
import { runTool } from './backup.ts';
import { copyTree } from './copy-tree.ts';
import { brokenFiles } from './sums.ts';

export interface RestoreTask {
  /** The backup's folder. */
  from: string;
  dataDir: string;
  filesDir: string;
  databaseUrl: string | undefined;
  now: number;
  log: (line: string) => void;
}

/** @throws OperatorError when the backup is not whole, or anything in it is not what was written. */
async function checkWhole(from: string): Promise<void> {
  const broken = await brokenFiles(from);
  if (!broken) throw new OperatorError(`${from} 不是一份完整的备份（缺少 SHA256SUMS）。`);
  if (broken.length > 0)
    throw new OperatorError(
      `备份已损坏：${broken.slice(0, 3).join('、')}${broken.length > 3 ? ` 等 ${broken.length} 个文件` : ''}。`,
    );
}

async function moveAside(path: string, now: number, log: RestoreTask['log']): Promise<void> {
  if (!(await exists(path))) return;
  const aside = `${path}.before-restore-${now}`;
  await rename(path, aside);
  log(`原有的 ${path} 已移到 ${aside}`);
}

async function restoreCluster({ from, dataDir, now, log }: RestoreTask): Promise<void> {
  const place = await findPlace(dataDir, log);
  const holder = await lockHolder(place.home);
  if (holder !== undefined) throw new OperatorError(`服务正在运行（进程号 ${holder}），请先停止再恢复。`);
  await moveAside(place.cluster, now, log);
  const half = `${place.cluster}.restoring`;
  await copyTree({ from: join(from, 'pg'), to: half, pack: 'gunzip', owner: place.as });
  await rename(half, place.cluster);
  const password = join(place.home, 'pg-password');
  await moveAside(password, now, log);
  await cp(join(from, 'pg-password'), password);
  if (place.as) await chown(password, place.as.uid, place.as.gid);
}

/**
 * Restores into `dataDir`, or into the empty database of `databaseUrl`; a backup of files alone, the files alone. Start the server afterwards.
 * @throws OperatorError with a Chinese message for what the operator can mend.
 */
export async function restoreBackup(task: RestoreTask): Promise<void> {
  const { from, filesDir, databaseUrl, now, log } = task;
  await checkWhole(from);
  const dump = join(from, 'database.dump');
  const ofCluster = await exists(join(from, 'pg'));
  if (!ofCluster && !(await exists(dump))) log('这份备份只有文件，数据库不动');
  else if (databaseUrl) {
    if (ofCluster) throw new OperatorError('这份备份取自内置数据库，请在不设 DATABASE_URL 时恢复。');
    await runTool('pg_restore', [
      '--no-owner',
      '--exit-on-error',
      '--single-transaction',
      `--dbname=${databaseUrl}`,
      dump,
    ]);
  } else {
    if (!ofCluster) throw new OperatorError('这份备份取自外部数据库，请设置 DATABASE_URL（一个空库）再恢复。');
    await restoreCluster(task);
  }
  await moveAside(filesDir, now, log);
  await copyTree({ from: join(from, 'files'), to: filesDir });
}
