/**
 * One server per data directory. The lock is held by the kernel on a file (through SQLite, which knows how to do that
 * on every system), so it ends with the process however that ends; a note beside it names the holder.
 *
 * Nothing else may open the lock file in this process: closing a second handle would give the lock away.
 */
import { chown, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { readText } from './files.ts';
import type { RunAs } from './process.ts';

/** A server that is just stopping gets this long to give the lock back. */
const patienceMs = 5000;
const sqliteBusy = 5;

const lockFile = (home: string) => join(home, 'server.lock');
const noteFile = (home: string) => join(home, 'server.pid');

/** Held locks; a collected handle would let go. */
const held = new Set<DatabaseSync>();

function tryLock(home: string): DatabaseSync | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(lockFile(home), { timeout: 0 });
    file.exec('pragma journal_mode = off; begin exclusive');
    return file;
  } catch (error) {
    file?.close();
    if ((error as { errcode?: number }).errcode === sqliteBusy) return undefined;
    throw new OperatorError(`数据目录 ${home} 不可写：${(error as Error).message}`, { cause: error });
  }
}

/** Process id of the server that runs on `home`; undefined when none does. */
export async function lockHolder(home: string): Promise<string | undefined> {
  const lock = tryLock(home);
  lock?.close();
  return lock ? undefined : ((await readText(noteFile(home)))?.trim() ?? '未知');
}

/**
 * Takes the lock in `home` for this process; the answer gives it back. `as` is who else must be able to take it later.
 * @throws OperatorError naming the holder when another server runs on the same directory.
 */
export async function takeLock(
  home: string,
  as: RunAs | undefined,
  log: (message: string) => void,
  waitMs = patienceMs,
): Promise<() => void> {
  const until = performance.now() + waitMs;
  let lock = tryLock(home);
  for (let told = false; !lock; lock = tryLock(home)) {
    const pid = await lockHolder(home);
    if (pid === undefined) continue;
    if (performance.now() >= until) {
      throw new OperatorError(
        `数据目录 ${home} 正被另一个服务使用（进程号 ${pid}），不能重复启动。` +
          '请先停止该进程，或用环境变量 DATA_DIR 指定另一个数据目录。',
      );
    }
    if (!told) log(`数据目录正被进程 ${pid} 使用，等待其退出 …`);
    told = true;
    await sleep(200);
  }
  const taken = lock;
  held.add(taken);
  await writeFile(noteFile(home), `${process.pid}\n`);
  if (as) for (const file of [lockFile(home), noteFile(home)]) await chown(file, as.uid, as.gid);
  return () => {
    held.delete(taken);
    taken.close();
  };
}
