// Runs the real program as a child: same terminal, signals passed through, its exit status is ours.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const passed = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The npm that called us, possibly through a shell of its own: its process id and the shell's. */
function callers() {
  const shell = process.ppid;
  try {
    const command = readFileSync(`/proc/${shell}/cmdline`, 'utf8').split('\0');
    if (command[1] !== '-c') return `${shell}`;
    const stat = readFileSync(`/proc/${shell}/stat`, 'utf8');
    return `${shell} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`;
  } catch {
    return `${shell}`;
  }
}

/** Ends the child when the npm that called us was killed, so that no server stays behind unseen. */
function watchCallers(child) {
  if (!process.env.npm_lifecycle_event) return;
  const first = callers();
  setInterval(() => {
    if (callers() !== first) child.kill('SIGTERM');
  }, 1000).unref();
}

/**
 * Runs `file` with `args` and answers its exit status. `attached` opens a channel whose closing tells the child that
 * this process is gone (it sees the event `disconnect`).
 */
export function runChild(file, args, { env = process.env, cwd = process.cwd(), attached = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env,
      stdio: attached ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
    });
    const pass = (signal) => child.kill(signal);
    for (const signal of passed) process.on(signal, pass);
    watchCallers(child);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(1);
    });
    child.on('exit', (code, signal) => {
      for (const name of passed) process.off(name, pass);
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1));
    });
  });
}
