/** Work that needs a transaction and may already be in one. */
import type { Db } from '../../kit/server/context.ts';

/** Runs `work` in the handle's transaction, or in a new one when it is not in one. */
export function inTransaction<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute((trx) => work(trx));
}
