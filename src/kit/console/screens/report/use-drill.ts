/** Values of a list that lead to the lines behind them, with the same filter. */
import { useMemo } from 'react';
import type { AnyPage } from '../../../define/page.ts';
import type { LocationInput } from '../../nav/location.ts';
import type { AnyRow } from '../logic/actions.ts';
import type { Column } from '../logic/columns.ts';
import { drillTo } from '../logic/drill-to.ts';
import type { Search } from '../logic/search-url.ts';

/** The function that says where a cell leads; undefined for pages whose values lead nowhere. */
export function useDrill(spec: AnyPage, search: Search, wire: Search) {
  const some = spec.report?.drill !== undefined || spec.list?.drills !== undefined;
  const text = JSON.stringify([search, wire]);
  return useMemo(() => {
    if (!some) return undefined;
    const [shown, sent] = JSON.parse(text) as [Search, Search];
    return (row: AnyRow, column: Column): LocationInput | undefined => drillTo(spec, row, column, shown, sent);
  }, [spec, some, text]);
}
