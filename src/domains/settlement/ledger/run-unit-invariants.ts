/** Proves the unit ledger and keeps the result. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { checkUnitInvariants, type UnitBreak } from './invariants.ts';

/** The books follow by the hour: what is older than one run that was missed has to be in them. */
const bookedWithinMs = 2 * 3_600_000;

/** Breaks kept with a run; the count is always whole. */
const keptBreaks = 200;

export async function runUnitInvariants({
  pool,
  clock,
  ids,
  db,
  unitRulesAbove,
}: Pick<Services, 'pool' | 'clock' | 'ids' | 'db' | 'unitRulesAbove'>): Promise<UnitBreak[]> {
  const startedAt = isoAt(clock.now());
  const { breaks, postings } = await inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query(`set local statement_timeout = 300000; set local jit = off`);
    const { rows } = await tx.query<{ n: number }>(
      'select /* wall: the proof reads every unit */ count(*) as n from unit_posting',
    );
    return { breaks: await checkUnitInvariants(tx, clock.now() - bookedWithinMs), postings: rows[0]!.n };
  });
  for (const { rule, find } of unitRulesAbove) for (const one of await find(db)) breaks.push({ rule, ...one });
  await pool.query(
    `insert into unit_invariant_run (id, started_at, finished_at, posting_count, break_count, breaks) values ($1, $2, $3, $4, $5, $6)`,
    [
      await ids.next(),
      startedAt,
      isoAt(clock.now()),
      postings,
      breaks.length,
      JSON.stringify(breaks.slice(0, keptBreaks)),
    ],
  );
  return breaks;
}
