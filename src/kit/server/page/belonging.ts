/** Pages that belong to another: lines of its record. Whoever may look at the owner may look at them, record by record. */
import { ownerPath } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { rowsById } from '../query/list.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Search } from './binding.ts';
import { readId } from './read-id.ts';
import type { Registered, Registry } from './registry.ts';

/** As many as one call of a button may name. */
const mostIds = 1000;

/** Refuses lines asked for without their record, or with one the session cannot see. */
export async function withoutOwner(
  registry: Registry,
  entry: Registered,
  ctx: Ctx,
  search: Search,
): Promise<Refusal | undefined> {
  const by = entry.page.of?.by;
  if (!by) return undefined;
  const value = search[by];
  const id = readId(Array.isArray(value) ? value[0] : value);
  if (!id || (Array.isArray(value) && value.length !== 1)) return refuse('MALFORMED', { detail: `缺少 ${by}` });
  const owner = registry.at(ownerPath(entry.path));
  const source = owner?.binding.list;
  if (!owner || !source) return undefined;
  const [row] = await rowsById({ page: owner.page, source }, ctx, [id]);
  return row ? undefined : refuse('NOT_FOUND');
}

/** Refuses lines named by their ids when the record of one of them lies outside what the session may see. */
export async function foreignLines(
  registry: Registry,
  entry: Registered,
  ctx: Ctx,
  body: Readonly<Record<string, unknown>>,
): Promise<Refusal | undefined> {
  const by = entry.page.of?.by;
  const source = entry.binding.list;
  if (!by || !source) return undefined;
  const ids = (Array.isArray(body.ids) ? body.ids : [body.id]).map(readId).filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const rows = await rowsById({ page: entry.page, source }, ctx, ids.slice(0, mostIds));
  for (const owner of new Set(rows.map((row) => row[by]))) {
    const refused = await withoutOwner(registry, entry, ctx, { [by]: owner });
    if (refused) return refused;
  }
  return undefined;
}
