import { expect, test } from 'vitest';
import { bool, choice, int, text } from './field.ts';
import { seenKeys } from './form.ts';

const fields = {
  basis: choice('依据', [
    { value: 'FIXED', label: '固定' },
    { value: 'DAYS', label: '按天' },
  ]),
  automatic: bool('自动', { when: (v) => v.basis === 'FIXED' }),
  prepareDays: int('提前', { when: (v) => v.automatic === true }),
  name: text('名称'),
};
const keys = Object.keys(fields);

test('a field is seen while its condition holds of the values before it', () => {
  expect(seenKeys(fields, keys, { basis: 'FIXED', automatic: true })).toEqual(keys);
  expect(seenKeys(fields, keys, { basis: 'FIXED', automatic: false })).toEqual(['basis', 'automatic', 'name']);
});

test('what hangs on an unseen field is unseen too, whatever it still holds', () => {
  expect(seenKeys(fields, keys, { basis: 'DAYS', automatic: true })).toEqual(['basis', 'name']);
});
