// Runs the real program as a child: same terminal, signals passed through, its exit status is ours.
import { spawn } from 'node:child_process';

const passed = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Ends the child when the npm that called us was killed, so that no server stays behind unseen. */
function watchParent(child) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) child.kill('SIGTERM');
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
    watchParent(child);
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
