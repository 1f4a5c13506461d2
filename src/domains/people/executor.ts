/** Statements of this domain that also run inside the wallet's transaction are plain SQL over this small door. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../../kit/server/context.ts';

/** Runs one parametrised statement: a pool, a client, the wallet's `Tx`, or a Kysely handle through `executorOf`. */
export interface Executor {
  query<R extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>;
}

/** The transaction (or connection pool) of a Kysely handle. Not narrowed to a scope: statements name the organization. */
export function executorOf(db: Db): Executor {
  return {
    query: async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const result = await db.executeQuery<R>(CompiledQuery.raw(text, [...values]));
      return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? 0n) };
    },
  };
}

/** Runs `work` in the handle's transaction, or in a new one when it is not in one. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute((trx) => work(trx));
}
