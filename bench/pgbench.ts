/** pgbench's TPC-B on a database of the measured server: the yardstick of the same machine in the same minutes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client, type ClientConfig } from 'pg';

export interface TpcB {
  tps: number;
  latencyMs: number;
}

const database = 'tpcb';

async function pgbench(config: ClientConfig, args: string[]): Promise<string> {
  const child = spawn('pgbench', [...args, database], {
    env: {
      ...process.env,
      PGHOST: config.host,
      PGPORT: String(config.port),
      PGUSER: config.user,
      PGPASSWORD: String(config.password),
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${errors.slice(-500)}`);
  return output;
}

/** Creates and fills the yardstick's database, anew where a kept folder has one. @throws when pgbench is not in PATH. */
export async function prepareTpcB(config: ClientConfig, scale: number): Promise<void> {
  const client = new Client(config);
  await client.connect();
  await client.query(`drop database if exists ${database}`);
  await client.query(`create database ${database}`);
  await client.end();
  await pgbench(config, ['-i', '-q', '-s', String(scale)]);
}

/** One round of `clients` connections with pgbench's defaults. */
export async function runTpcB(config: ClientConfig, clients: number, seconds: number): Promise<TpcB> {
  const jobs = Math.min(clients, 2);
  const args = ['-n', '-c', String(clients), '-j', String(jobs), '-T', String(seconds)];
  const output = await pgbench(config, args);
  return {
    tps: Number(/tps = ([\d.]+)/.exec(output)?.[1]),
    latencyMs: Number(/latency average = ([\d.]+)/.exec(output)?.[1]),
  };
}
