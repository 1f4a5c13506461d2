/** Rows written a moment ago, so that their list can flash them once it shows them. */
import { useSyncExternalStore } from 'react';

const saved = new Map<string, ReadonlySet<number>>();
const listeners = new Set<() => void>();
const none: ReadonlySet<number> = new Set();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Remembers rows of a page as just saved; they replace earlier ones. */
export function markSaved(path: string, ids: readonly number[]): void {
  saved.set(path, new Set(ids));
  tell();
}

/** Forgets them, once they have flashed. */
export function forgetSaved(path: string): void {
  if (saved.delete(path)) tell();
}

export function useSavedRows(path: string): ReadonlySet<number> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => saved.get(path) ?? none,
  );
}
