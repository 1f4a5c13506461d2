/** The one way out of the tenant wall inside a page's work. */
import type { Ctx, Db } from '../context.ts';

/**
 * The context's handle, on the same connection, without the wall: for what a session may know of units it does not
 * see, e.g. the name of a partner by its contract. Say beside the call what opens the row.
 */
export function beyondScope(ctx: Pick<Ctx, 'db'>): Db {
  return ctx.db.withoutPlugins();
}
