import { expect, test } from 'vitest';
import { bool, choice, int, lines, money, ref, text } from '../../define/field.ts';
import { readValues, refuseLine } from './values.ts';

const fields = {
  name: text('名称', { required: true }),
  basis: choice(
    '依据',
    [
      { value: 'FIXED', label: '固定' },
      { value: 'DAYS', label: '按天' },
    ],
    { required: true },
  ),
  mostDays: int('最多天数', { required: true, min: 1, when: (v) => v.basis === 'DAYS' }),
  automatic: bool('自动', { initial: false, when: (v) => v.basis === 'FIXED' }),
  capFen: money('上限'),
};
const keys = Object.keys(fields);
const stored = { id: 1, name: '甲', basis: 'DAYS', mostDays: 20, automatic: false, capFen: 500 };

test('an unseen field is neither required nor stored', () => {
  expect(readValues(fields, keys, { name: '甲', basis: 'FIXED', mostDays: 'x', automatic: true })).toEqual({
    name: '甲',
    basis: 'FIXED',
    automatic: true,
    capFen: null,
  });
});

test('a seen field is required', () => {
  expect(readValues(fields, keys, { name: '甲', basis: 'DAYS' })).toMatchObject({
    fields: { mostDays: '最多天数不能为空' },
  });
});

test('an edit that hides a field empties it; what it does not touch stays', () => {
  expect(readValues(fields, keys, { basis: 'FIXED', automatic: true }, stored)).toEqual({
    basis: 'FIXED',
    mostDays: null,
    automatic: true,
  });
  expect(readValues(fields, keys, { name: '乙' }, stored)).toEqual({ name: '乙' });
});

test('an edit that brings a required field into sight asks for it', () => {
  const fixed = { ...stored, basis: 'FIXED', mostDays: null, automatic: true };
  expect(readValues(fields, keys, { basis: 'DAYS' }, fixed)).toMatchObject({
    fields: { mostDays: '最多天数不能为空' },
  });
  expect(readValues(fields, keys, { basis: 'DAYS', mostDays: 3 }, fixed)).toEqual({
    basis: 'DAYS',
    mostDays: 3,
    automatic: false,
  });
});

const optional = { lines: lines('明细', { goodsId: ref('商品', '/x') }) };
const document = {
  lines: lines(
    '明细',
    {
      goodsId: ref('商品', '/x', { required: true }),
      quantity: int('数量', { required: true, min: 1 }),
      note: text('备注', { when: (row) => row.quantity === 9 }),
      stock: int('库存', { readOnly: true }),
    },
    { min: 1, unique: ['goodsId'] },
  ),
};

test('rows are taken with the cells that are asked, and nothing besides', () => {
  const sent = [{ goodsId: 1, quantity: 2, note: ' a ', stock: 99, other: 'x' }];
  expect(readValues(document, ['lines'], { lines: sent })).toEqual({
    lines: [{ goodsId: 1, quantity: 2, note: null }],
  });
});

test('a wrong cell is refused at its place, with words that name row and cell', () => {
  const sent = [
    { goodsId: 1, quantity: 2 },
    { goodsId: 1, quantity: 0 },
  ];
  expect(readValues(document, ['lines'], { lines: sent })).toMatchObject({
    params: { detail: '明细：第 2 行 数量不能小于 1；第 2 行 商品与第 1 行重复' },
    fields: {
      'lines.1.quantity': '第 2 行 数量不能小于 1',
      'lines.1.goodsId': '第 2 行 商品与第 1 行重复',
    },
  });
  expect(readValues(document, ['lines'], { lines: [] })).toMatchObject({ fields: { lines: '明细不能为空' } });
  expect(readValues(optional, ['lines'], { lines: '' })).toEqual({ lines: null });
  for (const odd of ['x', 7, {}, [null], [[]]])
    expect(readValues(document, ['lines'], { lines: odd })).toMatchObject({ code: 'INVALID_FIELDS' });
  expect(refuseLine(document, 'lines', 2, 'quantity', '超过库存')).toMatchObject({
    fields: { lines: '第 3 行 数量超过库存', 'lines.2.quantity': '第 3 行 数量超过库存' },
  });
});
