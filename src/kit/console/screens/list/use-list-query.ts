/** The rows of a list: asked with the tab's state, kept while the next page comes, asked again on a timer if wanted. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { post } from '../../http/client.ts';
import type { AnyRow } from '../logic/actions.ts';
import { type ListState, wireSearch } from '../logic/search-url.ts';
import { listKey, sumsKey } from '../query-keys.ts';

/** Leafing between tabs within this time asks nothing; a write asks at once. */
const freshMs = 5_000;

export interface ListAnswer {
  rows: AnyRow[];
  total: number;
  totalCapped?: true;
  /** null: not counted along; ask the `sums` verb. */
  sums: Record<string, number> | null;
  check?: { ok: boolean; text: string } | null;
}

export function useListQuery(path: string, spec: AnyPage, state: ListState) {
  const search = useMemo(() => wireSearch(spec, state.search), [spec, state.search]);
  // The definition's own order may lie on a field that is no column; the server knows it without being told.
  const sort = state.sort === spec.list?.sort ? null : state.sort;
  const request = { page: state.page, size: state.size, sort, search };
  const polled = useRef(false);
  const answer = useQuery({
    queryKey: listKey(path, request),
    queryFn: async ({ signal }) => {
      const background = polled.current;
      polled.current = false;
      const data = await post<ListAnswer>(path, 'query', request, { signal, background });
      // Lines of a report are no records and may come without an id.
      return { ...data, rows: data.rows.map((row, i) => (row.id === undefined ? { ...row, id: -1 - i } : row)) };
    },
    placeholderData: keepPreviousData,
    staleTime: freshMs,
  });
  const { refetch } = answer;
  const seconds = spec.list?.refreshSeconds;
  useEffect(() => {
    if (!seconds) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'hidden') return;
      polled.current = true;
      void refetch();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, refetch]);
  const wantsSums = Boolean(spec.list?.totals?.length) && answer.data?.sums === null && !answer.isPlaceholderData;
  const sums = useQuery({
    queryKey: sumsKey(path, search),
    queryFn: ({ signal }) => post<Record<string, number>>(path, 'sums', { search }, { signal }),
    enabled: wantsSums,
  });
  return {
    answer,
    search,
    sums: answer.data?.sums ?? (wantsSums ? sums.data : undefined) ?? null,
    sumsFailed: wantsSums && sums.isError,
  };
}
