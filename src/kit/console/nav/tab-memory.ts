/** Keeps the tab strip and the pages' own state over F5, per browser tab and per identity. */
import type { Tab, TabsState } from './tabs.ts';

const stripKey = 'onecard.tabs';
const stateKey = 'onecard.tabState';
const stateLimitBytes = 400_000;

/** State of a tab's page by its own keys; outlives unmounting, not closing. */
export type PageStates = Map<string, Record<string, unknown>>;

interface Stored {
  owner: string;
  tabs: Tab[];
  current: string;
}

function read<T extends { owner: string }>(key: string, owner: string): T | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as T | null;
    return stored?.owner === owner ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** The strip left by the same identity, or undefined. Nothing of another identity is ever read. */
export function recallStrip(owner: string): { tabs: Tab[]; current: string } | undefined {
  const stored = read<Stored>(stripKey, owner);
  return stored && Array.isArray(stored.tabs) && stored.tabs.length > 0 ? stored : undefined;
}

export function recallStates(owner: string): PageStates {
  const stored = read<{ owner: string; states: [string, Record<string, unknown>][] }>(stateKey, owner);
  return new Map(Array.isArray(stored?.states) ? stored.states : []);
}

/** Writes the strip down. Uncached tabs are left out, as the spec's 新窗口 is not cached. */
export function rememberStrip(owner: string, state: TabsState): void {
  const tabs = state.tabs.filter((t) => t.cache).map((t) => ({ ...t, dirty: false }));
  sessionStorage.setItem(stripKey, JSON.stringify({ owner, tabs, current: state.current } satisfies Stored));
}

/** Writes page states down, unless they are too large to be worth it. */
export function rememberStates(owner: string, states: PageStates): void {
  try {
    const text = JSON.stringify({ owner, states: [...states] });
    if (text.length <= stateLimitBytes) sessionStorage.setItem(stateKey, text);
    else sessionStorage.removeItem(stateKey);
  } catch {
    sessionStorage.removeItem(stateKey);
  }
}

/** Forgets everything. */
export function forgetTabs(): void {
  sessionStorage.removeItem(stripKey);
  sessionStorage.removeItem(stateKey);
}

/** Forgets what another identity left. */
export function forgetOthers(owner: string): void {
  if (!read(stripKey, owner)) forgetTabs();
}
