/**
 * Consumptions per second through the money door at 1, 64 and 256 waiting callers, beside pgbench's TPC-B on the same
 * cluster in the same run; prints ratios and verifies every balance afterwards. Arguments: seconds per round (default 8).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig } from 'pg';
import {
  businessDay,
  type ConsumeRequest,
  type MoneyRequest,
  openPurses,
} from '../src/domains/wallet/public.server.ts';
import { checkInvariants, createWallet, type WalletWriter } from '../src/domains/wallet/testing.ts';
import { addDays, type Clock, systemClock } from '../src/kit/server/clock.ts';
import { startEmbedded } from '../src/kit/server/db/embedded/start.ts';
import { migrate } from '../src/kit/server/db/migrate.ts';
import { createPool } from '../src/kit/server/db/pool.ts';
import { blockIds, type Ids } from '../src/kit/server/ids.ts';
import { serverCpu } from './server-cpu.ts';

const organizationId = 1;
const people = Number(process.env.BENCH_PEOPLE ?? 100_000);
const scale = Number(process.env.BENCH_SCALE ?? 50);

export interface Round {
  callers: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Processor time of this process per consumption, µs. */
  nodeMicros: number;
  count: number;
}

/** Same numbers for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let serial = 0;

/** A lunch swipe: price by rule, limits, place of one of 40 terminals, one of 200 departments. */
function swipe(personId: number, random: () => number, clock: Clock): ConsumeRequest {
  const device = Math.floor(random() * 40);
  const amountFen = 600 + Math.floor(random() * 8) * 100;
  serial += 1;
  return {
    kind: 'CONSUME',
    organizationId,
    requestKey: `d:${device}:1:${serial}`,
    personId,
    occurredAt: clock.now(),
    place: {
      restaurantId: 1 + (device % 5),
      deploySiteId: 1 + (device % 20),
      deviceId: 1 + device,
      mealPeriodId: 2,
      departmentId: 1 + (personId % 200),
      personTypeId: 1 + (personId % 4),
      mode: 'FIXED',
      identify: 'CARD',
      cardId: personId,
      cardNo: String(personId),
      deviceSeq: String(serial),
    },
    price: ({ mealCount }) => ({
      originFen: amountFen,
      discountFen: 0,
      amountFen,
      limits: { singleMaxFen: 5000, dayMaxFen: 1_000_000, repeatIntervalSec: 30 },
      trace: { rule: 17, by: 'type × site', nth: mealCount + 1, priceFen: amountFen },
    }),
  };
}

/** `callers` loops, each waiting for its answer before the next swipe. */
async function round(wallet: WalletWriter, persons: number[], callers: number, seconds: number): Promise<Round> {
  const random = randomOf(callers);
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const start = performance.now();
  const end = start + seconds * 1000;
  const loop = async () => {
    while (performance.now() < end) {
      const person = persons[Math.floor(random() * persons.length)] ?? 0;
      const at = performance.now();
      const outcome = await wallet.submit(swipe(person, random, systemClock));
      if (!('posted' in outcome)) throw new Error(`refused: ${outcome.code}`);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: callers }, loop));
  const elapsed = performance.now() - start;
  const used = process.cpuUsage(cpu);
  times.sort((a, b) => a - b);
  return {
    callers,
    perSecond: (times.length / elapsed) * 1000,
    p50Ms: times[times.length >> 1] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    nodeMicros: (used.user + used.system) / times.length,
    count: times.length,
  };
}

function urlOf(config: ClientConfig, database: string): { args: string[]; env: NodeJS.ProcessEnv } {
  return {
    args: ['-h', String(config.host), '-p', String(config.port), '-U', String(config.user), database],
    env: { ...process.env, PGPASSWORD: String(config.password) },
  };
}

async function pgbench(config: ClientConfig, options: string[]): Promise<string> {
  const { args, env } = urlOf(config, 'tpcb');
  const child = spawn('pgbench', [...options, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  let complaints = '';
  child.stderr.on('data', (chunk) => {
    complaints += chunk;
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`pgbench ended with ${code}: ${complaints}`);
  return output;
}

interface Reference {
  tps: number;
  latencyMs: number;
  serverMicros: number;
}

async function tpcb(config: ClientConfig, pid: number, clients: number, seconds: number): Promise<Reference> {
  const before = await serverCpu(pid);
  const output = await pgbench(config, ['-n', '-c', String(clients), '-j', '2', '-T', String(seconds)]);
  const tps = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  return {
    tps,
    serverMicros: (((await serverCpu(pid)) - before) / (tps * seconds)) * 1e6,
    latencyMs: Number(/latency average = ([\d.]+)/.exec(output)?.[1]),
  };
}

/** One long job over all people: seconds on the clock, and of the server's processor. */
async function job(wallet: WalletWriter, pid: number, requests: MoneyRequest[]): Promise<string> {
  const before = await serverCpu(pid);
  const start = performance.now();
  for (const outcome of await wallet.submitMany(requests)) if (!('posted' in outcome)) throw new Error(outcome.code);
  const seconds = (performance.now() - start) / 1000;
  return `${requests.length} in chunks of 1,000: ${seconds.toFixed(1)} s, server ${((await serverCpu(pid)) - before).toFixed(1)} s`;
}

function deposits(persons: number[]): MoneyRequest[] {
  const occurredAt = systemClock.now();
  return persons.map((personId) => ({
    kind: 'DEPOSIT',
    organizationId,
    requestKey: `fund:${personId}`,
    personId,
    occurredAt,
    amountFen: 10_000_000,
  }));
}

function grants(persons: number[]): MoneyRequest[] {
  const occurredAt = systemClock.now();
  return persons.map((personId) => ({
    kind: 'SUBSIDY_GRANT',
    organizationId,
    requestKey: `sub:5:${personId}`,
    personId,
    occurredAt,
    amountFen: 30_000,
    batchId: 5,
    expiresOn: addDays(businessDay(occurredAt), 30),
  }));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the rounds and prints them; `seconds` per round. */
export async function walletBench(seconds: number): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'onecard-bench-'));
  await chmod(dataDir, 0o755);
  const cluster = await startEmbedded({ dataDir, log: () => undefined, durable: true });
  const source = fileURLToPath(new URL('../src', import.meta.url));
  await migrate(cluster.connection, source);
  const superuser = new Client({ ...cluster.superuserConnection, database: 'postgres' });
  await superuser.connect();
  await superuser.query(`create database tpcb owner ${String(cluster.connection.user)}`);
  await superuser.end();
  const pool = createPool(cluster.connection, { statementTimeoutMs: 0 });
  const ids: Ids = blockIds(
    async () => (await pool.query<{ id: number }>(`select nextval('id_block') as id`)).rows[0]?.id ?? 0,
  );
  const wallet = createWallet({ connection: cluster.connection, db: pool, clock: systemClock, ids });
  try {
    const persons = await ids.take(people);
    for (let from = 0; from < people; from += 10_000)
      await openPurses(
        pool,
        organizationId,
        persons.slice(from, from + 10_000).map((personId) => ({ personId })),
        {
          ids,
          clock: systemClock,
        },
      );
    print(`deposits: ${await job(wallet, cluster.pid(), deposits(persons))}`);
    print(`subsidy grants: ${await job(wallet, cluster.pid(), grants(persons))}`);
    await pool.query('vacuum analyze');
    if (scale > 0) await pgbench(cluster.connection, ['-i', '-q', '-s', String(scale)]);
    const reference = new Map<number, Reference>();
    for (const callers of (process.env.BENCH_CALLERS ?? '1,64,256').split(',').map(Number)) {
      const clients = Math.min(callers, 64);
      if (scale > 0 && !reference.has(clients))
        reference.set(clients, await tpcb(cluster.connection, cluster.pid(), clients, seconds));
      const before = await serverCpu(cluster.pid());
      const mine = await round(wallet, persons, callers, seconds);
      const serverMicros = (((await serverCpu(cluster.pid())) - before) / mine.count) * 1e6;
      const other = reference.get(clients);
      print(
        `${callers} callers: ${mine.perSecond.toFixed(0)}/s p50 ${mine.p50Ms.toFixed(2)} ms p99 ${mine.p99Ms.toFixed(2)} ms` +
          `, node ${mine.nodeMicros.toFixed(1)} µs + server ${serverMicros.toFixed(1)} µs each` +
          (other
            ? `; TPC-B with ${clients}: ${other.tps.toFixed(0)} tps, ${other.latencyMs.toFixed(2)} ms, server ${other.serverMicros.toFixed(0)} µs each; ratio ${(mine.perSecond / other.tps).toFixed(2)}`
            : ''),
      );
    }
    print(`batches ${JSON.stringify(wallet.counts())}`);
    const breaks = await checkInvariants(pool);
    print(breaks.length === 0 ? 'invariants I1–I13 hold' : `BREAKS ${JSON.stringify(breaks.slice(0, 5))}`);
  } finally {
    await wallet.close();
    await pool.end();
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) await walletBench(Number(process.argv[2] ?? 8));
