/** What a list asks the server for its rows. */
import type { AnyPage } from '../../../define/page.ts';
import { post } from '../../http/client.ts';
import type { AnyRow } from '../logic/actions.ts';
import { type ListState, type Search, wireSearch } from '../logic/search-url.ts';

/** Leafing between tabs within this time asks nothing; a write asks at once. */
export const freshMs = 5_000;

export interface ListAnswer {
  rows: AnyRow[];
  total: number;
  totalCapped?: true;
  /** null: not counted along; ask the `sums` verb. */
  sums: Record<string, number> | null;
  check?: { ok: boolean; text: string } | null;
}

export interface ListRequest {
  page: number;
  size: number;
  sort: string | null;
  search: Search;
}

/** The body of `query` for a list's state. */
export function listRequest(spec: AnyPage, state: ListState): ListRequest {
  // The definition's own order may lie on a field that is no column; the server knows it without being told.
  const sort = state.sort === spec.list?.sort ? null : state.sort;
  return { page: state.page, size: state.size, sort, search: wireSearch(spec, state.search) };
}

/** One page of rows. Lines of a report are no records and may come without an id: they get one below zero. */
export async function fetchRows(
  path: string,
  request: ListRequest,
  how: { signal: AbortSignal; background?: boolean },
): Promise<ListAnswer> {
  const data = await post<ListAnswer>(path, 'query', request, how);
  return { ...data, rows: data.rows.map((row, i) => (row.id === undefined ? { ...row, id: -1 - i } : row)) };
}
