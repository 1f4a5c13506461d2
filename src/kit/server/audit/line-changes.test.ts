import { expect, test } from 'vitest';
import { int, lines, ref } from '../../define/field.ts';
import { changesOf } from './entry.ts';

const fields = {
  lines: lines('明细', { goodsId: ref('商品', '/x'), quantity: int('数量') }, { unique: ['goodsId'] }),
};
const said = (before: object[] | null, after: object[]) =>
  changesOf(fields, before && { lines: before }, { lines: after }).map((c) => [c.label, c.before, c.after]);

test('a changed cell is named by row and cell, wherever the row stood before', () => {
  const before = [
    { goodsId: 1, quantity: 5 },
    { goodsId: 2, quantity: 6 },
  ];
  expect(said(before, [before[1]!, { goodsId: 1, quantity: 7 }])).toEqual([['明细 第 2 行 数量', 5, 7]]);
});

test('added and removed rows say what they hold', () => {
  expect(said([{ goodsId: 1, quantity: 5 }], [{ goodsId: 2, quantity: 3 }])).toEqual([
    ['明细 新增第 1 行 商品', null, 2],
    ['明细 新增第 1 行 数量', null, 3],
    ['明细 删除第 1 行 商品', 1, null],
    ['明细 删除第 1 行 数量', 5, null],
  ]);
});

test('a long document names a hundred cells and counts the rest', () => {
  const rows = Array.from({ length: 80 }, (_, i) => ({ goodsId: i + 1, quantity: 1 }));
  const changes = said(null, rows);
  expect(changes).toHaveLength(101);
  expect(changes.at(-1)).toEqual(['明细', '0 行', '80 行，另有 60 处改动']);
});
