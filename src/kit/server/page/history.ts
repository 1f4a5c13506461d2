/** Who changed a record, newest first, out of the audit log. */
import type { Ctx } from '../context.ts';
import { beyondScope } from '../query/beyond-scope.ts';
import { rowsById } from '../query/list.ts';
import { refuse } from '../refusal.ts';
import type { Registered } from './registry.ts';

/** At most 200 lines of a record in scope. */
export async function history(entry: Registered, ctx: Ctx, id: number | undefined): Promise<unknown> {
  if (!id || !entry.binding.list) return refuse('NOT_FOUND');
  const [row] = await rowsById({ page: entry.page, source: entry.binding.list }, ctx, [id]);
  if (!row) return refuse('NOT_FOUND');
  // The record is in scope; who changed it may be of another unit.
  return beyondScope(ctx)
    .selectFrom('system_log')
    .select(['at', 'actor', 'ip', 'action', 'changes'])
    .where(
      'page',
      'in',
      entry.page.places.map((p) => p.path),
    )
    .where('target_id', '=', String(id))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
}
