import { expect, test } from 'vitest';
import type { ChargePlan, PlannedLine } from './charge-plan.ts';
import { chosenAtFirst } from './chosen-first.ts';

const line = (personId: number, more: Partial<PlannedLine> = {}) =>
  ({ personId, problem: null, eaten: 0, missed: false, ...more }) as PlannedLine;
const plan = { lines: [line(1), line(2, { eaten: 1 }), line(3, { problem: '账户已停用，不能消费' })] } as ChargePlan;

test('a whole department: who has eaten is not charged again unless ticked', () => {
  expect(chosenAtFirst(plan, true)).toEqual([1]);
});

test('people named one by one are all meant', () => {
  expect(chosenAtFirst(plan, false)).toEqual([1, 2]);
});

test('of everybody with an order, one left standing waits to be ticked', () => {
  const orders = { lines: [line(1), line(2, { missed: true })] } as ChargePlan;
  expect(chosenAtFirst(orders, true)).toEqual([1]);
  expect(chosenAtFirst(orders, false)).toEqual([1, 2]);
});
