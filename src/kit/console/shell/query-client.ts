/** The one cache of answers. What belongs to a page is keyed `['page', path, …]` and goes when its last tab closes. */
import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/client.ts';
import { pageOf } from './menus.ts';

const keepMs = 5 * 60_000;
/** By then the closed pages have let go of their queries. */
const settleMs = 200;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      gcTime: keepMs,
      refetchOnWindowFocus: false,
      // A refusal stays a refusal; only a broken connection is worth a second try.
      retry: (count, error) => count < 1 && error instanceof ApiError && error.errorcode === -1,
    },
    mutations: { retry: false },
  },
});

/** Drops what was cached for pages that have no tab left. */
export function dropPages(closed: readonly string[], open: readonly string[]): void {
  const still = new Set(open.map(pageOf));
  for (const path of new Set(closed.map(pageOf))) {
    if (still.has(path)) continue;
    const queryKey = ['page', path];
    // The page that shows still looks at its rows; when it lets go in a moment, they are not kept for minutes more.
    for (const query of queryClient.getQueryCache().findAll({ queryKey })) query.gcTime = 0;
    queryClient.removeQueries({ queryKey });
  }
  // Only the home tab is left: whatever nobody looks at now belongs to pages that are gone.
  if (open.length === 1) setTimeout(() => queryClient.removeQueries({ type: 'inactive' }), settleMs);
}
