/** What an order costs: never more or less than its lines, whatever is asked for. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { type Composed, compose, missedFen, type Offered } from './compose.ts';

const offered = new Map<number, Offered>(
  [1, 2, 3, 4, 5].map((menuItemId) => [
    menuItemId,
    {
      menuItemId,
      dishId: menuItemId * 10,
      name: `菜${menuItemId}`,
      priceFen: menuItemId * 101,
      limitPerPerson: null,
      allergens: [],
      // 1 and 2 are of a class of their own, under 10 as 3 is; the others of none that is asked for.
      typeIds: menuItemId < 3 ? [11, 10] : menuItemId === 3 ? [12, 10] : [20],
    },
  ]),
);
const rule = {
  mode: 'BY_DISH' as 'BY_DISH' | 'SET_MEAL' | 'HEAD_ONLY',
  pickups: ['DINE_IN'] as const,
  maxPortions: 20,
  priceFen: 1000 as number | null,
  chooseCount: 3 as number | null,
  chooseGroups: [] as { typeId: number; name: string; count: number }[],
};
const named = { date: '2026-11-23', meal: '午餐' };
const ask = (lines: { menuItemId: number; qty: number }[], more: Partial<typeof rule> = {}, portions = 1) =>
  compose({ ...rule, ...more }, offered, { lines, portions, pickup: 'DINE_IN' }, named);
const codeOf = (answer: ReturnType<typeof ask>) => (isRefusal(answer) ? answer.code : 'composed');

describe('what an order is made of', () => {
  test('dishes have the prices of the menu; the same dish twice is one line', () => {
    expect(
      ask([
        { menuItemId: 2, qty: 1 },
        { menuItemId: 1, qty: 2 },
        { menuItemId: 2, qty: 1 },
      ]),
    ).toEqual({
      lines: [
        { menuItemId: 1, dishId: 10, name: '菜1', priceFen: 101, qty: 2 },
        { menuItemId: 2, dishId: 20, name: '菜2', priceFen: 202, qty: 2 },
      ],
      portions: 4,
      dishesFen: 606,
    });
  });

  test('a set costs its price however many dishes carry it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.nat(1_000_000),
        fc.integer({ min: 1, max: 20 }),
        (count, priceFen, sets) => {
          const lines = [1, 2, 3, 4, 5].slice(0, count).map((menuItemId) => ({ menuItemId, qty: 1 }));
          const made = ask(lines, { mode: 'SET_MEAL', priceFen, chooseCount: count }, sets) as Composed;
          expect(made.dishesFen).toBe(priceFen * sets);
          expect(made.lines.every((line) => line.priceFen >= 0 && line.qty === sets)).toBe(true);
        },
      ),
    );
  });

  test('a set of groups takes so many of each class, and none beside them', () => {
    const groups = [
      { typeId: 11, name: '小荤', count: 1 },
      { typeId: 10, name: '荤菜', count: 1 },
    ];
    const set = (...items: number[]) =>
      codeOf(
        ask(
          items.map((menuItemId) => ({ menuItemId, qty: 1 })),
          { mode: 'SET_MEAL', chooseCount: 2, chooseGroups: groups },
        ),
      );
    expect(set(1, 3)).toBe('composed');
    // Both of the one class, though the other lies above it.
    expect(set(1, 2)).toBe('SET_GROUPS');
    expect(set(1, 4)).toBe('SET_GROUPS');
    expect(set(3, 4)).toBe('SET_GROUPS');
    expect(set(1)).toBe('SET_CHOICE');
  });

  test('refused: nothing, too much, half a portion, what is not offered, another number of dishes, another way', () => {
    expect(codeOf(ask([]))).toBe('ORDER_EMPTY');
    expect(codeOf(ask([{ menuItemId: 1, qty: 0 }]))).toBe('ORDER_EMPTY');
    expect(codeOf(ask([{ menuItemId: 1, qty: 1.5 }]))).toBe('ORDER_EMPTY');
    expect(codeOf(ask([{ menuItemId: 1, qty: 21 }]))).toBe('ORDER_TOO_MANY');
    expect(codeOf(ask([{ menuItemId: 9, qty: 1 }]))).toBe('DISH_NOT_OFFERED');
    expect(codeOf(ask([{ menuItemId: 1, qty: 1 }], { mode: 'SET_MEAL' }))).toBe('SET_CHOICE');
    expect(codeOf(ask([], { mode: 'HEAD_ONLY' }, 0))).toBe('ORDER_EMPTY');
    expect(codeOf(ask([], { mode: 'HEAD_ONLY' }, 2))).toBe('composed');
    expect(
      codeOf(compose(rule, offered, { lines: [{ menuItemId: 1, qty: 1 }], portions: 1, pickup: 'DELIVERY' }, named)),
    ).toBe('PICKUP_WAY');
  });
});

test('what is left standing costs its share, never more than the order', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 0, max: 100 }), (amountFen, missPercent) => {
      const charged = missedFen({ missPercent }, { payTime: 'ON_EAT', amountFen });
      expect(charged).toBeGreaterThanOrEqual(0);
      expect(charged).toBeLessThanOrEqual(amountFen);
      expect(missedFen({ missPercent }, { payTime: 'ON_ORDER', amountFen })).toBe(amountFen);
      expect(missedFen({ missPercent }, { payTime: 'MONTHLY', amountFen })).toBe(0);
    }),
  );
});
