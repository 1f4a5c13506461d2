/** Fetches a page's code when its link is pointed at: in an idle moment, 2 s later at the latest (product spec §9). */
import { findPage } from '../registry/find-page.ts';
import { loadPage } from '../registry/load-page.ts';

const idleTimeoutMs = 2000;
const asked = new Set<string>();

/** Prefetches the page at `path`; every page once, unknown paths never. Failures are left to the real visit. */
export function prefetchPage(path: string): void {
  const found = findPage(path);
  if (!found || asked.has(path)) return;
  asked.add(path);
  const fetchIt = () => {
    loadPage(found).catch(() => asked.delete(path));
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchIt, { timeout: idleTimeoutMs });
  else setTimeout(fetchIt, 1);
}
