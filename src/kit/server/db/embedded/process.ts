/** Runs a short program to its end and tells whether a process is alive; used by the supervisor only. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The user a program of the cluster runs as; undefined means the user of this process. */
export interface RunAs {
  name: string;
  uid: number;
  gid: number;
}

export interface Outcome {
  /** Exit code; -1 when the program could not be started or was killed. */
  code: number;
  /** Standard output and error, together. */
  output: string;
}

/** Spawn options of a program that must not depend on this process's folder, user or terminal. */
export function spawnOptions(as: RunAs | undefined): { cwd: string; uid?: number; gid?: number } {
  return { cwd: '/', ...(as && { uid: as.uid, gid: as.gid }) };
}

/** Runs `file` with `args` as `as`; never throws. */
export function run(file: string, args: readonly string[], as?: RunAs): Promise<Outcome> {
  return new Promise((resolve) => {
    let output = '';
    const fail = (error: Error) => resolve({ code: -1, output: `${output}${error.message}` });
    try {
      const child = spawn(file, args, {
        ...spawnOptions(as),
        env: { ...process.env, LC_ALL: 'C', LANG: 'C' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      child.on('error', fail);
      child.on('close', (code) => resolve({ code: code ?? -1, output }));
    } catch (error) {
      fail(error as Error);
    }
  });
}

/** Whether the process ended and only waits to be collected by its parent. */
function isZombie(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold spaces; the state follows it.
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'Z';
  } catch {
    return false;
  }
}

/** Whether a process with this id runs, ours or not. One that ended and only waits to be collected does not. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Waits until the process is gone; false when it still lives after `timeoutMs`. */
export async function waitGone(pid: number, timeoutMs: number): Promise<boolean> {
  const until = performance.now() + timeoutMs;
  while (alive(pid)) {
    if (performance.now() > until) return false;
    await sleep(50);
  }
  return true;
}
