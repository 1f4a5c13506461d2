import { expect, test } from 'vitest';
import { inCountOrder } from './count-order.ts';

const counted = (names: readonly string[]) => inCountOrder(names, (name) => name);

test('grades and classes stand as people count them', () => {
  expect(counted(['九年级', '七年级10班', '八年级', '七年级2班', '七年级'])).toEqual([
    '七年级',
    '七年级2班',
    '七年级10班',
    '八年级',
    '九年级',
  ]);
  expect(counted(['第十一组', '第二组', '第十组', '第二十一组'])).toEqual([
    '第二组',
    '第十组',
    '第十一组',
    '第二十一组',
  ]);
});

test('falling is the other way round, and what is equal stays in its order', () => {
  const rows = [
    { id: 1, name: '二班' },
    { id: 2, name: '十班' },
    { id: 3, name: '二班' },
  ];
  expect(inCountOrder(rows, ({ name }) => name, true).map(({ id }) => id)).toEqual([2, 1, 3]);
});
