/** Money text and the two ways of dividing it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  averageFen,
  basisPoints,
  formatFenGrouped,
  formatFenPlain,
  mulDivHalfUp,
  parseFen,
  splitByRatio,
} from './fen.ts';

describe('reading and showing', () => {
  test.each([
    ['12', 1200],
    ['12.3', 1230],
    ['0.05', 5],
    ['999999999.99', 99_999_999_999],
  ])('%s is %i fen', (text, fen) => expect(parseFen(text)).toBe(fen));

  test.each(['', '-1', '1.', '.5', '1.234', '1e3', '１２', ' 1', '1000000000', '1,000'])('%j is no amount', (text) =>
    expect(parseFen(text)).toBeUndefined(),
  );

  test('what is shown can be read again', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999_999), (fen) => {
        expect(parseFen(formatFenPlain(fen))).toBe(fen);
      }),
    );
  });

  test('signs and groups', () => {
    expect(formatFenPlain(-5)).toBe('-0.05');
    expect(formatFenGrouped(-123_456_789)).toBe('-1,234,567.89');
    expect(formatFenGrouped(99_900)).toBe('999.00');
    expect(() => formatFenPlain(0.5)).toThrow();
  });
});

describe('dividing', () => {
  test('the parts sum to the whole, none off by a whole fen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e11, max: 1e11 }),
        fc.array(fc.nat(1e9), { minLength: 1, maxLength: 20 }).filter((w) => w.some((x) => x > 0)),
        (total, weights) => {
          const parts = splitByRatio(total, weights);
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total);
          const sum = weights.reduce((a, b) => a + b, 0);
          for (const [i, part] of parts.entries())
            expect(Math.abs(part - (total * (weights[i] ?? 0)) / sum)).toBeLessThan(1.001);
        },
      ),
    );
  });

  test('the largest remainder gets the odd fen, the earlier one when equal', () => {
    expect(splitByRatio(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitByRatio(-100, [1, 1, 1])).toEqual([-34, -33, -33]);
    expect(splitByRatio(10, [0, 7, 3])).toEqual([0, 7, 3]);
    expect(() => splitByRatio(10, [0])).toThrow();
    expect(() => splitByRatio(10.5, [1])).toThrow();
  });

  test('half goes up, away from zero', () => {
    expect(mulDivHalfUp(5, 1, 10)).toBe(1);
    expect(mulDivHalfUp(4, 1, 10)).toBe(0);
    expect(mulDivHalfUp(-5, 1, 10)).toBe(-1);
    expect(Object.is(mulDivHalfUp(-4, 1, 10), 0)).toBe(true);
    expect(mulDivHalfUp(125, 398, 100)).toBe(498);
    expect(() => mulDivHalfUp(1, 1, 0)).toThrow();
    expect(() => mulDivHalfUp(1.5, 1, 2)).toThrow();
  });

  test('a product past the safe integers is no matter as long as the result is one', () => {
    expect(mulDivHalfUp(9_000_000_000_000_000, 6_000, 10_000)).toBe(5_400_000_000_000_000);
    expect(() => mulDivHalfUp(Number.MAX_SAFE_INTEGER, 2, 1)).toThrow();
  });

  test('averages and shares are rounded like money, not cut', () => {
    expect(averageFen(1_999, 4)).toBe(500);
    expect(averageFen(-1_999, 4)).toBe(-500);
    expect(averageFen(100, 0)).toBe(0);
    expect(basisPoints(2, 3)).toBe(6_667);
    expect(basisPoints(-1, 20_000)).toBe(-1);
    expect(basisPoints(5, 0)).toBeNull();
  });
});
