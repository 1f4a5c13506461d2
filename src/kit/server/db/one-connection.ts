/**
 * A command holds a connection; one that asks the pool for a second waits, with all others like it, for connections that
 * they hold themselves. The pool therefore knows who is inside a command and says so at once.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Pool } from 'pg';

interface Inside {
  /** What runs: the page's path. */
  path: string;
  /** Work that a command leaves behind (a timer, a background call) holds nothing any more. */
  open: boolean;
}

const commands = new AsyncLocalStorage<Inside>();

/** Runs `work` as a command at `path`: until it ends, a guarded pool gives it no connection. */
export async function insideCommand<T>(path: string, work: () => Promise<T>): Promise<T> {
  const inside: Inside = { path, open: true };
  try {
    return await commands.run(inside, work);
  } finally {
    inside.open = false;
  }
}

/** Tells `onSecond` whenever a command asks `pool` for a connection; what that throws is what the command gets. */
export function guardPool(pool: Pool, onSecond: (error: Error) => void): void {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]) => {
    const inside = commands.getStore();
    if (inside?.open)
      onSecond(
        new Error(
          `${inside.path}: a command asks the pool for a second connection; read through ctx.db (sqlOf(ctx.db) for SQL text)`,
        ),
      );
    return connect(...args);
  };
  pool.connect = guarded as Pool['connect'];
}
