/**
 * A subsidy batch of 100,000 people beside granting row by row, with swipes going on: the check, the run, the database's
 * processor time for it, its longest lock, what the swipes feel of it, and a run broken off and taken up again. Arguments: people.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { prepareBatch, readBatch, runSubsidyBatch } from '../src/domains/subsidy/public.server.ts';
import {
  businessDay,
  type ConsumeRequest,
  lastSwipeOf,
  type MoneyRequest,
  openGrants,
  openPurses,
  type Wallet,
} from '../src/domains/wallet/public.server.ts';
import { checkInvariants, createWallet } from '../src/domains/wallet/testing.ts';
import { isoAt, systemClock } from '../src/kit/server/clock.ts';
import { startEmbedded } from '../src/kit/server/db/embedded/start.ts';
import { migrate } from '../src/kit/server/db/migrate.ts';
import { createPool } from '../src/kit/server/db/pool.ts';
import { createDiskStore } from '../src/kit/server/files/disk-store.ts';
import { blockIds, type Ids } from '../src/kit/server/ids.ts';
import { fillLog } from './fill-log.ts';
import { serverCpu } from './server-cpu.ts';

const people = Number(process.argv[2] ?? 100_000);
const organizationId = 1;
const typeId = 11;
const amountFen = 20_000;
const rowByRow = 2_000;
const swipesPerSecond = 200;
/** As long as the disk needs to hold up a commit or two by itself, which it does every few seconds. */
const baselineSeconds = 20;
/** Within so long a connection at rest has told the statistics what it changed; told later, it would be looked at in the batch's time. */
const toldMs = 11_000;
/** Log files that a run writes through. */
const logFiles = 100;

const print = (line: string) => process.stdout.write(`${line}\n`);
const never = new AbortController().signal;

/** An organization with one type and its people, with purses. */
async function open(pool: Pool, ids: Ids): Promise<number[]> {
  const at = isoAt(systemClock.now());
  await pool.query(
    `insert into organization (id, name, kind, contact, phone, status, created_at, updated_at, version)
     values ($1, '测试单位', 'SCHOOL', '王', '13800138000', 'NORMAL', $2, $2, 1)`,
    [organizationId, at],
  );
  await pool.query(
    `insert into person_type (organization_id, id, name, created_at, updated_at) values ($1, $2, '教职工', $3, $3)`,
    [organizationId, typeId, at],
  );
  const persons: number[] = [];
  for (let from = 0; from < people; from += 10_000) {
    const chunk = await ids.take(Math.min(10_000, people - from));
    await pool.query(
      `insert into person (organization_id, id, person_no, job_number, name, type_id, created_at, updated_at)
       select $1, n.id, n.id::text, n.id::text, '员' || n.id, $2, $3, $3 from unnest($4::bigint[]) as n(id)`,
      [organizationId, typeId, at, chunk],
    );
    await openPurses(
      pool,
      organizationId,
      chunk.map((personId) => ({ personId })),
      { ids, clock: systemClock },
    );
    persons.push(...chunk);
  }
  await pause(toldMs);
  await pool.query('vacuum analyze');
  return persons;
}

async function draft(pool: Pool, id: number): Promise<void> {
  const now = systemClock.now();
  const everybody = {
    typeIds: [typeId],
    departmentIds: [],
    amountFen,
    fileKey: null,
    filename: null,
    mapping: null,
    sourceBatchId: null,
    leavers: false,
    compareBatchId: null,
  };
  await pool.query(
    `insert into subsidy_batch (organization_id, id, batch_no, name, kind, mode, period, grant_on, choice, status, maker_id,
       maker_name, created_at, updated_at)
     values ($1, $2::bigint, $2::bigint::text, '全员餐补', 'GRANT', 'MANUAL', $3, $4, $5, 'DRAFT', 1, '制单', $6, $6)`,
    [organizationId, id, businessDay(now).slice(0, 7), businessDay(now), JSON.stringify(everybody), isoAt(now)],
  );
}

let serial = 0;
function swipe(personId: number): ConsumeRequest {
  serial += 1;
  return {
    kind: 'CONSUME',
    organizationId,
    requestKey: `d:1:1:${serial}`,
    personId,
    occurredAt: systemClock.now(),
    place: {
      restaurantId: 1,
      deploySiteId: 1,
      deviceId: 1 + (serial % 40),
      mealPeriodId: 1,
      departmentId: 0,
      personTypeId: typeId,
      mode: 'AMOUNT',
      identify: 'CARD',
    },
    meaning: '1',
    price: () => ({ originFen: 1, discountFen: 0, amountFen: 1 }),
  };
}

/** Swipes at a steady pace until told to stop; answers their times, ms. */
function swipes(wallet: Wallet, persons: readonly number[]): { stop(): Promise<number[]> } {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let going = true;
  const one = async () => {
    const at = performance.now();
    await wallet.submit(swipe(persons[Math.floor(Math.random() * persons.length)] ?? 0));
    times.push(performance.now() - at);
  };
  const loop = (async () => {
    while (going) {
      for (let i = 0; i < swipesPerSecond / 50; i += 1) open.push(one());
      await pause(20);
    }
    await Promise.all(open);
  })();
  return {
    stop: async () => {
      going = false;
      await loop;
      return times.sort((a, b) => a - b);
    },
  };
}

const p99 = (times: readonly number[]) => times[Math.floor(times.length * 0.99)] ?? 0;

async function main(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'onecard-bench-'));
  await chmod(home, 0o755);
  const embedded = await startEmbedded({ dataDir: home, durable: true, log: () => undefined });
  const pool = createPool(embedded.connection, { max: 8, statementTimeoutMs: 0 });
  await migrate(embedded.connection, new URL('../src', import.meta.url).pathname);
  const ids = blockIds(async () => {
    const { rows } = await pool.query<{ id: number }>(`select nextval('id_block') as id`);
    return rows[0]?.id ?? 0;
  });
  const random = { token: (bytes: number) => 'x'.repeat(bytes), fraction: () => 0.5 };
  const files = createDiskStore(join(home, 'files'), random);
  const wallet = createWallet({ connection: embedded.connection, db: pool, clock: systemClock, ids });
  try {
    const persons = await open(pool, ids);
    await fillLog({ ...embedded.superuserConnection, database: 'postgres' }, logFiles);
    print(`${people} people opened`);

    // One person after another: each grant its own transaction, waited for.
    const grant = (personId: number, batchId: number): MoneyRequest => ({
      kind: 'SUBSIDY_GRANT',
      organizationId,
      requestKey: `one:${batchId}:${personId}`,
      personId,
      occurredAt: systemClock.now(),
      amountFen,
      batchId,
    });
    const alone = await ids.next();
    let start = performance.now();
    for (const personId of persons.slice(0, rowByRow)) await wallet.submit(grant(personId, alone));
    const rowMs = (performance.now() - start) / rowByRow;
    print(`row by row: ${rowMs.toFixed(2)} ms a person, ${((rowMs * people) / 1000).toFixed(0)} s for ${people}`);

    const approved = async (): Promise<number> => {
      const id = await ids.next();
      await draft(pool, id);
      const at = performance.now();
      await prepareBatch({ pool, files, ids, clock: systemClock }, organizationId, id);
      print(`check: ${((performance.now() - at) / 1000).toFixed(1)} s`);
      await pool.query(
        `update subsidy_batch set status = 'APPROVED', checker_id = 2, checker_name = '审核' where organization_id = $1 and id = $2`,
        [organizationId, id],
      );
      return id;
    };
    let locks: number[] = [];
    let aside = 0;
    const longest = () => Math.max(0, ...locks);
    /** A run with a mouth of its own; notes for how long each chunk held its people, the commit's answer included. */
    const run = async (id: number, signal: AbortSignal) => {
      const lockingAt = new Map<number, number>();
      const grants = openGrants({
        connection: embedded.connection,
        db: pool,
        clock: systemClock,
        ids,
        lastSwipeMs: lastSwipeOf(wallet),
        watch: (event, lane) => {
          if (event === 'locking') lockingAt.set(lane, performance.now());
          // One that was taken back before it came to its people held nobody.
          const at = event === 'answered' ? lockingAt.get(lane) : undefined;
          if (at !== undefined && lockingAt.delete(lane)) locks.push(performance.now() - at);
        },
      });
      const deps = { pool, wallet, ids, clock: systemClock, connectionConfig: embedded.connection, grants };
      try {
        await runSubsidyBatch(deps, { organizationId, id }, signal);
      } finally {
        aside += grants.counts().aside;
        await grants.close();
      }
    };

    // Nobody else about: how long, and how much of it in the database.
    const first = await approved();
    const spent = await serverCpu(embedded.pid());
    start = performance.now();
    await run(first, never);
    const seconds = (performance.now() - start) / 1000;
    const database = (await serverCpu(embedded.pid())) - spent;
    print(
      `batch: ${seconds.toFixed(1)} s, database ${database.toFixed(1)} s, ${((rowMs * people) / 1000 / seconds).toFixed(0)}× row by row, longest lock ${longest().toFixed(0)} ms`,
    );

    // With swipes going on, broken off once and taken up again.
    const quiet = swipes(wallet, persons);
    await pause(baselineSeconds * 1000);
    const before = p99(await quiet.stop());
    const second = await approved();
    locks = [];
    const busy = swipes(wallet, persons);
    const broken = new AbortController();
    const stopping = pause(300).then(() => broken.abort());
    await run(second, broken.signal).catch((error: Error) => print(`broken off: ${error.message}`));
    await stopping;
    await run(second, never);
    const during = p99(await busy.stop());
    print(
      `swipe p99: ${before.toFixed(1)} ms before, ${during.toFixed(1)} ms during (${(during / before).toFixed(2)}×), longest lock ${longest().toFixed(0)} ms`,
    );
    let doubled = 0;
    for (const id of [first, second]) {
      const batch = await readBatch(pool, organizationId, id);
      const { rows } = await pool.query<{ lots: number; people: number }>(
        `select count(*)::int as lots, count(distinct person_id)::int as people from wallet
          where organization_id = $1 and batch_id = $2`,
        [organizationId, id],
      );
      doubled += (rows[0]?.lots ?? 0) - people;
      print(
        `${batch?.status} ${batch?.posted_count}/${batch?.total_count}, ${rows[0]?.lots} lots of ${rows[0]?.people} people`,
      );
    }
    print(`${aside} lines were left to the ordinary door`);
    await pool.query('vacuum analyze');
    const breaks = await checkInvariants(pool, organizationId);
    print(breaks.length === 0 ? 'all invariants hold' : JSON.stringify(breaks.slice(0, 5)));
    if (breaks.length > 0 || doubled !== 0) process.exitCode = 1;
  } finally {
    await wallet.close();
    await pool.end();
    await embedded.stop();
    await rm(home, { recursive: true, force: true });
  }
}

await main();
