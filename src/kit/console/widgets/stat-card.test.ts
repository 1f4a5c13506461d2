/** Figures of home pages. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

// A link knows all pages, which only a build has.
vi.mock('../nav/link.tsx', () => ({ Link: 'a' }));
const { StatCard } = await import('./stat-card.tsx');

const drawn = (value: string | number) => renderToStaticMarkup(createElement(StatCard, { title: '线下往来', value }));

test('a figure below zero is red, whatever it counts', () => {
  expect(drawn('-66,653.17')).toContain('k-negative');
  expect(drawn(-3)).toContain('k-negative');
  expect(drawn('66,653.17')).not.toContain('k-negative');
  expect(drawn(0)).not.toContain('k-negative');
});
