/**
 * One server per data directory. The lock is a file naming its holder (process id and start time), so that a second
 * server can say who is in the way and a holder that was killed does not lock the house for ever.
 */
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../operator-error.ts';
import { readText } from './files.ts';
import { alive, startMark } from './process.ts';

interface Holder {
  pid: number;
  /** See `startMark`; null where the platform does not tell. */
  mark: string | null;
}

function parseHolder(text: string | undefined): Holder | undefined {
  try {
    const value = JSON.parse(text ?? '') as Holder;
    return Number.isInteger(value.pid) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the holder named in the lock still runs. A process id used again by another program does not count. */
async function holds(holder: Holder): Promise<boolean> {
  if (holder.pid === process.pid || !alive(holder.pid)) return false;
  const mark = await startMark(holder.pid);
  return mark === undefined || holder.mark === null || mark === holder.mark;
}

/**
 * Takes the lock `server.lock` in `home`; the answer gives it back.
 * @throws OperatorError naming the holder when another server runs on the same directory.
 */
export async function takeLock(home: string): Promise<() => Promise<void>> {
  const path = join(home, 'server.lock');
  const own = `${path}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, mark: (await startMark(process.pid)) ?? null } satisfies Holder);
  await writeFile(own, text);
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      // link() is the one step that is atomic everywhere: it fails when the lock exists.
      if (await link(own, path).then(() => true, isTaken)) {
        return () => rm(path, { force: true });
      }
      const seen = await readText(path);
      const holder = parseHolder(seen);
      if (holder && (await holds(holder))) {
        throw new OperatorError(
          `数据目录 ${home} 正被另一个服务使用（进程号 ${holder.pid}），不能重复启动。` +
            '请先停止该进程，或用环境变量 DATA_DIR 指定另一个数据目录。',
        );
      }
      await dropStale(path, seen);
    }
    throw new OperatorError(`无法取得数据目录 ${home} 的锁，请删除 ${path} 后重试。`);
  } finally {
    await rm(own, { force: true });
  }
}

function isTaken(error: NodeJS.ErrnoException): false {
  if (error.code === 'EEXIST') return false;
  throw error;
}

/** Moves a dead holder's lock away; one that changed hands in between is put back. */
async function dropStale(path: string, seen: string | undefined): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  if (
    !(await rename(path, aside).then(
      () => true,
      () => false,
    ))
  )
    return;
  if ((await readText(aside)) !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
