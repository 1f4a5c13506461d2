/** Names under which answers of a page are cached. Everything of one page starts with `['page', path]`. */
import type { QueryClient } from '@tanstack/react-query';
import { markSaved } from './list/saved-rows.ts';

export const pageKey = (path: string) => ['page', path] as const;
export const listKey = (path: string, request: unknown) => ['page', path, 'query', request] as const;
export const sumsKey = (path: string, search: unknown) => ['page', path, 'sums', search] as const;
/** All rows of a filter, for its chart. */
export const chartRowsKey = (path: string, of: unknown) => ['page', path, 'chart', of] as const;
export const recordKey = (path: string, id: number) => ['page', path, 'get', id] as const;
export const historyKey = (path: string, id: number) => ['page', path, 'history', id] as const;
export const prefsKey = (path: string) => ['list-state', path] as const;

/**
 * After a write: the page's lists and records are asked again where they show, choices of other forms as well,
 * and the touched rows flash. Resolves when the page's own answers are there.
 */
export function afterWrite(client: QueryClient, path: string, ids: readonly number[]): Promise<void> {
  markSaved(path, ids);
  void client.invalidateQueries({ queryKey: ['options', path] });
  return client.invalidateQueries({
    predicate: ({ queryKey: [kind, of] }) => kind === 'page' && typeof of === 'string' && related(of, path),
  });
}

/** A page, the lines inside its records, and the page whose records it lies in. */
const related = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
