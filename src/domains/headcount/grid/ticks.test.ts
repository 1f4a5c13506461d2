/** What the grid holds: cells that may be changed and those that may not, copying a week, taking back. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  asText,
  copied,
  countsOf,
  fromText,
  type Gate,
  keyOf,
  redo,
  skippedWords,
  stateOf,
  step,
  storedOf,
  strangers,
  unchanged,
  undo,
  wish,
} from './ticks.ts';
import type { GridWeek } from './week.ts';

const hour = 3_600_000;
/** Two meals a day for seven days; type 1 reports both, type 2 eats the first by default, nobody anything on day 6. */
const weekOf = (cells: GridWeek['cells'] = []): GridWeek => {
  const days = Array.from({ length: 7 }, (_, i) => ({ date: `2026-11-${23 + i}`, off: i > 4 }));
  const slots = days.flatMap(({ date }, day) =>
    [10, 20].map((mealPeriodId) => ({
      date,
      mealPeriodId,
      opensAt: 0,
      closesAt: (day + 1) * 24 * hour,
      cancelAt: (day + 1) * 24 * hour - hour,
      closed: false,
      settled: false,
    })),
  );
  const terms = (byDefault: boolean, meals: number[]) =>
    slots.map((slot, i) => (i < 12 && meals.includes(slot.mealPeriodId) ? { byDefault, mostPortions: 2 } : null));
  return {
    days,
    meals: [
      { id: 10, name: '午餐' },
      { id: 20, name: '晚餐' },
    ],
    slots,
    terms: { 1: terms(false, [10, 20]), 2: terms(true, [10]) },
    people: [
      { id: 7, name: '甲', jobNumber: '1', departmentName: '', kind: 1 },
      { id: 8, name: '乙', jobNumber: '2', departmentName: '', kind: 2 },
    ],
    away: {},
    gone: {},
    habits: {},
    guests: [],
    more: 0,
    cells,
    nowMs: 0,
  };
};
const open: Gate = { nowMs: hour, late: false };
const of7 = (slot: number, portions: number) => ({ personId: 7, kind: 1, slot, portions });
const of8 = (slot: number, portions: number) => ({ personId: 8, kind: 2, slot, portions });
const none = new Map<string, number>();

test('a wish that says what is there already is no edit, and takes one back', () => {
  const week = weekOf([[0, 0, 1, 3]]);
  const stored = storedOf(week);
  const off = wish(week, stored, none, [of7(0, 0)], open).edits;
  expect([...off]).toEqual([[keyOf(7, 0), 0]]);
  expect(wish(week, stored, off, [of7(0, 1)], open).edits.size).toBe(0);
});

test('who eats by default counts until they decline; what a type does not report stays empty', () => {
  const week = weekOf();
  const stored = storedOf(week);
  expect(countsOf(week, week.people, stored, none).slice(0, 2)).toEqual([1, 0]);
  const { edits, skipped } = wish(week, stored, none, [of8(0, 0), of8(1, 1)], open);
  expect([...edits]).toEqual([[keyOf(8, 0), 0]]);
  expect([...skipped]).toEqual([['不用报餐', [{ personId: 8, slot: 1 }]]]);
  expect(countsOf(week, week.people, stored, edits)[0]).toBe(0);
  expect(stateOf(stored, edits, keyOf(8, 0), week.terms[2]![0]!)).toEqual({
    portions: 0,
    byDefault: false,
    changed: true,
  });
});

test('taking back closes before reporting does; afterwards only who may and says why goes on', () => {
  const week = weekOf([[0, 0, 1, 1]]);
  const stored = storedOf(week);
  const between = { nowMs: 23.5 * hour, late: false };
  expect(wish(week, stored, none, [of7(0, 0)], between).skipped.size).toBe(1);
  expect(wish(week, stored, none, [of7(0, 2), of7(1, 1)], between).edits.size).toBe(2);
  const over = { nowMs: 25 * hour, late: false };
  expect(
    [...wish(week, stored, none, [of7(0, 2), of7(1, 1)], over).skipped.values()].map((cells) => cells.length),
  ).toEqual([2]);
  expect(wish(week, stored, none, [of7(0, 0), of7(1, 1)], { ...over, late: true }).edits.size).toBe(2);
  const settled = { ...week, slots: week.slots.map((slot) => ({ ...slot, settled: true })) };
  expect([...wish(settled, stored, none, [of7(1, 1)], { ...open, late: true }).skipped.keys()]).toEqual(['已结算']);
});

test('last week goes weekday to weekday, without days nobody reports and cells that are closed', () => {
  const before = weekOf([
    [0, 0, 2, 1],
    [0, 3, 1, 1],
    [1, 2, 0, 1],
  ]);
  const now = weekOf();
  const wishes = copied(before, now);
  const { edits, skipped, changed } = wish(now, storedOf(now), none, wishes, { nowMs: 24.5 * hour, late: false });
  expect([...edits]).toEqual([
    [keyOf(7, 3), 1],
    [keyOf(8, 2), 0],
  ]);
  expect(changed).toBe(2);
  // What was left is told by name, day and meal.
  expect(skippedWords(now, skipped)).toEqual([
    { name: expect.stringContaining('截止'), cells: 1, examples: ['甲 周一午餐'] },
  ]);
  expect(strangers({ people: before.people.slice(1) }, now)).toEqual(['甲']);
});

test('a block goes through a sheet and back', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), { minLength: 1, maxLength: 8 }), (block) => {
      expect(fromText(asText(block))).toEqual(block.map((row) => [...row]));
    }),
  );
  expect(fromText('✓\t–\t午餐\r\n')).toEqual([[1, 0, undefined]]);
});

test('steps are taken back and done again; one that changes nothing is none', () => {
  const one = step(unchanged, new Map([['a', 1]]));
  expect(step(one, new Map([['a', 1]]))).toEqual(one);
  const two = step(one, new Map([['a', 2]]));
  expect(undo(two).now).toEqual(one.now);
  expect(redo(undo(two)).now).toEqual(two.now);
  expect(undo(undo(undo(two))).now.size).toBe(0);
});

test('who is away is not counted by default and cannot be ticked; what stands can still be taken back', () => {
  const week = { ...weekOf([[1, 2, 1, 1]]), away: { 8: { 0: '请假', 2: '请假' } } };
  const stored = storedOf(week);
  const eaters = countsOf(week, week.people, stored, none);
  expect([eaters[0], eaters[2], eaters[4]]).toEqual([0, 1, 1]);
  const ticked = wish(week, stored, none, [of8(0, 1), of8(4, 0), of8(2, 0)], open);
  expect([...ticked.skipped.keys()]).toEqual(['已登记请假']);
  expect([...ticked.edits.keys()]).toEqual([keyOf(8, 4), keyOf(8, 2)]);
});
