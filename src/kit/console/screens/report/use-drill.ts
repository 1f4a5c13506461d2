/** Every number of a report opens the lines behind it, with the same filter, in a tab. */
import { useMemo } from 'react';
import type { AnyPage, Drill } from '../../../define/page.ts';
import { openTab } from '../../nav/tabs-store.ts';
import type { AnyRow } from '../logic/actions.ts';
import type { Column } from '../logic/columns.ts';
import { type Search, searchQuery } from '../logic/search-url.ts';

const numbers = new Set(['money', 'int', 'weight']);

/** The function that says what a cell opens; undefined for pages whose numbers open nothing. */
export function useDrill(spec: AnyPage, search: Search, wire: Search) {
  const drill = spec.report?.drill;
  const text = JSON.stringify([search, wire]);
  return useMemo(() => {
    if (!drill) return undefined;
    const [shown, sent] = JSON.parse(text) as [Search, Search];
    return (row: AnyRow, column: Column) => {
      const value = row[column.key];
      if (!numbers.has(column.field.kind) || typeof value !== 'number' || value === 0) return undefined;
      const own: Drill | null | undefined = drill.columns?.[column.key];
      if (own === null) return undefined;
      const { path, search: lines } = own ?? drill;
      return () =>
        openTab({
          path: typeof path === 'string' ? path : path(row),
          // Days as the clerk chose them, not the instants that travel: the target shows them in its own search.
          query: searchQuery(lines(row, { ...sent, ...shown })),
        });
    };
  }, [drill, text]);
}
