/** Who changed a record, newest first, out of the audit log. */
import { sql } from 'kysely';
import { isoAt } from '../clock.ts';
import type { Ctx } from '../context.ts';
import { beyondScope } from '../query/beyond-scope.ts';
import { rowsById } from '../query/list.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Registered } from './registry.ts';

/** Lines of the log about records, the newest first; whoever asks has seen that they are in scope: who changed one may be of another unit. */
const linesOf = (pages: readonly string[], ctx: Ctx, ids: readonly number[]) =>
  beyondScope(ctx)
    .selectFrom('system_log')
    .where('page', 'in', pages)
    .where('target_id', 'in', ids.map(String))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');

const pathsOf = (entry: Registered) => entry.page.places.map((p) => p.path);

/** At most 200 lines of a record in scope. */
export async function history(entry: Registered, ctx: Ctx, id: number | undefined): Promise<unknown> {
  if (!id || !entry.binding.list) return refuse('NOT_FOUND');
  const [row] = await rowsById({ page: entry.page, source: entry.binding.list }, ctx, [id]);
  if (!row) return refuse('NOT_FOUND');
  return linesOf(pathsOf(entry), ctx, [id]).select(['at', 'actor', 'ip', 'action', 'changes']).limit(200).execute();
}

const columns = ['at', 'actor', 'action', 'changes'] as const;
/** How far back an act upon many records at once may be the one that changed this. */
const bulkMs = 86_400_000;

/** The last act on the page that names no record: a change of settings, or one of many records at once. */
const nameless = (entry: Registered, ctx: Ctx) =>
  ctx.db
    .selectFrom('system_log')
    .select(columns)
    .where('page', 'in', pathsOf(entry))
    .where('target_id', 'is', null)
    .where('result', '=', 'OK')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);

/** The last thing done to one of the records, on whatever page. */
const doneTo = (ctx: Ctx, ids: readonly number[]) =>
  linesOf(
    ctx.services.registry.all.map((one) => one.path),
    ctx,
    ids,
  )
    .select(columns)
    .where('result', '=', 'OK')
    .limit(1)
    .executeTakeFirst();

/**
 * The last thing done to one of the records in scope, as far as the log knows: on whatever page it was done, or else to many at
 * once on this one. Of a settings page (no ids) the last change of it.
 */
async function lastDone(entry: Registered, ctx: Ctx, ids: readonly number[]) {
  if (ids.length === 0) return nameless(entry, ctx).where(sql<boolean>`changes <> '[]'`).executeTakeFirst();
  return (
    (await doneTo(ctx, ids)) ??
    (await nameless(entry, ctx)
      .where('at', '>', isoAt(ctx.clock.now() - bulkMs))
      .executeTakeFirst())
  );
}

const saidOf = ({ at, actor }: { at: string; actor: string }) =>
  `「${actor}」在 ${isoAt(Date.parse(at)).slice(5, 16).replace('T', ' ')} `;

/** Somebody else has changed one of the records, in scope, since they were read: who, when and what, as far as the log knows. */
export async function refuseStale(entry: Registered, ctx: Ctx, ids: readonly number[]): Promise<Refusal> {
  const last = await lastDone(entry, ctx, ids);
  if (!last) return refuse('STALE');
  const labels = (last.changes as { label: string }[]).map(({ label }) => label);
  const what = labels.length > 0 ? `（${labels.join('、')}）` : '';
  return refuse('STALE', { who: saidOf(last), what });
}

/** `（「复核员」在 11-20 09:00 过账）`: who brought a document into the state that stands in the way; '' where nobody knows. */
export async function saidLast(ctx: Ctx, id: number): Promise<string> {
  const last = await doneTo(ctx, [id]);
  return last ? `（${saidOf(last)}${last.action}）` : '';
}
