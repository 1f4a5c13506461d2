/** What a page knows of the tab it lives in. */
import { createContext, useCallback, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import type { Query } from './location.ts';
import type { Tab, TabsState } from './tabs.ts';
import { keepValue, keptValue, markDirty, subscribeTabs, tabsState } from './tabs-store.ts';

export interface TabInfo {
  id: string;
  path: string;
  query: Query;
  title: string;
}

/** Set by the tab host around every page. */
export const TabContext = createContext<Tab | undefined>(undefined);

/** The tab this component lives in: its own location, which stays while another tab is shown. */
export function useTab(): TabInfo {
  const tab = useContext(TabContext);
  if (!tab) throw new Error('useTab outside a tab');
  return tab;
}

/** The whole strip; for the shell. */
export function useTabs(): TabsState {
  return useSyncExternalStore(subscribeTabs, tabsState);
}

/**
 * State of a page that outlives its unmounting (the least recently shown tabs are unmounted) and F5, and ends with
 * its tab. Values must survive JSON; never put a password in it.
 */
export function useTabState<T>(key: string, initial: T | (() => T)): [T, (next: T | ((before: T) => T)) => void] {
  const { id } = useTab();
  const [value, setValue] = useState<T>(() => {
    const kept = keptValue(id, key);
    if (kept !== undefined) return kept as T;
    return typeof initial === 'function' ? (initial as () => T)() : initial;
  });
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      setValue((before) => {
        const after = typeof next === 'function' ? (next as (before: T) => T)(before) : next;
        keepValue(id, key, after);
        return after;
      });
    },
    [id, key],
  );
  return [value, set];
}

/** Marks this tab as holding unsaved input while `dirty` is true. */
export function useDirty(dirty: boolean): void {
  const { id } = useTab();
  useEffect(() => {
    markDirty(id, dirty);
  }, [id, dirty]);
}

/** Returns the function that marks this tab as holding unsaved input or not. */
export function useSetDirty(): (dirty: boolean) => void {
  const { id } = useTab();
  return useCallback((dirty: boolean) => markDirty(id, dirty), [id]);
}
