/**
 * The tab strip as a pure state machine (product spec §4). A tab owns its location; its id is the path plus query
 * it was opened with (numbered when that is taken), so filters that change the query later do not make it another tab.
 */
import { type Location, locationText, type Query } from './location.ts';

export interface Tab {
  id: string;
  path: string;
  query: Query;
  title: string;
  closable: boolean;
  /** Kept mounted while hidden. The 新窗口 tab of an unknown path is not. */
  cache: boolean;
  /** Holds input that is not saved. */
  dirty: boolean;
  /** Counts refreshes; a new number mounts the page afresh. */
  generation: number;
}

export interface TabsState {
  /** The first one is the home page and cannot be closed. */
  tabs: readonly Tab[];
  current: string;
  /** Ids of mounted tabs, least recently shown first. */
  live: readonly string[];
  /** Tabs closed lately, the last one last; reopened from there. */
  closed: readonly Tab[];
}

export type TabsEvent =
  | { type: 'open'; location: Location; title: string; cache?: boolean }
  | { type: 'replace'; id?: string; location: Location; title?: string }
  | { type: 'activate'; id: string }
  | { type: 'close'; ids: readonly string[] }
  | { type: 'refresh'; id: string }
  | { type: 'dirty'; id: string; dirty: boolean }
  | { type: 'reopen' };

/** At most this many tabs stay mounted. */
export const liveLimit = 8;
const closedLimit = 10;

const newTab = (location: Location, title: string, closable: boolean, cache: boolean): Tab => ({
  id: locationText(location),
  path: location.path,
  query: location.query,
  title,
  closable,
  cache,
  dirty: false,
  generation: 0,
});

/** The tab under an id no open tab has. */
function ownId(state: TabsState, tab: Tab): Tab {
  const taken = (id: string) => state.tabs.some((t) => t.id === id);
  let id = tab.id;
  for (let n = 2; taken(id); n += 1) id = `${tab.id}#${n}`;
  return { ...tab, id };
}

/** Only the home tab. */
export function homeOnly(home: Location, title: string): TabsState {
  const tab = newTab(home, title, false, true);
  return { tabs: [tab], current: tab.id, live: [tab.id], closed: [] };
}

/** The tab that shows now. */
export function currentTab(state: TabsState): Tab {
  const tab = state.tabs.find((t) => t.id === state.current) ?? state.tabs[0];
  if (!tab) throw new Error('the tab strip lost its home tab');
  return tab;
}

/**
 * The open tab a location means: the one of its path, whatever its filter is now (product spec §4). Records have a tab
 * each, told apart by their id. A form is what it shows now: an empty one that became the form of a record is that
 * record's, and the next empty one is another tab.
 */
export function tabFor(state: TabsState, location: Location): Tab | undefined {
  const { path, query } = location;
  const there = state.tabs.filter((t) => t.path === path);
  const exact = there.find((t) => locationText(t) === locationText(location));
  if (exact || isForm(path)) return exact;
  return there.find((t) => t.query.id === query.id);
}

const isForm = (path: string): boolean => path.endsWith('/form');

/** Shows tab `id`: it becomes the most recent; uncached tabs left behind and the oldest beyond the limit unmount. */
function show(state: TabsState, id: string): TabsState {
  const tabs = new Map(state.tabs.map((t) => [t.id, t]));
  const kept = state.live.filter((l) => l !== id && tabs.get(l)?.cache);
  const live = [...kept, id];
  while (live.length > liveLimit) {
    const clean = live.findIndex((l) => l !== id && !tabs.get(l)?.dirty);
    live.splice(Math.max(clean, 0), 1);
  }
  return { ...state, current: id, live };
}

/** A tab asked for with a query goes where the query says; a bare path leaves it as it is. */
function follow(state: TabsState, tab: Tab, { query }: Location): TabsState {
  if (Object.keys(query).length === 0 || locationText({ path: tab.path, query }) === locationText(tab)) return state;
  return change(state, tab.id, () => ({ query }));
}

function open(state: TabsState, event: Extract<TabsEvent, { type: 'open' }>): TabsState {
  const known = tabFor(state, event.location);
  if (known) return show(follow(state, known, event.location), known.id);
  const tab = ownId(state, newTab(event.location, event.title, true, event.cache ?? true));
  return show({ ...state, tabs: [...state.tabs, tab] }, tab.id);
}

function replace(state: TabsState, event: Extract<TabsEvent, { type: 'replace' }>): TabsState {
  const id = event.id ?? state.current;
  const tab = state.tabs.find((t) => t.id === id);
  if (!tab) return state;
  const { path, query } = event.location;
  const title = event.title ?? tab.title;
  if (path === tab.path) {
    // The same place again must stay the same object, or pages would take it for a new filter.
    if (title === tab.title && locationText(event.location) === locationText(tab)) return state;
    const moved = { ...tab, query, title };
    return { ...state, tabs: state.tabs.map((t) => (t.id === id ? moved : t)) };
  }
  const twin = tabFor(state, event.location);
  if (twin && twin.id !== id) return close(show(state, twin.id), [id]);
  const next = ownId(state, newTab(event.location, title, tab.closable, true));
  const renamed = {
    ...state,
    tabs: state.tabs.map((t) => (t.id === id ? next : t)),
    live: state.live.map((l) => (l === id ? next.id : l)),
  };
  return id === state.current ? show(renamed, next.id) : renamed;
}

function close(state: TabsState, ids: readonly string[]): TabsState {
  const going = state.tabs.filter((t) => t.closable && ids.includes(t.id));
  if (going.length === 0) return state;
  const gone = new Set(going.map((t) => t.id));
  const at = state.tabs.findIndex((t) => t.id === state.current);
  // The previous tab takes over: the nearest one to the left that stays; the home tab always does.
  const previous = state.tabs.slice(0, at).findLast((t) => !gone.has(t.id));
  const left: TabsState = {
    tabs: state.tabs.filter((t) => !gone.has(t.id)),
    current: state.current,
    live: state.live.filter((l) => !gone.has(l)),
    closed: [...state.closed, ...going.map((t) => ({ ...t, dirty: false }))].slice(-closedLimit),
  };
  return gone.has(state.current) && previous ? show(left, previous.id) : left;
}

function reopen(state: TabsState): TabsState {
  const tab = state.closed.at(-1);
  if (!tab) return state;
  const rest = { ...state, closed: state.closed.slice(0, -1) };
  const known = tabFor(rest, tab);
  if (known) return show(rest, known.id);
  const again = ownId(rest, { ...tab, generation: tab.generation + 1 });
  return show({ ...rest, tabs: [...rest.tabs, again] }, again.id);
}

const change = (state: TabsState, id: string, part: (tab: Tab) => Partial<Tab>): TabsState => ({
  ...state,
  tabs: state.tabs.map((t) => (t.id === id ? { ...t, ...part(t) } : t)),
});

/** The next state. Events about a tab that is not open change nothing. */
export function reduceTabs(state: TabsState, event: TabsEvent): TabsState {
  switch (event.type) {
    case 'open':
      return open(state, event);
    case 'replace':
      return replace(state, event);
    case 'activate':
      return state.tabs.some((t) => t.id === event.id) ? show(state, event.id) : state;
    case 'close':
      return close(state, event.ids);
    case 'refresh':
      return change(state, event.id, (t) => ({ generation: t.generation + 1, dirty: false }));
    case 'dirty':
      return state.tabs.some((t) => t.id === event.id && t.dirty !== event.dirty)
        ? change(state, event.id, () => ({ dirty: event.dirty }))
        : state;
    case 'reopen':
      return reopen(state);
  }
}

/** Ids that 关闭其他, 关闭左侧, 关闭右侧 and 关闭全部 close for tab `id`; the home tab is never among them. */
export function closingIds(state: TabsState, id: string): Record<'others' | 'left' | 'right' | 'all', string[]> {
  const at = state.tabs.findIndex((t) => t.id === id);
  const ids = (keep: (index: number) => boolean) =>
    state.tabs.filter((t, index) => t.closable && keep(index)).map((t) => t.id);
  return {
    others: ids((i) => i !== at),
    left: ids((i) => i < at),
    right: ids((i) => i > at),
    all: ids(() => true),
  };
}
