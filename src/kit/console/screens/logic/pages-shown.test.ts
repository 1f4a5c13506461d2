import { expect, test } from 'vitest';
import { pagesShown } from './pages-shown.ts';

test('a few pages all stand there, of many the first, the last and those around', () => {
  expect(pagesShown(1, 1)).toEqual([1]);
  expect(pagesShown(7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(pagesShown(1, 20)).toEqual([1, 2, 3, 4, 5, 20]);
  expect(pagesShown(10, 20)).toEqual([1, 8, 9, 10, 11, 12, 20]);
  expect(pagesShown(20, 20)).toEqual([1, 16, 17, 18, 19, 20]);
});
