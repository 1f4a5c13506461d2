/** Starts and stops the postmaster, and clears away one that outlived its server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../operator-error.ts';
import { type Binaries, programPath } from './binaries.ts';
import { readText, statOf } from './files.ts';
import { socketName } from './listen.ts';
import type { Place } from './place.ts';
import { alive, run, spawnOptions, waitGone } from './process.ts';

const stopTimeoutMs = 60_000;
const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/** A running postmaster of ours. */
export interface Postmaster {
  pid: number;
  /** Resolves when the process ends, however it ends. */
  ended: Promise<void>;
}

/** Whether the process is a PostgreSQL server of this cluster (a process id may have been used again). */
async function serves(pid: number, cluster: string): Promise<boolean> {
  const line =
    process.platform === 'linux'
      ? ((await readText(`/proc/${pid}/cmdline`)) ?? '')
      : (await run('ps', ['-o', 'command=', '-p', String(pid)])).output;
  return line.includes('postgres') && line.includes(cluster);
}

/** Ends a postmaster: roll back and close first, at once when that takes longer than a minute. */
export async function stopPostmaster(pid: number): Promise<void> {
  const tell = (signal: NodeJS.Signals) => {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone already.
    }
  };
  tell('SIGINT');
  if (await waitGone(pid, stopTimeoutMs)) return;
  tell('SIGQUIT');
  if (!(await waitGone(pid, stopTimeoutMs))) throw new OperatorError(`数据库进程 ${pid} 无法停止，请手工结束后重试。`);
}

/** Stops the postmaster a killed server left behind, and removes what a killed postmaster left. */
export async function clearOrphan(cluster: string, log: (message: string) => void): Promise<void> {
  const pid = Number.parseInt((await readText(pidFile(cluster))) ?? '', 10);
  if (!pid) return;
  if (alive(pid) && (await serves(pid, cluster))) {
    log(`上次的服务未正常停止，正在关闭遗留的数据库进程 ${pid} …`);
    await stopPostmaster(pid);
  }
  await rm(pidFile(cluster), { force: true });
  await rm(join(cluster, `${socketName}.lock`), { force: true });
}

/** Line 8 of the pid file tells the state; the server itself writes it. */
async function isReady(cluster: string, pid: number): Promise<boolean> {
  const lines = ((await readText(pidFile(cluster))) ?? '').split('\n');
  return Number(lines[0]) === pid && (lines[7] ?? '').trim() === 'ready';
}

function ending(child: ChildProcess): { ended: Promise<void>; said: () => string } {
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', (error) => {
      said += error.message;
      resolve();
    });
  });
  return { ended, said: () => said.trim() };
}

/** The end of the newest log file: once the log collector runs, standard error only points there. */
async function lastWords(cluster: string): Promise<string> {
  const folder = join(cluster, 'log');
  let newest = { path: folder, at: 0 };
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const at = (await statOf(path))?.mtimeMs ?? 0;
    if (at > newest.at) newest = { path, at };
  }
  return `${newest.path}:\n${((await readText(newest.path)) ?? '').slice(-2000)}`;
}

/**
 * Starts the server with `settings` (`name=value`) and waits until it takes connections. Recovery after a crash may
 * take minutes; it says so meanwhile.
 * @throws OperatorError with the server's own words when it ends instead.
 */
export async function startPostmaster(
  place: Place,
  binaries: Binaries,
  settings: readonly string[],
  log: (message: string) => void,
): Promise<Postmaster> {
  const args = ['-D', place.cluster, ...settings.flatMap((setting) => ['-c', setting])];
  // Its own session: Ctrl-C in the terminal must reach this server first, which then stops the database in order.
  const child = spawn(programPath(binaries, 'postgres'), args, {
    ...spawnOptions(place.as),
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { ended, said } = ending(child);
  let over = false;
  void ended.then(() => {
    over = true;
  });
  const began = performance.now();
  let nextNoteMs = 10_000;
  while (!over) {
    if (child.pid && (await isReady(place.cluster, child.pid))) return { pid: child.pid, ended };
    const waitedMs = performance.now() - began;
    if (waitedMs > nextNoteMs) {
      log(`数据库正在恢复，已等待 ${Math.round(waitedMs / 1000)} 秒 …`);
      nextNoteMs += 10_000;
    }
    await sleep(25);
  }
  throw new OperatorError(`数据库启动失败：${said()}\n${await lastWords(place.cluster)}`);
}
