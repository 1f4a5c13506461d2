/** The ledger between units on a database of its own, for this domain's tests. */
import { testDatabase } from '../../../tests/support/postgres.ts';
import { manualClock } from '../../kit/server/clock.ts';
import type { Services } from '../../kit/server/context.ts';
import { createPool } from '../../kit/server/db/pool.ts';
import { blockIds } from '../../kit/server/ids.ts';
import { inTransaction } from '../../kit/server/jobs/in-transaction.ts';
import { isRefusal, type Refusal } from '../../kit/server/refusal.ts';
import type { Line, UnitPurse } from './ledger/lines.ts';
import { post } from './ledger/post.ts';
import type { Purse } from './ledger/purses.ts';

/** Opens an empty database with the ids and the clock a ledger needs. */
export async function ledgerBench(at = '2026-11-20T09:00:00+08:00') {
  const database = await testDatabase();
  const { pool } = database;
  // As in the house: ids are fetched beside the pool, by whoever holds a connection of it.
  const aside = createPool({ connectionString: database.connectionString }, { max: 1 });
  const ids = blockIds(
    async () => (await aside.query<{ block: number }>(`select nextval('id_block') as block`)).rows[0]!.block,
  );
  const tools = { pool, clock: manualClock(Date.parse(at)), ids };
  /** In a transaction that a refusal rolls back. */
  const within = async <T>(work: (tx: Parameters<Parameters<typeof inTransaction>[1]>[0]) => Promise<T | Refusal>) => {
    let refused: Refusal | undefined;
    const answer = await inTransaction(pool, async (tx) => {
      const result = await work(tx);
      if (!isRefusal(result)) return result;
      refused = result;
      throw new Error('refused');
    }).catch((error: Error) => {
      if (refused) return refused;
      throw error;
    });
    return answer;
  };
  const balance = async ({ unitType, unitId, purse }: UnitPurse): Promise<number> =>
    (
      await pool.query<{ fen: number }>(
        'select balance_fen as fen from unit_wallet where unit_type = $1 and unit_id = $2 and purse = $3',
        [unitType, unitId, purse],
      )
    ).rows[0]?.fen ?? 0;
  const stop = async () => {
    await aside.end();
    await database.drop();
  };
  return { database, pool, tools, within, balance, stop };
}

export type LedgerBench = Awaited<ReturnType<typeof ledgerBench>>;

export const school = (purse: Purse, unitId = 31): UnitPurse => ({ unitType: 'ORGANIZATION', unitId, purse });
export const caterer = (purse: Purse, unitId = 21): UnitPurse => ({ unitType: 'CONTRACTOR', unitId, purse });

/** `fen` from one side to another. */
export const moving = (
  from: UnitPurse | { account: string },
  to: UnitPurse | { account: string },
  fen: number,
): Line[] => [
  { ...from, amountFen: -fen },
  { ...to, amountFen: fen },
];

// What must hold of money between units, and the door it goes through.
export { checkUnitInvariants } from './ledger/invariants.ts';
export { post } from './ledger/post.ts';
export { settleAll } from './settle-all.ts';

/** Puts `fen` into a unit's purse, as if a bank had sent it; negative, as if it were sent to the bank. */
export async function endow(
  tools: Pick<Services, 'pool' | 'clock' | 'ids'>,
  to: UnitPurse,
  fen: number,
  account = 'bank:test',
): Promise<void> {
  const requestKey = `endow:${await tools.ids.next()}`;
  const lines = moving({ account }, to, fen);
  const answer = await inTransaction(tools.pool, (tx) => post(tools, tx, { requestKey, kind: 'ADJUST', lines }));
  if (isRefusal(answer)) throw new Error(answer.code);
}
