/**
 * A swipe costs the same in a month that has just begun: what is asked about it reads its own rows, not the unit's. Told by the counters
 * of the database, since a plan made over an empty table without statistics is another one.
 */
import { beforeAll, expect, test } from 'vitest';
import { ask, bench, consume, freshNumber, posted } from './support.ts';

const b = bench();
/** Everybody comes once, a few at a time: of who comes first on a day the purse does not know what was eaten. */
const swipes = 600;
const atOnce = 10;
/** Rows a swipe may read: its own number over two months, its payer's purses and the grant of a lot, what it adds up later. */
const mostRowsEach = 14;
/** A day's limit of the rule all lots came from, far above what anybody eats. */
const ruleId = 9;
const ruleDayLimitsFen = new Map([[ruleId, 1_000_000]]);
let people: number[];
let withLots: number[];

beforeAll(async () => {
  people = await b.people(swipes);
  withLots = await b.people(swipes);
  const writer = b.another();
  const occurredAt = Date.parse('2026-09-30T09:00:00+08:00');
  const lot = { amountFen: 1_000_000, batchId: 5, ruleId, occurredAt };
  const paidIn = [
    ...people.map((person) => writer.submit(ask('DEPOSIT', person, { amountFen: 1_000_000, occurredAt }))),
    ...withLots.map((person) => writer.submit(ask('SUBSIDY_GRANT', person, lot))),
  ];
  for (const outcome of await Promise.all(paidIn)) posted(outcome);
  await writer.close();
});

/** Rows inserted into the tables whose names begin so, and rows of the ledger read, by now. */
async function counted(tables: string): Promise<{ written: number; read: number }> {
  const { rows } = await b.database.pool.query<{ written: number; read: number }>(
    `select (select coalesce(sum(n_tup_ins), 0)::int from pg_stat_user_tables where relname ~ $1) as written,
       (select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::int from pg_stat_user_tables
         where relname ~ '^(trade_plain_|trade_other_|posting_row_|entry_row_|plain_grant|money_request|wallet$)') as read`,
    [tables],
  );
  return rows[0]!;
}

/**
 * Rows read so far, once as many rows of these tables are counted as were inserted by now. Rows alone: what an index names besides
 * (versions of a purse no vacuum has taken away yet) depends on the hour, not on the plan.
 */
async function read(tables: string, inserted: number): Promise<number> {
  for (let tries = 0; tries < 60; tries += 1) {
    const now = await counted(tables);
    if (now.written >= inserted) return now.read;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the counters never came');
}

/** The proof after each test reads a lot, over a connection that tells of it when it ends: not while the next swipes are counted. */
async function untilProofIsTold(): Promise<void> {
  for (let before = -1, now = 0; now !== before; before = now, now = (await counted('^$')).read)
    await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Rows a swipe reads on each day when everybody swipes once. */
async function rowsEach(days: readonly string[], eaters: readonly number[], more: object = {}): Promise<number[]> {
  const took: number[] = [];
  await untilProofIsTold();
  let { written } = await counted('^trade_plain_');
  let before = await read('^(money_request|plain_grant)', people.length + withLots.length);
  for (const day of days) {
    b.clock.set(Date.parse(`${day}T12:00:00+08:00`));
    const writer = b.another();
    for (let from = 0; from < swipes; from += atOnce)
      for (const outcome of await Promise.all(
        eaters.slice(from, from + atOnce).map((person, i) =>
          writer.submit(
            consume(person, 700, {
              ...freshNumber(100 + i),
              occurredAt: b.clock.now() + from * 1_000,
              ...more,
            }),
          ),
        ),
      ))
        posted(outcome);
    written += swipes;
    // A connection that ends tells what it has read; an idle one takes its time.
    await writer.close();
    // What is known of this month by the time the next one begins.
    await b.database.pool.query('analyze');
    const after = await read('^trade_plain_', written);
    took.push((after - before) / swipes);
    before = after;
  }
  return took;
}

test('on the last day of a month and on the first of an empty one', async () => {
  const took = await rowsEach(['2026-10-31', '2026-11-01'], people);
  expect(Math.max(...took), `rows a swipe: ${took}`).toBeLessThan(mostRowsEach);
});

test('paid by lots of a rule that bounds the day', async () => {
  const took = await rowsEach(['2026-11-30', '2026-12-01'], withLots, { ruleDayLimitsFen });
  expect(Math.max(...took), `rows a swipe: ${took}`).toBeLessThan(mostRowsEach);
});
