/** Who changed a record, newest first, out of the audit log. */
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { beyondScope } from '../query/beyond-scope.ts';
import { rowsById } from '../query/list.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Registered } from './registry.ts';

/** Lines of the log about a record, the newest first; whoever asks has seen that it is in scope: who changed it may be of another unit. */
const linesOf = (entry: Registered, ctx: Ctx, id: number) =>
  beyondScope(ctx)
    .selectFrom('system_log')
    .where(
      'page',
      'in',
      entry.page.places.map((p) => p.path),
    )
    .where('target_id', '=', String(id))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');

/** At most 200 lines of a record in scope. */
export async function history(entry: Registered, ctx: Ctx, id: number | undefined): Promise<unknown> {
  if (!id || !entry.binding.list) return refuse('NOT_FOUND');
  const [row] = await rowsById({ page: entry.page, source: entry.binding.list }, ctx, [id]);
  if (!row) return refuse('NOT_FOUND');
  return linesOf(entry, ctx, id).select(['at', 'actor', 'ip', 'action', 'changes']).limit(200).execute();
}

/** Somebody else has changed the record, in scope, since it was read: who, when and what, as far as the log knows. */
export async function refuseStale(entry: Registered, ctx: Ctx, id: number): Promise<Refusal> {
  const last = await linesOf(entry, ctx, id)
    .select(['at', 'actor', 'action', 'changes'])
    .where('result', '=', 'OK')
    .limit(1)
    .executeTakeFirst();
  if (!last) return refuse('STALE');
  const labels = (last.changes as { label: string }[]).map(({ label }) => label);
  const when = isoAt(Date.parse(last.at)).slice(5, 16).replace('T', ' ');
  const what = labels.length > 0 ? `（${labels.join('、')}）` : '';
  return refuse('STALE', { who: `「${last.actor}」在 ${when} `, what });
}
