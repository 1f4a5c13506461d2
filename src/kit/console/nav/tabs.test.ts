/** Transitions of the tab strip (product spec §4). */
import { describe, expect, it } from 'vitest';
import { toLocation } from './location.ts';
import { closingIds, currentTab, homeOnly, liveLimit, reduceTabs, type TabsEvent, type TabsState } from './tabs.ts';

const home = homeOnly(toLocation('/admin/organization/home'), '首页');
const openEvent = (path: string, cache = true): TabsEvent => ({
  type: 'open',
  location: toLocation(path),
  title: path,
  cache,
});
const run = (events: TabsEvent[], from: TabsState = home) => events.reduce(reduceTabs, from);
const paths = (state: TabsState) => state.tabs.map((t) => t.id);

describe('opening', () => {
  it('appends an active, closable tab', () => {
    const state = run([openEvent('/admin/a')]);
    expect(currentTab(state)).toMatchObject({ path: '/admin/a', closable: true, cache: true });
    expect(paths(state)).toEqual(['/admin/organization/home', '/admin/a']);
  });

  it('activates the tab whose path is open already', () => {
    const state = run([openEvent('/admin/a'), openEvent('/admin/b'), openEvent('/admin/a')]);
    expect(state.tabs).toHaveLength(3);
    expect(state.current).toBe('/admin/a');
  });

  it('keeps records apart by their query', () => {
    const state = run([openEvent('/admin/a/form?id=1'), openEvent('/admin/a/form?id=2'), openEvent('/admin/a/form')]);
    expect(state.tabs).toHaveLength(4);
  });

  it('opens another empty form when the one before became a record', () => {
    const batch: TabsEvent = { type: 'replace', location: toLocation('/admin/a/form?id=1'), title: '第一批' };
    const state = run([openEvent('/admin/a/form'), batch, openEvent('/admin/a'), openEvent('/admin/a/form')]);
    expect(currentTab(state)).toMatchObject({ id: '/admin/a/form#2', path: '/admin/a/form', query: {} });
    expect(state.tabs.map((t) => t.title)).toContain('第一批');
    const record = run([openEvent('/admin/a/form?id=1')], state);
    expect(currentTab(record).title).toBe('第一批');
    const again = run([{ type: 'close', ids: ['/admin/a/form'] }, { type: 'reopen' }], state);
    expect(currentTab(again)).toMatchObject({ title: '第一批', query: { id: '1' } });
  });

  it('takes a bare list path for its tab whatever its filter is now', () => {
    const filtered = run([
      openEvent('/admin/a'),
      { type: 'replace', location: toLocation('/admin/a?page=2') },
      openEvent('/admin/b'),
      openEvent('/admin/a'),
    ]);
    expect(filtered.tabs).toHaveLength(3);
    expect(currentTab(filtered).query).toEqual({ page: '2' });
  });

  it('activates the tab of a list opened with another filter, which then shows that filter', () => {
    const state = run([openEvent('/admin/a'), openEvent('/admin/b'), openEvent('/admin/a?status=LOST')]);
    expect(state.tabs.map((t) => t.path)).toEqual(['/admin/organization/home', '/admin/a', '/admin/b']);
    expect(currentTab(state)).toMatchObject({ id: '/admin/a', query: { status: 'LOST' } });
    const next = run([openEvent('/admin/b'), openEvent('/admin/a?status=NORMAL&page=2')], state);
    expect(next.tabs).toHaveLength(3);
    expect(currentTab(next).query).toEqual({ page: '2', status: 'NORMAL' });
  });

  it('keeps records apart by their id alone, whatever else stands in the address', () => {
    const state = run([
      openEvent('/admin/a/record?id=1'),
      openEvent('/admin/a/record?id=2'),
      openEvent('/admin/a/record?id=1&page=3'),
    ]);
    expect(state.tabs.map((t) => t.query.id)).toEqual([undefined, '1', '2']);
    expect(currentTab(state).query).toEqual({ id: '1', page: '3' });
  });

  it('never closes the home tab', () => {
    const state = run([{ type: 'close', ids: ['/admin/organization/home'] }]);
    expect(state).toBe(home);
  });
});

describe('the current flag', () => {
  it('replaces title and path of the active tab', () => {
    const state = run([
      openEvent('/admin/a'),
      { type: 'replace', location: toLocation('/admin/b?id=1'), title: '编辑 · 张三' },
    ]);
    expect(paths(state)).toEqual(['/admin/organization/home', '/admin/b?id=1']);
    expect(currentTab(state)).toMatchObject({ title: '编辑 · 张三', query: { id: '1' } });
    expect(state.live).toContain('/admin/b?id=1');
    expect(state.live).not.toContain('/admin/a');
  });

  it('goes to the tab that is there already instead of doubling it', () => {
    const state = run([
      openEvent('/admin/b?id=1'),
      openEvent('/admin/b/form'),
      { type: 'replace', location: toLocation('/admin/b?id=1') },
    ]);
    expect(paths(state)).toEqual(['/admin/organization/home', '/admin/b?id=1']);
    expect(state.current).toBe('/admin/b?id=1');
  });

  it('keeps the tab when only its query changes', () => {
    const before = run([openEvent('/admin/a')]);
    const after = run([{ type: 'replace', location: toLocation('/admin/a?x=1') }], before);
    expect(after.current).toBe('/admin/a');
    expect(after.tabs).toHaveLength(2);
  });
});

describe('closing', () => {
  const three = run([openEvent('/admin/a'), openEvent('/admin/b'), openEvent('/admin/c')]);

  it('makes the previous tab active when the active one closes', () => {
    const state = run(
      [
        { type: 'activate', id: '/admin/b' },
        { type: 'close', ids: ['/admin/b'] },
      ],
      three,
    );
    expect(state.current).toBe('/admin/a');
    expect(state.live).not.toContain('/admin/b');
  });

  it('leaves the active tab alone when another closes', () => {
    expect(run([{ type: 'close', ids: ['/admin/a'] }], three).current).toBe('/admin/c');
  });

  it('goes to the nearest tab that stays when several close', () => {
    const state = run([{ type: 'close', ids: ['/admin/b', '/admin/c'] }], three);
    expect(state.current).toBe('/admin/a');
  });

  it('reopens what was closed last', () => {
    const state = run([{ type: 'close', ids: ['/admin/b'] }, { type: 'reopen' }], three);
    expect(state.current).toBe('/admin/b');
    expect(state.closed).toEqual([]);
  });

  it('reopens nothing when nothing was closed', () => {
    expect(run([{ type: 'reopen' }])).toBe(home);
  });
});

describe('live tabs', () => {
  const opened = (count: number) => run(Array.from({ length: count }, (_, i) => openEvent(`/admin/p${i}`)));

  it('keeps at most eight mounted, dropping the least recently shown', () => {
    const state = opened(10);
    expect(state.tabs).toHaveLength(11);
    expect(state.live).toHaveLength(liveLimit);
    expect(state.live).not.toContain('/admin/p0');
    expect(run([{ type: 'activate', id: '/admin/p0' }], state).live).toContain('/admin/p0');
  });

  it('drops a clean tab before one with unsaved input', () => {
    const dirty = run([{ type: 'dirty', id: '/admin/p0', dirty: true }], opened(7));
    const state = run([openEvent('/admin/x'), openEvent('/admin/y')], dirty);
    expect(state.live).toContain('/admin/p0');
    expect(state.live).not.toContain('/admin/p1');
  });

  it('unmounts an uncached tab as soon as it is left', () => {
    const state = run([openEvent('/admin/nowhere', false), openEvent('/admin/a')]);
    expect(state.live).not.toContain('/admin/nowhere');
  });

  it('mounts afresh on refresh', () => {
    const state = run([openEvent('/admin/a'), { type: 'refresh', id: '/admin/a' }]);
    expect(currentTab(state).generation).toBe(1);
  });
});

it('never names the home tab where others, left, right or all are closed', () => {
  const state = run([openEvent('/admin/a'), openEvent('/admin/b'), openEvent('/admin/c')]);
  expect(closingIds(state, '/admin/b')).toEqual({
    others: ['/admin/a', '/admin/c'],
    left: ['/admin/a'],
    right: ['/admin/c'],
    all: ['/admin/a', '/admin/b', '/admin/c'],
  });
  expect(closingIds(state, '/admin/organization/home').left).toEqual([]);
});
