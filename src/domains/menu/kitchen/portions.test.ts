/** Portions a kitchen makes, and what goes into them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stuff } from '../nutrition/recipe.ts';
import { neededFor, portionsOf, usualBasis } from './portions.ts';

const dish = (planQty: number, orderedQty = 0, stopped = false) => ({ planQty, orderedQty, stopped });

describe('portions', () => {
  test('by plan as it says; by what was asked the heads are shared out as the plan does, orders come on top', () => {
    const dishes = [dish(100), dish(50, 4), dish(20, 3, true)];
    expect(portionsOf(dishes, 80, 'PLAN')).toEqual([100, 50, 3]);
    expect(portionsOf(dishes, 80, 'ASKED')).toEqual([80, 44, 3]);
    expect(portionsOf([dish(0), dish(0, 2)], 30, 'ASKED')).toEqual([30, 32]);
    expect(portionsOf([], 30, 'ASKED')).toEqual([]);
  });

  test('what a few reported is not what is cooked where most come without saying so', () => {
    const dishes = [dish(234), dish(200), dish(500, 0, true)];
    expect([0, 45, 116, 117, 240].map((asked) => usualBasis(dishes, asked))).toEqual([
      'PLAN',
      'PLAN',
      'PLAN',
      'ASKED',
      'ASKED',
    ]);
    expect(usualBasis([dish(0)], 3)).toBe('ASKED');
  });

  test('one head more takes nothing from any dish, and nobody gets two of one', () => {
    const any = fc.record({ planQty: fc.nat(500), orderedQty: fc.nat(50), stopped: fc.boolean() });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), fc.nat(400), (dishes, heads) => {
        const [less, more] = [portionsOf(dishes, heads, 'ASKED'), portionsOf(dishes, heads + 1, 'ASKED')];
        for (const [i, qty] of less.entries()) {
          expect(more[i]! - qty).toBeGreaterThanOrEqual(0);
          expect(qty).toBeLessThanOrEqual(heads + dishes[i]!.orderedQty);
        }
      }),
    );
  });
});

const stuff = (id: number, name: string, edibleRatio: number): Stuff => ({
  id,
  name,
  foodClass: 'VEGETABLE',
  mark: null,
  risk: null,
  edibleRatio,
  allergens: [],
  nutrients: {},
  priceFen: undefined,
});

test('food-stuffs of all dishes are added up, ready to cook and with what is peeled off and lost', () => {
  const stuffs = new Map([
    [1, stuff(1, '土豆', 8_000)],
    [2, stuff(2, '青椒', 10_000)],
  ]);
  const line = (foodStuffId: number, grams: number, basis: 'NET' | 'GROSS', lossRatio = 0) => ({
    foodStuffId,
    grams,
    basis,
    lossRatio,
    main: false,
  });
  const needed = neededFor(
    [
      { name: '土豆丝', qty: 10, lines: [line(1, 80, 'NET', 1_000), line(2, 20, 'NET')] },
      { name: '土豆泥', qty: 5, lines: [line(1, 100, 'GROSS')] },
      { name: '停售', qty: 0, lines: [line(2, 500, 'NET')] },
    ],
    stuffs,
  );
  const [potato, pepper] = needed;
  expect(needed).toHaveLength(2);
  expect(potato).toMatchObject({ name: '土豆', netG: 1_200, dishes: ['土豆丝', '土豆泥'] });
  expect(potato!.boughtG).toBeCloseTo(10 * 110 + 5 * 100, 6);
  expect(pepper).toMatchObject({ netG: 200, boughtG: 200, dishes: ['土豆丝'] });
});
