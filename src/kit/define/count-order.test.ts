import { expect, test } from 'vitest';
import { byCount } from './count-order.ts';

test('grades and classes stand as people count them', () => {
  expect(['九年级', '七年级10班', '八年级', '七年级2班', '七年级'].sort(byCount)).toEqual([
    '七年级',
    '七年级2班',
    '七年级10班',
    '八年级',
    '九年级',
  ]);
  expect(['第十一组', '第二组', '第十组', '第二十一组'].sort(byCount)).toEqual([
    '第二组',
    '第十组',
    '第十一组',
    '第二十一组',
  ]);
});
