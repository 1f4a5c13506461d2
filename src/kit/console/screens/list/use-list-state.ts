/** A list's search, page, size and order, kept in its tab's query; inside a record beside it, under the tab. */
import { useCallback, useContext, useMemo } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import { daysNow } from '../../clock.ts';
import { replaceTab } from '../../nav/tabs-store.ts';
import { useTab, useTabState } from '../../nav/use-tab.ts';
import { type ListState, readListState, type Search, writeListState } from '../logic/search-url.ts';
import { OwnerContext } from './belonging.ts';

/**
 * The state and the function that changes parts of it. A change of search or order goes back to page 1; the browser's
 * Back undoes the change. Lines of a record are always searched by it, whatever else is asked.
 */
export function useListState(path: string, spec: AnyPage): [ListState, (part: Partial<ListState>) => void] {
  const tab = useTab();
  const by = spec.of?.by;
  const inside = useContext(OwnerContext);
  const owner = by ? (inside ?? Number(tab.query[by])) : undefined;
  const [own, setOwn] = useTabState<Record<string, string>>(`lines:${path}:${owner ?? ''}`, {});
  const query = inside === undefined ? tab.query : own;
  const state = useMemo(() => {
    const read = readListState(spec, query, daysNow());
    const held: Search = by && owner ? { [by]: owner } : {};
    return { ...read, search: { ...read.search, ...held } };
  }, [spec, query, by, owner]);
  const set = useCallback(
    (part: Partial<ListState>) => {
      const next = { ...state, ...('page' in part ? {} : { page: 1 }), ...part };
      if (by && owner) next.search = { ...next.search, [by]: owner };
      const written = writeListState(spec, next, daysNow());
      if (inside === undefined) replaceTab({ path, query: written }, { id: tab.id, step: true });
      else setOwn(written);
    },
    [path, spec, state, tab.id, inside, by, owner, setOwn],
  );
  return [state, set];
}
