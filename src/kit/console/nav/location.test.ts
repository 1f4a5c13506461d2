/** Locations and their texts. */
import { expect, it } from 'vitest';
import { locationText, toLocation } from './location.ts';

it('reads a path with its query and drops empty values', () => {
  expect(toLocation('/admin/a/?b=2&a=1&c=')).toEqual({ path: '/admin/a', query: { b: '2', a: '1' } });
});

it('writes lists as JSON and leaves nothing out that matters', () => {
  const location = toLocation({ path: '/admin/a', query: { at: ['2026-01-01', null], id: 3, none: null } });
  expect(location.query).toEqual({ at: '["2026-01-01",null]', id: '3' });
  expect(toLocation(locationText(location))).toEqual(location);
});

it('gives equal locations equal texts', () => {
  expect(locationText(toLocation('/a?x=1&y=2'))).toBe(locationText(toLocation('/a?y=2&x=1')));
});
