/** SIGKILL under load, database backends shot at random, connections cut: what was acknowledged is there, once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Outcome } from '../../src/domains/wallet/public.server.ts';
import { cutProxy } from '../support/cut-proxy.ts';
import { figure } from '../support/figures.ts';
import { killedRun as killed } from '../support/killed-run.ts';
import { ask, bench, codeOf, consume, noon, organizationId, posted } from './support.ts';

const b = bench({}, true);
const rounds = Number(process.env.MONEY_CRASH_ROUNDS ?? 3);
const faultSwipes = Number(process.env.MONEY_FAULT_SWIPES ?? 1500);
/** Fewer than the writer waits out before it takes a batch apart. */
const cutsInARow = 4;
const patienceMs = 60_000 + rounds * 10_000 + faultSwipes * 20;

async function funded(count: number): Promise<number[]> {
  const persons = await b.people(count);
  const outcomes = await b.wallet.submitMany(
    persons.map((p) => ask('RECHARGE', p, { channel: 'CASH', amountFen: 10_000_000 })),
  );
  outcomes.forEach(posted);
  return persons;
}

/** Lets a child swipe for `aliveMs` after its first answer, kills it, and answers the keys it had acknowledged. */
async function killedRun(people: number[], run: string, aliveMs: number): Promise<string[]> {
  const order = { connectionString: b.database.connectionString, people, organizationId, run, callers: 48 };
  return killed(new URL('./crash-child.ts', import.meta.url), order, aliveMs);
}

test('kill -9 of the writer under load: acknowledged ⊆ persisted, nothing doubled', {
  timeout: patienceMs,
}, async () => {
  const people = await funded(60);
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const run = String(round + 1);
    const keys = await killedRun(people, run, 150 + ((round * 397) % 500));
    acknowledged += keys.length;
    const { rows } = await b.database.pool.query<{ request_key: string }>(
      'select request_key from posting where organization_id = $1 and request_key = any($2)',
      [organizationId, keys],
    );
    expect(rows.length).toBe(keys.length);
    expect(new Set(keys).size).toBe(keys.length);
    // The answers that were lost are fetched again: same key, same answer, no second posting.
    const last = keys.at(-1) ?? '';
    const serial = Number(last.split(':').at(-1));
    const again = await b.wallet.submit({
      ...consume(people[serial % people.length] ?? 0, 7, { requestKey: last }),
      place: {
        restaurantId: 1,
        deploySiteId: 1,
        deviceId: 1 + (serial % 7),
        mealPeriodId: 2,
        departmentId: 1 + (serial % 11),
        personTypeId: 1,
        mode: 'AMOUNT',
        identify: 'CARD',
        ...(last.startsWith('d:') ? { deviceSeq: `${run}-${serial}` } : {}),
      },
      meaning: undefined,
    });
    expect(posted(again).replayed).toBe(true);
  }
  expect(acknowledged).toBeGreaterThan(rounds * 10);
  figure('强制终止服务', '轮数', rounds);
  figure('强制终止服务', '已应答', acknowledged);
  figure('强制终止服务', '丢失', 0);
  figure('强制终止服务', '重复', 0);
});

test('database backends terminated at random: every caller gets the one true answer', {
  timeout: patienceMs,
}, async () => {
  const people = await funded(40);
  const hunted = b.another({ firstLane: 3 });
  let hunting = true;
  const hunter = (async () => {
    let shot = 0;
    let [batches, missed] = [0, 0];
    while (hunting) {
      await sleep(40);
      // A writer is patient with a bounded number of cuts in a row; on a slow machine a batch lasts many of these pauses.
      missed = hunted.counts().batches > batches ? 0 : missed + 1;
      batches = hunted.counts().batches;
      if (missed > cutsInARow) continue;
      const { rowCount } = await b.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'onecard wallet' and pid <> pg_backend_pid()
         order by random() limit 1`,
      );
      shot += rowCount ?? 0;
    }
    return shot;
  })();
  const swipes = Array.from({ length: faultSwipes }, (_, i) =>
    consume(people[i % 40] ?? 0, 3, { occurredAt: noon + i }),
  );
  const outcomes: Outcome[] = [];
  for (let from = 0; from < swipes.length; from += 1500)
    outcomes.push(...(await Promise.all(swipes.slice(from, from + 1500).map((s) => hunted.submit(s)))));
  hunting = false;
  const shots = await hunter;
  expect(outcomes.map(codeOf).filter((c) => c !== 'posted')).toEqual([]);
  expect(new Set(outcomes.map((o) => posted(o).postingId)).size).toBe(faultSwipes);
  expect(shots).toBeGreaterThan(0);
  expect(hunted.counts().reconnects).toBeGreaterThan(0);
  figure('终止数据库连接', '消费笔数', faultSwipes);
  figure('终止数据库连接', '终止连接', shots);
  figure('终止数据库连接', '丢失或重复', 0);
});

test('a connection cut between COMMIT and its answer: the outcome is found out, not guessed', {
  timeout: patienceMs,
}, async () => {
  const people = await funded(40);
  const proxy = await cutProxy(b.database.connectionConfig, 3);
  const cutOff = b.another({ connection: proxy.connection, firstLane: 6 });
  const swipes = Array.from({ length: faultSwipes / 5 }, (_, i) =>
    consume(people[i % 40] ?? 0, 3, { occurredAt: noon + i }),
  );
  const outcomes: Outcome[] = [];
  for (let from = 0; from < swipes.length; from += 1500)
    outcomes.push(...(await Promise.all(swipes.slice(from, from + 1500).map((s) => cutOff.submit(s)))));
  const replayed = outcomes.filter((o) => posted(o).replayed).length;
  expect(new Set(outcomes.map((o) => posted(o).postingId)).size).toBe(swipes.length);
  expect(proxy.cuts()).toBeGreaterThan(0);
  expect(replayed).toBeGreaterThan(0);
  figure('提交后断线', '消费笔数', swipes.length);
  figure('提交后断线', '断线次数', proxy.cuts());
  figure('提交后断线', '查明结果的笔数', replayed);
  figure('提交后断线', '丢失或重复', 0);
  await cutOff.close();
  await proxy.close();
});
