import { expect, test } from 'vitest';
import { parseNumber } from './number-input.tsx';

test('numbers as people type them; what is none stays as typed', () => {
  expect(parseNumber(' １,２00 ', 1)).toBe(1200);
  expect(parseNumber('-3', 1)).toBe(-3);
  expect(parseNumber('', 1)).toBeNull();
  for (const odd of ['12.7', '1e3', '十二', '3份']) expect(parseNumber(odd, 1)).toBe(odd);
  expect(parseNumber('0.6%', 100)).toBe(60);
  expect(parseNumber('12.345', 100)).toBe('12.345');
  expect(parseNumber('0.07', 1, 2)).toBe(0.07);
  expect(parseNumber('0.071', 1, 2)).toBe('0.071');
});
