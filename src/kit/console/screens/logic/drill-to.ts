/** Where the values of a list lead: every number of a report, and the columns that say so. */
import type { AnyPage, Drill } from '../../../define/page.ts';
import type { LocationInput } from '../../nav/location.ts';
import type { AnyRow } from './actions.ts';
import { addedKey, type Column } from './columns.ts';
import { linkQuery, type Search } from './search-url.ts';
import { isBlank } from './validate.ts';

const numbers = new Set(['money', 'int', 'weight', 'decimal']);

type Cell = Pick<Column, 'key' | 'field'>;

/** Where a column's value of a row leads by the definition; undefined for nowhere. */
function drillOf({ list, report }: AnyPage, { key, field }: Cell, value: unknown): Drill | undefined {
  if (isBlank(value) || value === 0) return undefined;
  const own = list?.drills?.[key] ?? report?.drill?.columns?.[key];
  if (own !== undefined) return own ?? undefined;
  return numbers.has(field.kind) && typeof value === 'number' ? report?.drill : undefined;
}

/** The location a cell opens, with the list's filter as it is shown and as it is sent; undefined for none. */
export function drillTo(
  spec: AnyPage,
  row: AnyRow,
  cell: Cell,
  shown: Search,
  sent: Search,
): Exclude<LocationInput, string> | undefined {
  const drill = drillOf(spec, cell, row[cell.key]);
  if (!drill) return undefined;
  const { path: to, search: lines, group } = drill;
  const path = typeof to === 'string' ? to : to(row);
  if (path === undefined) return undefined;
  return {
    path,
    // Days as the clerk chose them, not the instants that travel: the target shows them in its own search.
    query: { ...linkQuery(path, lines(row, { ...sent, ...shown }), group), [addedKey]: cell.key },
  };
}
