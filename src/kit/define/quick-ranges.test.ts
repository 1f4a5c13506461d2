import { expect, test } from 'vitest';
import { quickRanges } from './quick-ranges.ts';

test('asked for by month, only ranges of whole months are offered', () => {
  expect(quickRanges('2026-03-12', true)).toEqual([
    { label: '本月', pair: ['2026-03-01', '2026-03-31'] },
    { label: '上月', pair: ['2026-02-01', '2026-02-28'] },
    { label: '本学期', pair: ['2026-02-01', '2026-07-31'] },
  ]);
  expect(quickRanges('2026-03-12')).toHaveLength(7);
});
