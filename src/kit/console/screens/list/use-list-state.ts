/** A list's search, page, size and order, kept in its tab's query. */
import { useCallback, useMemo } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { daysNow } from '../../clock.ts';
import { replaceTab } from '../../nav/tabs-store.ts';
import { useTab } from '../../nav/use-tab.ts';
import { type ListState, readListState, writeListState } from '../logic/search-url.ts';

/** The state and the function that changes parts of it. A change of search or order goes back to page 1. */
export function useListState(path: string, spec: AnyPage): [ListState, (part: Partial<ListState>) => void] {
  const tab = useTab();
  const state = useMemo(() => readListState(spec, tab.query, daysNow()), [spec, tab.query]);
  const set = useCallback(
    (part: Partial<ListState>) => {
      const next = { ...state, ...('page' in part ? {} : { page: 1 }), ...part };
      replaceTab({ path, query: writeListState(spec, next, daysNow()) }, { id: tab.id });
    },
    [path, spec, state, tab.id],
  );
  return [state, set];
}
