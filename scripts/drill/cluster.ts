/** The cluster of deploy/ha on this machine's loopback: three PostgreSQL under Patroni, etcd, HAProxy, PgBouncer. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRoot } from '../paths.mjs';
import { needPrograms } from './programs.ts';

export type Node = 1 | 2 | 3;

export interface Cluster {
  /** The primary, wherever it is; for what keeps a session. */
  databaseUrl: string;
  /** The primary through PgBouncer. */
  poolUrl: string;
  /** A standby. */
  readUrl: string;
  primary(): Promise<Node>;
  /** Takes a host away, or gives it back. */
  act(verb: 'start' | 'kill' | 'freeze' | 'thaw' | 'cut' | 'mend', node: Node): Promise<void>;
  /** Waits for a primary and two standbys. */
  whole(): Promise<void>;
  down(): Promise<void>;
}

const script = inRoot('deploy', 'ha', 'ha.sh');

async function say(args: readonly string[]): Promise<string> {
  const child = spawn('bash', [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk;
  });
  // What the script leaves running may hold its pipe: its own end is enough.
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`ha.sh ${args.join(' ')} 失败（${code}）`);
  return said.trim();
}

/** Brings it up in a folder. @throws OperatorError naming what this machine lacks. */
export async function startCluster(folder: string): Promise<Cluster> {
  needPrograms({
    patroni: 'patroni',
    etcd: 'etcd-server',
    haproxy: 'haproxy',
    pgbouncer: 'pgbouncer',
    nft: 'nftables',
    curl: 'curl',
    setpriv: 'util-linux',
    initdb: 'postgresql-15',
    psql: 'postgresql-client-15',
  });
  const dir = join(folder, 'ha');
  const down = async () => void (await say(['down', dir]));
  try {
    await say(['up', dir]);
    const password = (await readFile(join(dir, 'password'), 'utf8')).trim();
    const at = (port: number) => `postgres://onecard:${password}@127.0.0.1:${port}/onecard`;
    return {
      databaseUrl: at(5000),
      poolUrl: at(6000),
      readUrl: at(5001),
      primary: async () => Number(await say(['primary', dir])) as Node,
      act: async (verb, node) => void (await say([verb, dir, String(node)])),
      whole: async () => void (await say(['whole', dir])),
      down,
    };
  } catch (error) {
    await down();
    throw error;
  }
}
