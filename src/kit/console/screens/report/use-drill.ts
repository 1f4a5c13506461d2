/** Values of a list that lead to the lines behind them, with the same filter: every number of a report, columns that say so. */
import { useMemo } from 'react';
import type { AnyPage, Drill } from '../../../define/page.ts';
import type { LocationInput } from '../../nav/location.ts';
import type { AnyRow } from '../logic/actions.ts';
import { addedKey, type Column } from '../logic/columns.ts';
import { linkQuery, type Search } from '../logic/search-url.ts';
import { isBlank } from '../logic/validate.ts';

const numbers = new Set(['money', 'int', 'weight', 'decimal']);

/** Where a column's value of a row leads by the definition; undefined for nowhere. */
function drillOf({ list, report }: AnyPage, { key, field }: Column, value: unknown): Drill | undefined {
  if (isBlank(value) || value === 0) return undefined;
  const own = list?.drills?.[key] ?? report?.drill?.columns?.[key];
  if (own !== undefined) return own ?? undefined;
  return numbers.has(field.kind) && typeof value === 'number' ? report?.drill : undefined;
}

/** The function that says where a cell leads; undefined for pages whose values lead nowhere. */
export function useDrill(spec: AnyPage, search: Search, wire: Search) {
  const some = spec.report?.drill !== undefined || spec.list?.drills !== undefined;
  const text = JSON.stringify([search, wire]);
  return useMemo(() => {
    if (!some) return undefined;
    const [shown, sent] = JSON.parse(text) as [Search, Search];
    return (row: AnyRow, column: Column): LocationInput | undefined => {
      const drill = drillOf(spec, column, row[column.key]);
      if (!drill) return undefined;
      const { path: to, search: lines, group } = drill;
      const path = typeof to === 'string' ? to : to(row);
      if (path === undefined) return undefined;
      return {
        path,
        // Days as the clerk chose them, not the instants that travel: the target shows them in its own search.
        query: {
          ...linkQuery(path, lines(row, { ...sent, ...shown }), group),
          [addedKey]: column.key,
        },
      };
    };
  }, [spec, some, text]);
}
