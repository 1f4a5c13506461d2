/** Every row of a list's filter, for paper: page by page, and once more when the list changed meanwhile. */
import type { AnyPage } from '../../../define/page.ts';
import { post } from '../../http/client.ts';
import type { ListState } from '../logic/search-url.ts';
import { fetchRows, type ListAnswer, listRequest } from './list-request.ts';

/** More than this nobody reads on paper: some eighty sheets. */
export const mostRows = 5_000;
/** Rows asked for at once; the server's limit. */
const atOnce = 500;
const tries = 3;

export interface AllRows extends Pick<ListAnswer, 'rows' | 'check'> {
  /** Totals of the whole filter; null where the list has none. */
  sums: Readonly<Record<string, number>> | null;
}

/** How many there are, when they are too many. */
export interface TooMany {
  total: number;
  capped: boolean;
}

async function readOnce(path: string, spec: AnyPage, state: ListState, signal: AbortSignal) {
  const ask = (page: number) => fetchRows(path, { ...listRequest(spec, state), page, size: atOnce }, { signal });
  const first = await ask(1);
  if (first.totalCapped || first.total > mostRows)
    return { tooMany: { total: first.total, capped: first.totalCapped === true } };
  const rows = [...first.rows];
  let last = first;
  for (let page = 2; rows.length < first.total && last.rows.length > 0; page += 1) {
    last = await ask(page);
    rows.push(...last.rows);
  }
  const wanted = (spec.list?.totals?.length ?? 0) > 0;
  const sums =
    first.sums ??
    (wanted ? await post<Record<string, number>>(path, 'sums', { search: listRequest(spec, state).search }) : null);
  const still = rows.length === first.total && last.total === first.total;
  return { still, all: { rows, sums, check: first.check ?? null } };
}

/**
 * All rows with the totals they add up to. A list that grows while it is read is read again; one that never stands
 * still is given as it was last.
 * @throws ApiError when the server refuses.
 */
export async function readAllRows(
  path: string,
  spec: AnyPage,
  state: ListState,
  signal: AbortSignal = new AbortController().signal,
): Promise<AllRows | TooMany> {
  for (let turn = 1; ; turn += 1) {
    const { tooMany, still, all } = await readOnce(path, spec, state, signal);
    if (tooMany) return tooMany;
    if (still || turn === tries) return all!;
  }
}
