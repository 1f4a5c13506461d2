/** The figures of an outbreak: the known vectors to the digit, the corners, and that five thousand people take no time. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fisher, riskOf } from './risk.ts';
import { medianHours, onsetCurve, study } from './study.ts';

const two = (n: number | null) => (n === null ? null : Math.round(n * 100) / 100);

describe('risk', () => {
  test('43 of 54 against 3 of 21', () => {
    const risk = riskOf({ a: 43, b: 11, c: 3, d: 18 });
    expect([(risk.exposedRate! * 100).toFixed(1), (risk.unexposedRate! * 100).toFixed(1)]).toEqual(['79.6', '14.3']);
    expect([two(risk.ratio), two(risk.low), two(risk.high)]).toEqual([5.57, 1.94, 16.03]);
    expect(risk.p.toExponential(1)).toBe('2.6e-7');
    expect(risk.corrected).toBe(false);
  });

  test('19 of 32 against 14 of 86', () => {
    const risk = riskOf({ a: 19, b: 13, c: 14, d: 72 });
    expect([two(risk.ratio), two(risk.low), two(risk.high)]).toEqual([3.65, 2.09, 6.38]);
  });

  test('12 of 20 against none of 30 is corrected by half a person', () => {
    const risk = riskOf({ a: 12, b: 8, c: 0, d: 30 });
    expect([risk.ratio!.toFixed(1), risk.low!.toFixed(2), risk.high!.toFixed(0)]).toEqual(['36.9', '2.31', '590']);
    expect(risk).toMatchObject({ corrected: true, exposedRate: 0.6, unexposedRate: 0, ofSick: 1 });
  });

  test('one case, nobody well, all exposed: no ratio is made up', () => {
    expect(riskOf({ a: 1, b: 0, c: 0, d: 0 })).toMatchObject({ ratio: null, low: null, high: null, p: 1 });
    expect(riskOf({ a: 5, b: 40, c: 0, d: 0 })).toMatchObject({
      ratio: null,
      exposedRate: 5 / 45,
      unexposedRate: null,
    });
    expect(riskOf({ a: 0, b: 10, c: 0, d: 10 })).toMatchObject({ ratio: null, ofSick: null });
  });

  test('the exact test is a probability, the same whichever way the table is turned', () => {
    const cell = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(cell, cell, cell, cell, (a, b, c, d) => {
        const p = fisher({ a, b, c, d });
        expect(p).toBeGreaterThanOrEqual(0);
        expect(p).toBeLessThanOrEqual(1);
        expect(fisher({ a: c, b: d, c: a, d: b })).toBeCloseTo(p, 9);
        expect(fisher({ a, b: c, c: b, d })).toBeCloseTo(p, 9);
      }),
    );
  });
});

describe('study', () => {
  const dishes = new Map([['m1', ['m1|饭', 'm1|肉']]]);
  const base = { meals: [], lines: [], told: [], sick: new Set<number>(), asked: [], dishes };

  test('who was ill before a meal began is no case of it, neither of those who ate nor of the others', () => {
    const lunch = ['午|1|1', '晚|2|1'] as const;
    const result = study({
      ...base,
      meals: [1, 2, 3, 4, 5].flatMap((who) => [{ who, meal: lunch[0] }, ...(who < 5 ? [{ who, meal: lunch[1] }] : [])]),
      lines: [{ who: 1, meal: lunch[1], dish: '汤' }],
      told: [{ who: 2, dish: '汤', ate: true }],
      sick: new Set([1, 2]),
      dishes: new Map([[lunch[1], ['汤']]]),
      // The first fell ill between the two meals, the second after both.
      illBefore: (who, meal) => who === 1 && meal === lunch[1],
    });
    const cells = ({ a, b: well, c, d }: { a: number; b: number; c: number; d: number }) => [a, well, c, d];
    expect(Object.fromEntries(result.meals.map((row) => [row.meal, cells(row)]))).toEqual({
      [lunch[0]]: [2, 3, 0, 0],
      [lunch[1]]: [1, 2, 0, 1],
    });
    expect(result.dishes.map(cells)).toEqual([[1, 0, 0, 0]]);
    expect(result.sick).toBe(2);
  });

  test('who only paid for the meal is unknown to its dishes; a line is known for all of them; what is said goes before', () => {
    const result = study({
      ...base,
      meals: [1, 2, 3, 4].map((who) => ({ who, meal: 'm1' })),
      lines: [
        { who: 1, meal: 'm1', dish: 'm1|肉' },
        { who: 2, meal: 'm1', dish: 'm1|饭' },
      ],
      told: [{ who: 2, dish: 'm1|肉', ate: true }],
      sick: new Set([1]),
    });
    const meat = result.dishes.find((row) => row.dish === 'm1|肉')!;
    expect(meat).toMatchObject({ a: 1, b: 1, c: 0, d: 0, unknown: 2, interviewed: 1, lined: 1 });
    const rice = result.dishes.find((row) => row.dish === 'm1|饭')!;
    expect(rice).toMatchObject({ a: 0, b: 1, c: 1, d: 0, unknown: 2 });
  });

  test('whoever ate elsewhere, and the sick who ate nowhere, are the unexposed of a meal', () => {
    const result = study({
      ...base,
      meals: [
        { who: 1, meal: 'm1' },
        { who: 2, meal: 'm1' },
        { who: 3, meal: 'm2' },
      ],
      sick: new Set([1, 9]),
    });
    expect(result.people).toBe(4);
    expect(result.meals.find((row) => row.meal === 'm1')).toMatchObject({ a: 1, b: 1, c: 1, d: 1 });
  });

  test('every person is in exactly one cell of every meal', () => {
    const ate = fc.record({ who: fc.integer({ min: 1, max: 30 }), meal: fc.constantFrom('m1', 'm2', 'm3') });
    fc.assert(
      fc.property(fc.array(ate, { maxLength: 80 }), fc.uniqueArray(fc.integer({ min: 1, max: 40 })), (meals, sick) => {
        const result = study({ ...base, meals, sick: new Set(sick) });
        for (const row of result.meals) {
          expect(row.a + row.b + row.c + row.d).toBe(result.people);
          expect(row.a + row.c).toBe(result.sick);
          expect(Math.min(row.a, row.b, row.c, row.d)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('five thousand people and 135 exposures come out whole', () => {
    const meals = Array.from({ length: 15 }, (_, m) => `m${m}`);
    const served = new Map(meals.map((meal) => [meal, Array.from({ length: 8 }, (_, i) => `${meal}|d${i}`)]));
    const people = Array.from({ length: 5_000 }, (_, i) => i + 1);
    const result = study({
      ...base,
      dishes: served,
      meals: people.flatMap((who) => meals.filter((_, m) => (who + m) % 3 !== 0).map((meal) => ({ who, meal }))),
      lines: people.flatMap((who) => [{ who, meal: meals[who % 15]!, dish: `${meals[who % 15]}|d${who % 8}` }]),
      sick: new Set(people.filter((who) => who % 97 === 0)),
    });
    expect([result.people, result.meals.length, result.dishes.length]).toEqual([5_000, 15, 120]);
  });

  test('onsets by the hour with the empty ones, and the median from a meal', () => {
    const at = (hm: string) => Date.parse(`2026-11-20T${hm}:00+08:00`);
    expect(onsetCurve([at('13:10'), at('13:50'), at('16:00')]).map((one) => one.count)).toEqual([2, 0, 0, 1]);
    expect(medianHours(at('12:00'), [at('14:00'), at('18:00'), at('11:00')])).toBe(4);
    expect(medianHours(at('20:00'), [at('14:00')])).toBeNull();
  });
});
