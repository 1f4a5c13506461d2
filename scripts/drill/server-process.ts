/** A server in a process of its own, to be killed, frozen and started again. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../paths.mjs';

export interface ServerProcess {
  number: number;
  /** `http://127.0.0.1:port`; the same after every start. */
  origin: string;
  /** Undefined while it is down. */
  pid(): number | undefined;
  /** Times it ended without having been told to. */
  endings(): number;
  start(): Promise<void>;
  /** SIGKILL, or SIGTERM and the wait for its leave. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

export interface ServerOptions {
  number: number;
  /** The process's own folder is made in it. */
  folder: string;
  /** Where its log is kept; default its own folder. */
  logs?: string;
  env: Readonly<Record<string, string>>;
  /** The checkout to run; default this one. */
  root?: string;
}

/** The first start of a former version lives its demo. */
const startMs = 400_000;

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

const answers = (origin: string) =>
  fetch(`${origin}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    (reply) => reply.ok,
    () => false,
  );

/** The process, not yet started. */
export async function serverProcess({
  number,
  folder,
  logs,
  env,
  root: checkout = root,
}: ServerOptions): Promise<ServerProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const home = join(folder, `node${number}`);
  await mkdir(home, { recursive: true });
  const log = logs === undefined ? join(home, 'log') : join(logs, `node${number}.log`);
  const keep = (words: Buffer) => appendFileSync(log, words);
  let child: ChildProcess | undefined;
  let endings = 0;
  return {
    number,
    origin,
    pid: () => child?.pid,
    endings: () => endings,
    async start() {
      const started = spawn(process.execPath, [join(checkout, 'src', 'server.ts')], {
        cwd: checkout,
        env: {
          ...process.env,
          HOST: '127.0.0.1',
          PORT: String(port),
          DATA_DIR: home,
          NODE_NUMBER: String(number),
          DISK_LOW_MIB: '0',
          LOG_FORMAT: 'json',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      started.stdout.on('data', keep);
      started.stderr.on('data', keep);
      child = started;
      started.once('exit', (code, signal) => {
        if (child !== started) return;
        endings += 1;
        keep(Buffer.from(`ended by itself: ${code ?? signal}\n`));
      });
      const until = performance.now() + startMs;
      while (!(await answers(origin))) {
        if (started.exitCode !== null || performance.now() > until)
          throw new Error(`节点 ${number} 没有启动，见 ${log}`);
        await pause(200);
      }
    },
    async end(signal) {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      const told = child;
      child = undefined;
      const ended = once(told, 'exit');
      told.kill(signal);
      await ended;
    },
  };
}
