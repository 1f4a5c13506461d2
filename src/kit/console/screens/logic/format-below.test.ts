/** The second line of a cell: times as short as their column, and never two of them without a word which is which. */
import { expect, test } from 'vitest';
import { text, time } from '../../../define/field.ts';
import { formatBelow } from './format.ts';

const below = { field: time('上传时间'), key: 'recordedAt' };
const row = {
  occurredAt: '2026-11-27T12:07:10+08:00',
  recordedAt: '2026-11-27T12:07:44+08:00',
  madeName: '梁校长',
};

test('below another time it says which it is, with its day where that is another one', () => {
  const pair = { above: { field: time('消费时间'), key: 'occurredAt' }, below };
  expect(formatBelow(pair, row, true)).toBe('上传 12:07:44');
  expect(formatBelow(pair, { ...row, recordedAt: '2026-11-29T08:00:05+08:00' }, true)).toBe('上传 11-29 08:00');
  expect(formatBelow(pair, { ...row, recordedAt: null }, true)).toBe('');
});

test('below a name it is as long as the column allows', () => {
  const pair = { above: { field: text('登记人'), key: 'madeName' }, below };
  expect(formatBelow(pair, row, true)).toBe('11-27 12:07');
  expect(formatBelow(pair, row, false)).toBe('2026-11-27 12:07:44');
});
