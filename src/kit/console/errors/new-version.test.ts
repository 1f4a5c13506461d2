/** Reading the entry script of an index page. */
import { expect, it } from 'vitest';
import { entryScript } from './new-version.ts';

it('finds the hashed entry and ignores a development server', () => {
  expect(entryScript('<script type="module" crossorigin src="/assets/index-abc.js"></script>')).toBe(
    '/assets/index-abc.js',
  );
  expect(entryScript('<script type="module" src="/src/console.tsx"></script>')).toBeUndefined();
  expect(entryScript('<p>维护中</p>')).toBeUndefined();
});
