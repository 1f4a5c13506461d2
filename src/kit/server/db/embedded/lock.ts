/**
 * One server per data directory. The lock is a file naming its holder (process id and start time), so that a second
 * server can say who is in the way and a holder that was killed does not lock the house for ever.
 */
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { readText } from './files.ts';
import { alive, startMark } from './process.ts';

/** A server that is just stopping gets this long to give the lock back. */
const patienceMs = 5000;

interface Holder {
  pid: number;
  /** See `startMark`; null where the platform does not tell. */
  mark: string | null;
}

const lockPath = (home: string) => join(home, 'server.lock');

/** The process that holds the lock and still runs. A process id used again by another program does not count. */
async function livingHolder(text: string | undefined): Promise<number | undefined> {
  let holder: Holder;
  try {
    holder = JSON.parse(text ?? '') as Holder;
  } catch {
    return undefined;
  }
  if (!Number.isInteger(holder.pid) || !alive(holder.pid)) return undefined;
  const mark = await startMark(holder.pid);
  if (mark === undefined || holder.mark === null) return holder.pid === process.pid ? undefined : holder.pid;
  return mark === holder.mark ? holder.pid : undefined;
}

/** Process id of the server that runs on `home`, if any. */
export async function lockHolder(home: string): Promise<number | undefined> {
  return livingHolder(await readText(lockPath(home)));
}

/**
 * Takes the lock in `home`; the answer gives it back.
 * @throws OperatorError naming the holder when another server runs on the same directory.
 */
export async function takeLock(
  home: string,
  log: (message: string) => void,
  waitMs = patienceMs,
): Promise<() => Promise<void>> {
  const path = lockPath(home);
  const own = `${path}.${process.pid}`;
  const text = JSON.stringify({ pid: process.pid, mark: (await startMark(process.pid)) ?? null } satisfies Holder);
  await writeFile(own, text);
  try {
    const until = performance.now() + waitMs;
    let told = false;
    while (!(await place(own, path, text))) {
      const seen = await readText(path);
      const pid = await livingHolder(seen);
      if (pid === undefined) await dropStale(path, seen);
      else if (performance.now() > until) throw inUse(home, pid);
      else {
        if (!told) log(`数据目录正被进程 ${pid} 使用，等待其退出 …`);
        told = true;
        await sleep(200);
      }
    }
    return () => rm(path, { force: true });
  } finally {
    await rm(own, { force: true });
  }
}

function inUse(home: string, pid: number): OperatorError {
  return new OperatorError(
    `数据目录 ${home} 正被另一个服务使用（进程号 ${pid}），不能重复启动。` +
      '请先停止该进程，或用环境变量 DATA_DIR 指定另一个数据目录。',
  );
}

/** Puts the lock in place in one step; false when there is one already. */
async function place(own: string, path: string, text: string): Promise<boolean> {
  try {
    await link(own, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
  }
  // A file system without links.
  try {
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Moves a dead holder's lock away; one that changed hands in between is put back. */
async function dropStale(path: string, seen: string | undefined): Promise<void> {
  const aside = `${path}.stale.${process.pid}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readText(aside)) !== seen) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}
