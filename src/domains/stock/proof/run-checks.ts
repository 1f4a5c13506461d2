/** Proves the books of every contractor and keeps the result. */
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { businessDay, monthOf } from '../../wallet/public.server.ts';
import { checkBooks } from './check-books.ts';
import type { StockBreak } from './invariants.ts';

/** Breaks kept of each contractor with a run; the count is always whole. */
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

/** What the last run found in the books of a contractor; it stands until a run finds nothing. */
export async function foundLast(db: Sql, contractorId: number): Promise<StockBreak[]> {
  const { rows } = await db.query<StockBreak>(
    `select b.rule, b.subject, b.found from (select r.breaks from stock_check_run r order by r.started_at desc, r.id desc limit 1) l
     cross join lateral jsonb_to_recordset(l.breaks) as b ("contractorId" bigint, rule text, subject text, found text)
     where b."contractorId" = $1`,
    [contractorId],
  );
  return rows;
}

/**
 * The first day a page looks at where nobody asks for more: what no night has proven, and where no proof stands, last month and this
 * one. The whole history of a caterer is read by night or on demand.
 */
export async function shownSince(db: Sql, now: number): Promise<string> {
  const last = monthOf(addDays(monthOf(businessDay(now)), -1));
  return (await provenTo(db, now)) ?? last;
}

/** Whose each break is: asked once more of every contractor, only where there are any. */
async function byContractor(services: Pick<Services, 'stockRulesAbove'>, tx: Sql, since: string | null) {
  const { rows } = await tx.query<{ id: number }>(
    'select /* wall: the proof reads every contractor */ c.id from contractor c order by c.id',
  );
  const kept: (StockBreak & { contractorId: number })[] = [];
  for (const { id } of rows) {
    const own = await checkBooks(services, tx, id, since);
    kept.push(...own.slice(0, keptBreaks).map((one) => ({ contractorId: id, ...one })));
  }
  return kept;
}

/** Every night what came since the last proof; once a week, and after a break, everything from the first entry on. */
export async function runStockChecks(
  { pool, clock, ids, stockRulesAbove }: Pick<Services, 'pool' | 'clock' | 'ids' | 'stockRulesAbove'>,
  whole = false,
): Promise<StockBreak[]> {
  const startedAt = isoAt(clock.now());
  const since = whole ? null : await provenTo(pool, clock.now());
  const { breaks, kept, entries, to } = await inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query('set local statement_timeout = 300000; set local jit = off');
    const { rows } = await tx.query<{ n: number; to: string | null }>(
      `select /* wall: the proof reads every contractor */ count(*) as n, max(e.business_date)::text as to from stock_entry e
       where $1::date is null or e.business_date >= $1`,
      [since],
    );
    const breaks = await checkBooks({ stockRulesAbove }, tx, null, since);
    const kept = breaks.length === 0 ? [] : await byContractor({ stockRulesAbove }, tx, since);
    return { breaks, kept, entries: rows[0]!.n, to: rows[0]!.to };
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
      JSON.stringify(kept),
      since === null,
      to ?? since,
    ],
  );
  return breaks;
}
