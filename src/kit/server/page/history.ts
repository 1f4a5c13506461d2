/** Who changed a record, newest first, out of the audit log. */
import { sql } from 'kysely';
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

/** The last thing done to a record in scope, as far as the log knows; of a settings page (no id) the last change of it. */
async function lastDone(entry: Registered, ctx: Ctx, id: number) {
  const columns = ['at', 'actor', 'action', 'changes'] as const;
  const paths = entry.page.places.map((p) => p.path);
  const line = await (id > 0
    ? linesOf(entry, ctx, id).select(columns).where('result', '=', 'OK').limit(1).executeTakeFirst()
    : ctx.db
        .selectFrom('system_log')
        .select(columns)
        .where('page', 'in', paths)
        .where('target_id', 'is', null)
        .where('result', '=', 'OK')
        .where(sql<boolean>`changes <> '[]'`)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst());
  if (!line) return undefined;
  const when = isoAt(Date.parse(line.at)).slice(5, 16).replace('T', ' ');
  return { who: `「${line.actor}」在 ${when} `, line };
}

/** Somebody else has changed the record, in scope, since it was read: who, when and what, as far as the log knows. */
export async function refuseStale(entry: Registered, ctx: Ctx, id: number): Promise<Refusal> {
  const last = await lastDone(entry, ctx, id);
  if (!last) return refuse('STALE');
  const labels = (last.line.changes as { label: string }[]).map(({ label }) => label);
  const what = labels.length > 0 ? `（${labels.join('、')}）` : '';
  return refuse('STALE', { who: last.who, what });
}

/** `（「复核员」在 11-20 09:00 过账）`: who brought a document into the state that stands in the way; '' where nobody knows. */
export async function saidLast(entry: Registered, ctx: Ctx, id: number): Promise<string> {
  const last = await lastDone(entry, ctx, id);
  return last ? `（${last.who}${last.line.action}）` : '';
}
