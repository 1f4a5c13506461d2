/** Proves the stock of every contractor and keeps the result. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { checkStock, type StockBreak } from './invariants.ts';

const keptBreaks = 200;

export async function runStockChecks({
  pool,
  clock,
  ids,
}: Pick<Services, 'pool' | 'clock' | 'ids'>): Promise<StockBreak[]> {
  const startedAt = isoAt(clock.now());
  const { breaks, entries } = await inTransaction(pool, async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only');
    await tx.query('set local statement_timeout = 300000; set local jit = off');
    const { rows } = await tx.query<{ n: number }>(
      'select /* wall: the proof reads every contractor */ count(*) as n from stock_entry',
    );
    return { breaks: await checkStock(tx), entries: rows[0]!.n };
  });
  await pool.query(
    `insert into stock_check_run (id, started_at, finished_at, entry_count, break_count, breaks) values ($1, $2, $3, $4, $5, $6)`,
    [
      await ids.next(),
      startedAt,
      isoAt(clock.now()),
      entries,
      breaks.length,
      JSON.stringify(breaks.slice(0, keptBreaks)),
    ],
  );
  return breaks;
}
