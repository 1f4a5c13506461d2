import { expect, test } from 'vitest';
import type { ImportCheck } from './import-api.ts';
import { reasonsOf, sampleOf } from './sample.ts';

const check: ImportCheck = {
  taskId: 1,
  headers: ['姓名', '工号'],
  mapping: { name: 0, no: 1 },
  total: 4,
  good: 1,
  bad: 3,
  missing: [],
  rows: [
    { rowNo: 2, values: { name: '甲', no: '1' }, errors: { no: '工号「1」已存在' } },
    { rowNo: 3, values: { name: '甲', no: '2' }, errors: { no: '工号「2」已存在' } },
    { rowNo: 4, values: { name: '乙', no: '3' }, errors: { no: '与第 9 行重复' } },
    { rowNo: 5, values: { name: '', no: '4' }, errors: {} },
  ],
};

test('samples are different values of the column that was checked', () => {
  expect(sampleOf(check, 'name', 0)).toBe('甲、乙');
  expect(sampleOf(check, 'no', 1)).toBe('1、2、3');
  expect(sampleOf(check, 'name', 1)).toBe('');
});

test('the same fault counts together whatever it quotes', () => {
  expect(reasonsOf(check, (key) => (key === 'no' ? '工号' : ''))).toEqual([
    { reason: '工号…已存在', count: 2 },
    { reason: '工号：与另一行重复', count: 1 },
  ]);
});
