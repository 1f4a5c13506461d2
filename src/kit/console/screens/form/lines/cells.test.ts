import { expect, test } from 'vitest';
import { int, type LinesSpec, lines, ref } from '../../../../define/field.ts';
import {
  coveredCells,
  emptyLine,
  headingOf,
  laidOver,
  stillWrong,
  totalsOf,
  withCell,
  withoutBlanks,
} from './cells.ts';

const spec = lines(
  '明细',
  {
    kindId: ref('分类', '/k'),
    goodsId: ref('商品', '/g', { within: { kindId: 'kindId' } }),
    stock: int('库存', { readOnly: true }),
    quantity: int('数量', { initial: 1, aliases: ['件数'] }),
  },
  { totals: ['quantity'] },
).lines as LinesSpec;

test('a pasted block goes to the right and down from its cell, past read-only cells, and adds rows', () => {
  expect(coveredCells(spec, 1, 2)).toEqual(['goodsId', 'quantity']);
  const rows = laidOver(spec, [{ goodsId: 1, quantity: 1, note: 'x' }], 0, [{ quantity: 5 }, { quantity: 6 }]);
  expect(rows).toEqual([
    { goodsId: 1, quantity: 5, note: 'x' },
    { kindId: null, goodsId: null, stock: null, quantity: 6 },
  ]);
  expect(laidOver({ ...spec, fixed: true }, [{ quantity: 1 }], 0, [{ quantity: 5 }, { quantity: 6 }])).toHaveLength(1);
});

test('a pasted heading says which columns follow', () => {
  expect(headingOf(spec, ['件数', '商品*'])).toEqual(['quantity', 'goodsId']);
  expect(headingOf(spec, ['白菜', '商品'])).toBeUndefined();
});

test('a changed parent empties what hangs on it in the same row', () => {
  expect(withCell(spec, { kindId: 1, goodsId: 9, quantity: 2 }, 'kindId', 2)).toEqual({
    kindId: 2,
    goodsId: null,
    quantity: 2,
  });
  expect(withCell(spec, { kindId: 1, goodsId: 9 }, 'kindId', 1)).toEqual({ kindId: 1, goodsId: 9 });
});

test('rows nobody filled in do not count', () => {
  expect(withoutBlanks(spec, [emptyLine(spec), { ...emptyLine(spec), goodsId: 3 }])).toHaveLength(1);
});

test('sums are over the rows that go along', () => {
  const picked: LinesSpec = { ...spec, pick: true };
  expect(totalsOf(picked, [{ quantity: 2 }, { quantity: 3, off: true }, { quantity: 4, problem: '无余额' }])).toEqual({
    quantity: 2,
  });
});

test('what was wrong with a cell is told no longer once somebody types in it', () => {
  const seen = { goodsId: null, quantity: null };
  const wrong = { goodsId: '不能为空', quantity: '不能为空' };
  expect(stillWrong(wrong, seen, seen)).toBe(wrong);
  expect(stillWrong(wrong, seen, { ...seen })).toBe(wrong);
  expect(stillWrong(wrong, seen, { ...seen, quantity: 3 })).toEqual({ goodsId: '不能为空' });
  expect(stillWrong(undefined, seen, { ...seen, quantity: 3 })).toBeUndefined();
});
