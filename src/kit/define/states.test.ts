import { expect, it } from 'vitest';
import { labelIn } from './states.ts';

it('a value has the label of its choice, stays as it is when it is none of them, and nothing is empty', () => {
  const states = [{ value: 'OPEN', label: '开着' }];
  expect(labelIn(states, 'OPEN')).toBe('开着');
  expect(labelIn(states, 'ELSE')).toBe('ELSE');
  expect(labelIn(states, null)).toBe('');
});
