/** Which columns of a dashboard's table stand at the right. */
import { expect, test } from 'vitest';
import { areFigures } from './are-figures.ts';

test('numbers, amounts and what stands beside them are figures', () => {
  expect(areFigures([12, '1,234.50', '-66,653.17', '—', { text: 0, muted: true }, { text: '', fen: 5 }])).toBe(true);
  expect(areFigures(['25.8%', '0.00', '1000000'])).toBe(true);
});

test('words, dates and telephone numbers are none', () => {
  expect(areFigures(['2027-01-15', '长期'])).toBe(false);
  expect(areFigures(['13600004001', '13600004002'])).toBe(false);
  expect(areFigures(['—', ''])).toBe(false);
});
