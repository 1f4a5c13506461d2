import { expect, test } from 'vitest';
import { fitPaper, halfWidths, headPieces, isWhole } from './paper-fit.ts';

test('a day, a name with its number and a state stay whole, a sentence does not', () => {
  for (const text of ['2026-11-25', '卢文 260249', '待就餐', '2026-11-25 08:31:00', 'CZ202611251366462', ''])
    expect(isWhole(text)).toBe(true);
  expect(isWhole('供餐 11:00–13:30 无消费、取餐、脱机记录，本月第三次')).toBe(false);
  expect(halfWidths('午餐 3')).toBe(6);
  expect(headPieces('主账户支付(元)')).toEqual(['主账户支付', '(元)']);
});

test('few columns stand upright, more are turned, many are made smaller, and never too small to be read', () => {
  const of = (columns: number, text = '1,234,567.00') =>
    fitPaper(
      Array.from({ length: columns }, () => '主账户支付(元)'),
      [Array.from({ length: columns }, () => text)],
    );
  expect(of(5)).toEqual({ sheet: 'A4', scale: 1 });
  expect(of(11)).toEqual({ sheet: 'A4 landscape', scale: 1 });
  const many = of(15);
  expect(many.sheet).toBe('A4 landscape');
  expect(many.scale).toBeGreaterThan(0.7);
  expect(many.scale).toBeLessThan(1);
  expect(of(60).scale).toBe(0.7);
  // A long sentence gives way before the others do.
  expect(of(5, '按规则扣费'.repeat(40)).sheet).toBe('A4 landscape');
  expect(of(3, '按规则扣费'.repeat(40)).sheet).toBe('A4');
});
