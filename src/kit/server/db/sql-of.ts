/** SQL text over a handle of the query builder: the same connection, so inside a command the command's transaction. */
import { CompiledQuery } from 'kysely';
import type { Db } from '../context.ts';

/** Anything that runs a parametrised statement with the house's types: a pool, a client, or a handle through `sqlOf`. */
export interface Sql {
  query<R extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ rows: R[]; rowCount: number | null }>;
}

/**
 * The handle's own connection. Text is not narrowed to the scope: every statement names the organization it reads.
 * `rowCount` is the number of rows written, 0 for a select.
 */
export function sqlOf(db: Db): Sql {
  return {
    query: async <R extends object>(text: string, values: readonly unknown[] = []) => {
      const result = await db.executeQuery<R>(CompiledQuery.raw(text, [...values]));
      return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? 0n) };
    },
  };
}
