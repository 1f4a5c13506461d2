/** How many top entries fit the bar. */
import { expect, it } from 'vitest';
import { fitCount } from './fit-count.ts';

it('counts the top items that fit', () => {
  expect(fitCount([100, 100, 100], 300)).toBe(3);
  expect(fitCount([100, 100, 100], 299)).toBe(2);
  expect(fitCount([100, 100, 100], 50)).toBe(0);
});

it('leaves room for the name of the active item that stands for 更多', () => {
  expect(fitCount([100, 100, 100, 100], 370, 0)).toBe(3);
  expect(fitCount([100, 100, 100, 100], 370, 3)).toBe(2);
  expect(fitCount([100, 100, 100, 100], 400, 3)).toBe(4);
});
