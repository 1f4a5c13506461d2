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

test('codes stand as the collator has them, read without it', () => {
  const collator = new Intl.Collator('zh-CN', { numeric: true });
  const codes = ['WL10', 'WL9', 'A1', 'AB1', 'A', 'AB', '7', '10', '007', 'WL0009', 'B', 'Z999999999', ''];
  const texts = codes.flatMap((one) => codes.map((other) => `${one}${other}`)).filter((one) => /^[A-Z]*\d*$/.test(one));
  expect(counted(texts)).toEqual(texts.toSorted((a, b) => collator.compare(a, b)));
  expect(counted(['WL2', '物料10', '物料9'])).toEqual(
    ['WL2', '物料9', '物料10'].toSorted((a, b) => collator.compare(a, b)),
  );
});
