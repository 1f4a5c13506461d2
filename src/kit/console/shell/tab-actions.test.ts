/** What closing others, left, right and all means. */
import { expect, it } from 'vitest';
import { toLocation } from '../nav/location.ts';
import { homeOnly, reduceTabs, type TabsState } from '../nav/tabs.ts';
import { closingIds } from './tab-actions.ts';
import { fitCount } from './top-nav.tsx';

it('never names the home tab', () => {
  let state: TabsState = homeOnly(toLocation('/admin/home'), '首页');
  for (const path of ['/a', '/b', '/c'])
    state = reduceTabs(state, { type: 'open', location: toLocation(path), title: path });
  expect(closingIds(state, '/b')).toEqual({
    others: ['/a', '/c'],
    left: ['/a'],
    right: ['/c'],
    all: ['/a', '/b', '/c'],
  });
  expect(closingIds(state, '/admin/home').left).toEqual([]);
});

it('counts the top items that fit', () => {
  expect(fitCount([100, 100, 100], 300)).toBe(3);
  expect(fitCount([100, 100, 100], 299)).toBe(2);
  expect(fitCount([100, 100, 100], 50)).toBe(0);
});
