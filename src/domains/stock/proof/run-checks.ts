/** Proves the stock of every contractor and keeps the result. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { checkStock, type StockBreak } from './invariants.ts';

const keptBreaks = 200;
/** Days that are looked at again all the same, and the longest time without proving everything. */
const [again, atLongest] = [2, 7];

/** Up to which day the entries of all are proven by a run without a break; null where nothing is. */
export async function provenTo(db: Sql, now: number): Promise<string | null> {
  const { rows } = await db.query<{ since: string | null; whole: string | null }>(
    `select (select r.proven_to::text from stock_check_run r where r.break_count = 0 and r.proven_to is not null
       and not exists (select 1 from stock_check_run l where l.started_at > r.started_at and l.break_count > 0)
       order by r.started_at desc limit 1) as since,
     (select max(r.started_at)::date::text from stock_check_run r where r.break_count = 0 and r.whole) as whole`,
  );
  const [{ since, whole } = { since: null, whole: null }] = rows;
  return since && whole && whole > addDays(dateAt(now), -atLongest) ? addDays(since, -again) : null;
}

/** Did the last proof find a break in anybody's books? Whose, and whether it still is one, is looked at where it is shown. */
export async function brokeLast(db: Sql): Promise<boolean> {
  const { rows } = await db.query<{ broke: boolean }>(
    'select r.break_count > 0 as broke from stock_check_run r order by r.started_at desc, r.id desc limit 1',
  );
  return rows[0]?.broke ?? false;
}

/** Every night what came since the last proof; once a week, and after a break, everything from the first entry on. */
export async function runStockChecks(
  { pool, clock, ids }: Pick<Services, 'pool' | 'clock' | 'ids'>,
  whole = false,
): Promise<StockBreak[]> {
  const startedAt = isoAt(clock.now());
  const since = whole ? null : await provenTo(pool, clock.now());
  const { breaks, entries, to } = await inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query('set local statement_timeout = 300000; set local jit = off');
    const { rows } = await tx.query<{ n: number; to: string | null }>(
      `select /* wall: the proof reads every contractor */ count(*) as n, max(e.business_date)::text as to from stock_entry e
       where $1::date is null or e.business_date >= $1`,
      [since],
    );
    return { breaks: await checkStock(tx, null, since), entries: rows[0]!.n, to: rows[0]!.to };
  });
  await pool.query(
    `insert into stock_check_run (id, started_at, finished_at, entry_count, break_count, breaks, whole, proven_to)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      await ids.next(),
      startedAt,
      isoAt(clock.now()),
      entries,
      breaks.length,
      JSON.stringify(breaks.slice(0, keptBreaks)),
      since === null,
      to ?? since,
    ],
  );
  return breaks;
}
