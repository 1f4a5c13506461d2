/** Rows of a document: what they accept, and how a refusal names row and cell. */
import { expect, test } from 'vitest';
import { checkValue, lineFaults } from './check-value.ts';
import { int, lines, ref, text } from './field.ts';

const field = lines(
  '明细',
  {
    goodsId: ref('商品', '/admin/x/goods', { required: true }),
    quantity: int('数量', { required: true, min: 1 }),
    stock: int('库存', { readOnly: true, required: true }),
    why: text('说明', { required: true, when: (row) => Number(row.quantity) > 10 }),
  },
  { min: 1, max: 3, unique: ['goodsId'], totals: ['quantity'] },
);
const messages = (rows: unknown) => lineFaults(field, rows).map((fault) => fault.message);

test('rows in order pass', () => {
  expect(lineFaults(field, [{ goodsId: 1, quantity: 2 }])).toEqual([]);
  expect(checkValue(field, [{ goodsId: 1, quantity: 2 }])).toBeUndefined();
});

test('a wrong cell is named by its row and its label', () => {
  const rows = [
    { goodsId: 1, quantity: 2 },
    { goodsId: 2, quantity: 'x' },
    { goodsId: 3, quantity: 0 },
  ];
  expect(lineFaults(field, rows)).toEqual([
    { row: 1, key: 'quantity', message: '第 2 行 数量必须是整数' },
    { row: 2, key: 'quantity', message: '第 3 行 数量不能小于 1' },
  ]);
  expect(checkValue(field, rows)).toBe('：第 2 行 数量必须是整数；第 3 行 数量不能小于 1');
});

test('rows that repeat what must be unique name the first of them', () => {
  expect(
    messages([
      { goodsId: 7, quantity: 1 },
      { goodsId: 7, quantity: 2 },
    ]),
  ).toEqual(['第 2 行 商品与第 1 行重复']);
});

test('too few, too many and no rows at all are said', () => {
  expect(checkValue(field, [])).toBe('不能为空');
  expect(messages(Array.from({ length: 4 }, (_, i) => ({ goodsId: i + 1, quantity: 1 })))).toEqual(['不能超过 3 行']);
  expect(messages([1])).toEqual(['格式不正确']);
  expect(messages('x')).toEqual(['格式不正确']);
});

test('what names a row or goes along with it must be there, whole', () => {
  const carried = lines(
    '供应',
    { id: ref('餐厅', '/x' as never, { readOnly: true }), version: int('修订', { readOnly: true }), name: text('名') },
    { fixed: true, unique: ['id'], carry: ['version'] },
  );
  expect(lineFaults(carried, [{ id: 1, version: 3, name: null }])).toEqual([]);
  expect(lineFaults(carried, [{ id: 'x', version: null }]).map((fault) => fault.message)).toEqual([
    '第 1 行 餐厅请选择有效的记录',
    '第 1 行 修订不能为空',
  ]);
});

test('a cell that its row does not show is not asked', () => {
  expect(messages([{ goodsId: 1, quantity: 10 }])).toEqual([]);
  expect(messages([{ goodsId: 1, quantity: 11 }])).toEqual(['第 1 行 说明不能为空']);
});

test('a row that is added carries no id yet; one that is given must', () => {
  const cells = { id: int('编号', { readOnly: true }), name: text('值', { required: true }) };
  expect(lineFaults(lines('值', cells, { carry: ['id'] }), [{ id: null, name: '甲' }])).toEqual([]);
  expect(lineFaults(lines('值', cells, { carry: ['id'], fixed: true }), [{ id: null, name: '甲' }])).toHaveLength(1);
});
