/** Which of the console's few outermost screens the address means. Pages below /admin are tabs and not decided here. */
import { useSyncExternalStore } from 'react';

export type Surface = 'entry' | 'login' | 'not-core' | 'admin' | 'unknown';

/** The surface of a path. */
export function surfaceOf(path: string): Surface {
  const trimmed = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (trimmed === '/') return 'entry';
  if (trimmed === '/login') return 'login';
  if (trimmed === '/not-core') return 'not-core';
  return trimmed === '/admin' || trimmed.startsWith('/admin/') ? 'admin' : 'unknown';
}

const listeners = new Set<() => void>();

/** Goes to another surface without loading the page anew. The address is replaced: the way back is not through it. */
export function goSurface(path: string): void {
  window.history.replaceState(null, '', path);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('popstate', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('popstate', listener);
  };
}

/** The surface shown now. */
export function useSurface(): Surface {
  return useSyncExternalStore(subscribe, () => surfaceOf(window.location.pathname));
}
