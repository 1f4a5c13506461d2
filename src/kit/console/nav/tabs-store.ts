/** The one tab strip of this browser tab: holds the state, keeps the address bar and session storage in step. */
import { keepsState } from './leaving.ts';
import { type Location, type LocationInput, locationText, type Query, toLocation } from './location.ts';
import {
  forgetOthers,
  type PageStates,
  recallStates,
  recallStrip,
  rememberStates,
  rememberStrip,
} from './tab-memory.ts';
import { currentTab, homeOnly, reduceTabs, type TabsEvent, type TabsState, tabFor } from './tabs.ts';

export interface TabsSetup {
  /** Whose tabs these are; another owner starts afresh. */
  owner: string;
  home: string;
  homeTitle: string;
  /** Title of a known path; undefined when no page knows it. */
  titleOf(path: string, query: Query): string | undefined;
  /** Where an alias leads. */
  canonical(path: string): string;
  /** Asked before tabs with unsaved input close; resolves to whether they may. */
  mayDiscard(titles: string[]): Promise<boolean>;
  /** Told which pages have no tab left, so that their cached data can go. */
  onClosed?(paths: string[]): void;
  /** Told that a page is to be asked anew. */
  onRefresh?(path: string): void;
}

/** Title of a tab whose path no page knows. */
export const unknownTitle = '新窗口';

let state: TabsState | undefined;
let setup: TabsSetup | undefined;
let states: PageStates = new Map();
const listeners = new Set<() => void>();

/** The state of the strip. */
export function tabsState(): TabsState {
  if (!state) throw new Error('tabs used before startTabs');
  return state;
}

export function subscribeTabs(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function syncAddress(how: 'push' | 'replace'): void {
  const tab = currentTab(tabsState());
  const text = locationText(tab);
  const same = window.location.pathname + window.location.search === text;
  if (same && window.history.state?.tab === tab.id) return;
  if (same || how === 'replace') window.history.replaceState({ tab: tab.id }, '', text);
  else window.history.pushState({ tab: tab.id }, '', text);
}

function dispatch(event: TabsEvent, how: 'push' | 'replace' | 'none' = 'push'): void {
  const before = tabsState();
  state = reduceTabs(before, event);
  if (state === before) return;
  if (setup) rememberStrip(setup.owner, state);
  if (how !== 'none') syncAddress(how);
  forgetGone(before, state);
  for (const listener of listeners) listener();
}

function forgetGone(before: TabsState, after: TabsState): void {
  const ids = new Set(after.tabs.map((t) => t.id));
  const paths = new Set(after.tabs.map((t) => t.path));
  const gone = before.tabs.filter((t) => !ids.has(t.id));
  for (const tab of gone) states.delete(tab.id);
  const leftPaths = gone.map((t) => t.path).filter((p) => !paths.has(p));
  if (leftPaths.length > 0) setup?.onClosed?.(leftPaths);
}

function resolve(input: LocationInput): { location: Location; title: string | undefined } {
  const location = toLocation(input);
  const path = setup?.canonical(location.path) ?? location.path;
  return { location: { path, query: location.query }, title: setup?.titleOf(path, location.query) };
}

/**
 * Starts the strip at the window's address: tabs of the same owner come back, then the address opens or activates
 * its tab; /admin alone means the home page. Returns the function that stops it.
 */
export function startTabs(options: TabsSetup): () => void {
  setup = options;
  forgetOthers(options.owner);
  states = recallStates(options.owner);
  const home = toLocation(options.home);
  const fresh = homeOnly(home, options.homeTitle);
  const kept = recallStrip(options.owner)?.tabs.filter((t) => t.closable && t.id !== fresh.current) ?? [];
  state = { ...fresh, tabs: [...fresh.tabs, ...kept] };
  openAddress('replace');
  const onPop = () => openAddress('none');
  const onHide = () => {
    if (keepsState()) rememberStates(options.owner, states);
  };
  window.addEventListener('popstate', onPop);
  window.addEventListener('pagehide', onHide);
  return () => {
    window.removeEventListener('popstate', onPop);
    window.removeEventListener('pagehide', onHide);
    setup = undefined;
  };
}

/** Follows the address bar: the tab named in the history entry goes where the address says. */
function openAddress(how: 'replace' | 'none'): void {
  const { pathname, search } = window.location;
  if (pathname !== '/admin' && !pathname.startsWith('/admin/')) return;
  const { location, title } = resolve(/^\/admin\/?$/.test(pathname) ? (setup?.home ?? '/admin') : pathname + search);
  const named = tabsState().tabs.find((t) => t.id === window.history.state?.tab && t.path === location.path);
  if (named) {
    dispatch({ type: 'activate', id: named.id }, 'none');
    dispatch({ type: 'replace', id: named.id, location }, how);
  } else {
    dispatch({ type: 'open', location, title: title ?? unknownTitle, cache: title !== undefined }, how);
    if (how === 'replace') syncAddress('replace');
  }
}

/**
 * Opens a location in a tab: one that is open is activated, otherwise a closable tab is appended; it stays mounted
 * while hidden unless `cache` is false. A path no page knows opens as 新窗口, not cached.
 */
export function openTab(input: LocationInput, options: { title?: string; cache?: boolean } = {}): void {
  const { location, title } = resolve(input);
  dispatch({
    type: 'open',
    location,
    title: options.title ?? title ?? unknownTitle,
    cache: options.cache ?? title !== undefined,
  });
}

/**
 * Moves the active tab (the spec's "current" flag), or tab `id`, to a location: another page takes its place with
 * its title, the same page only changes its query. The address is replaced, no history entry is added, unless `step`
 * says that the way back leads through where the tab was.
 */
export function replaceTab(input: LocationInput, options: { title?: string; id?: string; step?: boolean } = {}): void {
  const { location, title } = resolve(input);
  const id = options.id ?? tabsState().current;
  const tab = tabsState().tabs.find((t) => t.id === id);
  const samePage = tab?.path === location.path;
  dispatch(
    { type: 'replace', id, location, title: options.title ?? (samePage ? tab.title : (title ?? unknownTitle)) },
    options.step ? 'push' : 'replace',
  );
}

/** Shows tab `id`. */
export function activateTab(id: string): void {
  dispatch({ type: 'activate', id });
}

/** Closes tabs without asking. */
export function dropTabs(ids: readonly string[]): void {
  dispatch({ type: 'close', ids });
}

/** Closes tabs; asks first when one of them holds unsaved input. Resolves to whether they are closed. */
export async function closeTabs(ids: readonly string[]): Promise<boolean> {
  const dirty = tabsState().tabs.filter((t) => t.closable && t.dirty && ids.includes(t.id));
  if (dirty.length > 0 && setup && !(await setup.mayDiscard(dirty.map((t) => t.title)))) return false;
  dropTabs(ids);
  return true;
}

/** Closes one tab (the current one unless `id` is given), asking when it is dirty unless `force`. */
export async function closeTab(id: string = tabsState().current, force = false): Promise<boolean> {
  if (!force) return closeTabs([id]);
  dropTabs([id]);
  return true;
}

/** Mounts a tab's page afresh without its kept state. */
export async function refreshTab(id: string): Promise<void> {
  const tab = tabsState().tabs.find((t) => t.id === id);
  if (tab?.dirty && setup && !(await setup.mayDiscard([tab.title]))) return;
  states.delete(id);
  if (tab) setup?.onRefresh?.(tab.path);
  dispatch({ type: 'refresh', id });
}

/** Opens the tab closed last. */
export function reopenTab(): void {
  dispatch({ type: 'reopen' });
}

/** Says whether tab `id` holds unsaved input. */
export function markDirty(id: string, dirty: boolean): void {
  dispatch({ type: 'dirty', id, dirty }, 'none');
}

/** The open tab a location means, if any. */
export function isOpen(input: LocationInput): boolean {
  return tabFor(tabsState(), resolve(input).location) !== undefined;
}

/** A page's kept value, or undefined. */
export function keptValue(id: string, key: string): unknown {
  return states.get(id)?.[key];
}

/** Keeps a page's value under its tab. */
export function keepValue(id: string, key: string, value: unknown): void {
  const own = states.get(id) ?? {};
  own[key] = value;
  states.set(id, own);
}
