/** What a link to a list with a search will open: the query of its address, and exactly how many rows stand there. */
import { searchFields } from '../../define/page.ts';
import type { Ctx } from '../context.ts';
import { countRows } from '../query/list-totals.ts';
import { isRefusal, refusalMessage } from '../refusal.ts';
import { listQueryOf } from './list-query.ts';
import { readSearch } from './query-input.ts';

export interface RowsBehind {
  count: number;
  query: Record<string, string>;
}

/** Says in an address that a search which has an initial value is emptied. */
const anything = '*';

const written = (value: unknown): string =>
  Array.isArray(value) ? value.map((part) => (part === null ? '' : String(part))).join(',') : String(value);

/** @throws where the page does not search so: a link that opens something else is a defect. */
export async function rowsBehind(
  ctx: Ctx,
  path: string,
  asked: Readonly<Record<string, unknown>>,
): Promise<RowsBehind> {
  const entry = ctx.services.registry.at(path);
  if (!entry) throw new Error(`no page at ${path}`);
  const search = readSearch(entry.page, asked);
  if (isRefusal(search)) throw new Error(`${path}: ${refusalMessage(search)}`);
  const list = listQueryOf(entry);
  const count = list
    ? (await countRows(list, ctx, search)).total
    : ((await entry.binding.query?.(ctx, { page: 1, size: 1, sort: null, search }))?.total ?? 0);
  const emptied = searchFields(entry.page).filter(({ key, initial }) => initial && !(key in asked));
  const query = { ...Object.fromEntries(emptied.map(({ key }) => [key, anything])) };
  for (const [key, value] of Object.entries(asked)) query[key] = written(value);
  return { count, query };
}
