/** What stands below a list. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Pager } from './pager.tsx';

const said = (total: number | undefined) =>
  /共 .*? 条/.exec(
    renderToStaticMarkup(
      createElement(Pager, { page: 1, size: 20, total, capped: false, onChange: () => undefined }),
    ).replaceAll('<!-- -->', ''),
  )?.[0];

test('a list says how many rows there are once it knows', () => {
  expect(said(undefined)).toBe('共 … 条');
  expect(said(0)).toBe('共 0 条');
  expect(said(12_345)).toBe('共 12,345 条');
});
