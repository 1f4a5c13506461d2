/** Statements that are asked again and again: planned once on each connection of a pool instead of each time. */
import { Pool } from 'pg';
import type { Sql } from './sql-of.ts';

/**
 * As `db.query`, prepared under `name` where `db` is a pool. For texts that never vary and whose plan does not hang on the values
 * (settings of an organization): reading them costs less than planning them. In a command's transaction it is a plain statement.
 */
export const prepared = <R extends object>(db: Sql, name: string, text: string, values: readonly unknown[]) =>
  db instanceof Pool ? db.query<R>({ name, text, values: [...values] }) : db.query<R>(text, values);
