import { expect, test } from 'vitest';
import { chosenAtFirst } from './chosen-first.ts';
import type { ChargePlan, PlannedLine } from './plan.ts';

const line = (personId: number, more: Partial<PlannedLine> = {}) =>
  ({ personId, problem: null, eaten: 0, ...more }) as PlannedLine;
const plan = { lines: [line(1), line(2, { eaten: 1 }), line(3, { problem: '账户已停用，不能消费' })] } as ChargePlan;

test('a whole department: who has eaten is not charged again unless ticked', () => {
  expect(chosenAtFirst(plan, true)).toEqual([1]);
});

test('people named one by one are all meant', () => {
  expect(chosenAtFirst(plan, false)).toEqual([1, 2]);
});
