/** Nutrition as sums: what is missing is never zero, and the order of adding does not matter. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, amountOf, average, coverage, nothing, type Part, portionOf, scale, sum } from './amounts.ts';
import { partsOf } from './nutrients.ts';
import {
  allergensOf,
  boughtGrams,
  costOf,
  costText,
  netGrams,
  portionAmounts,
  type RecipeLine,
  type Stuff,
} from './recipe.ts';

const part: fc.Arbitrary<Part> = fc.record({
  net: fc.integer({ min: 1, max: 2000 }),
  nutrients: fc.record(
    {
      energy: fc.integer({ min: 0, max: 900 }),
      calcium: fc.integer({ min: 0, max: 2000 }),
      iron: fc.integer({ min: 0, max: 50 }),
    },
    { requiredKeys: [] },
  ),
  weighs: fc.boolean(),
});
const parts = fc.array(part, { maxLength: 8 });

const stuff = (id: number, more: Partial<Stuff> = {}): Stuff => ({
  id,
  name: `食材${id}`,
  foodClass: 'VEGETABLE',
  mark: null,
  risk: null,
  edibleRatio: 10_000,
  allergens: [],
  nutrients: {},
  priceFen: undefined,
  ...more,
});
const line = (foodStuffId: number, grams: number, more: Partial<RecipeLine> = {}): RecipeLine => ({
  foodStuffId,
  grams,
  basis: 'NET',
  lossRatio: 0,
  main: false,
  ...more,
});

describe('amounts', () => {
  test('taking a value away never raises the amount and never leaves the coverage as it was', () => {
    fc.assert(
      fc.property(parts, fc.nat(7), (list, at) => {
        const one = list[at % Math.max(1, list.length)];
        fc.pre(one?.weighs === true && one.nutrients.calcium !== undefined);
        const { calcium: _, ...rest } = one!.nutrients;
        const without = list.map((p) => (p === one ? { ...p, nutrients: rest } : p));
        const [before, after] = [portionOf(list), portionOf(without)];
        expect(amountOf(after, 'calcium') ?? 0).toBeLessThanOrEqual(amountOf(before, 'calcium')!);
        expect(coverage(after, 'calcium')).toBeLessThan(coverage(before, 'calcium'));
      }),
    );
  });

  test('what nobody knows is undefined, not zero; what is known to be zero is zero', () => {
    const of = portionOf([{ net: 100, nutrients: { energy: 50, calcium: 0 }, weighs: true }]);
    expect([amountOf(of, 'iron'), amountOf(of, 'calcium')]).toEqual([undefined, 0]);
    expect([coverage(of, 'iron'), coverage(of, 'calcium')]).toEqual([0, 1]);
  });

  test('adding is the same in any order and any grouping', () => {
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 6 }), (dishes) => {
        const all = dishes.map(portionOf);
        const [one, other] = [sum(all), sum([...all].reverse())];
        const parted = add(sum(all.slice(0, 2)), sum(all.slice(2)));
        for (const key of ['energy', 'calcium', 'iron'] as const)
          for (const way of [other, parted]) {
            expect(amountOf(way, key) ?? -1).toBeCloseTo(amountOf(one, key) ?? -1, 6);
            expect(coverage(way, key)).toBeCloseTo(coverage(one, key), 9);
          }
      }),
    );
  });

  test('coverage lies between none and all, salt and water do not count for it', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const of = portionOf(list);
        for (const key of ['energy', 'calcium'] as const) {
          expect(coverage(of, key)).toBeGreaterThanOrEqual(0);
          expect(coverage(of, key)).toBeLessThanOrEqual(1);
        }
      }),
    );
    const soup = portionOf([
      { net: 50, nutrients: { energy: 20 }, weighs: true },
      { net: 300, nutrients: {}, weighs: false },
    ]);
    expect(coverage(soup, 'energy')).toBe(1);
  });

  test('a dish without a recipe lowers the coverage by its portions', () => {
    const known = portionOf([{ net: 100, nutrients: { energy: 100 }, weighs: true }]);
    const blind = portionOf([]);
    expect(coverage(sum([known, blind]), 'energy')).toBe(0.5);
    expect(coverage(sum([scale(known, 300), scale(blind, 100)]), 'energy')).toBe(0.75);
    expect(coverage(nothing, 'energy')).toBe(0);
  });

  test('where people choose, a meal is the average by the portions planned', () => {
    const rice = portionOf([{ net: 100, nutrients: { energy: 100 }, weighs: true }]);
    const meat = portionOf([{ net: 100, nutrients: { energy: 300 }, weighs: true }]);
    expect(amountOf(average(sum([scale(rice, 3), scale(meat, 1)])), 'energy')).toBe(150);
  });
});

describe('recipes', () => {
  test('gross weight loses what is not eaten; what is bought gains it back and the loss on top', () => {
    const fish = stuff(1, { edibleRatio: 5000 });
    expect(netGrams(line(1, 200, { basis: 'GROSS' }), fish)).toBe(100);
    expect(boughtGrams(line(1, 100), fish)).toBe(200);
    expect(boughtGrams(line(1, 100, { lossRatio: 1000 }), fish)).toBeCloseTo(220, 9);
    expect(boughtGrams(line(1, 200, { basis: 'GROSS' }), fish)).toBe(200);
  });

  test('cost is rounded once at the end and says what has no price', () => {
    const stuffs = new Map([
      [1, stuff(1, { priceFen: 333 })],
      [2, stuff(2, { priceFen: 333 })],
      [3, stuff(3)],
      [4, stuff(4, { foodClass: 'WATER' })],
    ]);
    expect(costOf([line(1, 1.5), line(2, 1.5)], stuffs)).toEqual({ fen: 1, unpriced: 0 });
    const cost = costOf([line(1, 1000), line(3, 10), line(4, 500)], stuffs);
    expect([cost, costText(cost)]).toEqual([{ fen: 333, unpriced: 1 }, '≥ 3.33 元，1 项无价']);
  });

  test('salt is counted for its sodium and not asked for what else is in it', () => {
    const stuffs = new Map([
      [1, stuff(1, { nutrients: { sodium: 10, calcium: 50 } })],
      [2, stuff(2, { foodClass: 'SALT', nutrients: { sodium: 39_340 } })],
    ]);
    const of = portionAmounts([line(1, 100), line(2, 1)], stuffs);
    expect(amountOf(of, 'sodium')).toBeCloseTo(403.4, 9);
    expect([coverage(of, 'sodium'), coverage(of, 'calcium')]).toEqual([1, 1]);
  });

  test('allergens are those of the recipe and of hand; without either a dish is not declared', () => {
    const stuffs = new Map([[1, stuff(1, { allergens: ['EGG'] })]]);
    expect(allergensOf([line(1, 50)], stuffs, ['NUT'])).toEqual(['EGG', 'NUT']);
    expect(allergensOf([line(1, 50)], stuffs, [])).toEqual(['EGG']);
    expect(allergensOf([], stuffs, [])).toBeNull();
  });

  test('the parts of 100 g are those that weigh', () => {
    expect(partsOf({ protein: 20, fat: 30, energy: 900, sodium: 5000 })).toBe(50);
  });
});
