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
  expect(of(5)).toMatchObject({ sheet: 'A4', scale: 1, kept: [0, 1, 2, 3, 4], shares: [20, 20, 20, 20, 20] });
  expect(of(11)).toMatchObject({ sheet: 'A4 landscape', scale: 1 });
  const many = of(15);
  expect(many.sheet).toBe('A4 landscape');
  expect(many.scale).toBeGreaterThan(0.7);
  expect(many.scale).toBeLessThan(1);
  expect(of(60).scale).toBe(0.7);
  // A long sentence gives way before the others do.
  expect(of(5, '按规则扣费'.repeat(40)).sheet).toBe('A4 landscape');
  expect(of(3, '按规则扣费'.repeat(40)).sheet).toBe('A4');
});

test('what does not fit is left out, the least important first and of equals the last; what has no rank stays', () => {
  const labels = Array.from({ length: 30 }, (_, i) => `列 ${i}`);
  const rows = [labels.map(() => '1,234,567.00')];
  const ranks = labels.map((_, i) => (i === 0 || i === 29 ? undefined : i < 20 ? 5 : 1));
  const { sheet, scale, kept } = fitPaper(labels, rows, ranks);
  expect([sheet, scale]).toEqual(['A4 landscape', expect.closeTo(0.7, 1)]);
  expect(scale).toBeGreaterThanOrEqual(0.7);
  expect(kept.at(-1)).toBe(29);
  expect(kept.slice(0, -1)).toEqual(kept.slice(0, -1).map((_, i) => i));
  expect(kept.length).toBeLessThan(20);
  // Where all may stay, all do.
  expect(fitPaper(labels.slice(0, 11), [rows[0]!.slice(0, 11)], ranks).kept).toHaveLength(11);
});

test('a name with its number takes two lines at most, though each of its pieces is short', () => {
  // 「2026-11-27 20:21:00」 above 「上传 20:21:00」, not four lines of one word each.
  const [times = 0, short = 0] = fitPaper(['时间', '号'], [['2026-11-27 20:21:00 上传 20:21:00', '2026-11-27']]).shares;
  expect(times / short).toBeCloseTo((19 * 1.66 + 3.4) / (10 * 1.66 + 3.4), 5);
});
