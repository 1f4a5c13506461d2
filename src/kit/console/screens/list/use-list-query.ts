/** The rows of a list: asked with the tab's state, kept while the next page comes, asked again on a timer if wanted. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { post } from '../../http/client.ts';
import type { ListState } from '../logic/search-url.ts';
import { listKey, sumsKey } from '../query-keys.ts';
import { fetchRows, freshMs, listRequest } from './list-request.ts';

export function useListQuery(path: string, spec: AnyPage, state: ListState) {
  const request = useMemo(() => listRequest(spec, state), [spec, state]);
  const { search } = request;
  const polled = useRef(false);
  const answer = useQuery({
    queryKey: listKey(path, request),
    queryFn: ({ signal }) => {
      const background = polled.current;
      polled.current = false;
      return fetchRows(path, request, { signal, background });
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
