import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareInOrder, shareOut } from './share-out.ts';

const asked = (...qty: number[]) => qty.map((one, i) => ({ lineId: i + 1, qty: one, step: 1, organizationId: i + 1 }));

test('20 kg short of 100 are borne in proportion by three sites, to the gram', () => {
  const parts = shareOut(80_000, asked(50_000, 30_000, 20_000));
  expect([...parts.values()]).toEqual([40_000, 24_000, 16_000]);
  expect([...shareOut(10, asked(5, 5, 5)).values()]).toEqual([4, 3, 3]);
});

test('boxes are given whole', () => {
  const parts = shareOut(60, [
    { lineId: 1, qty: 48, step: 24, organizationId: 1 },
    { lineId: 2, qty: 48, step: 24, organizationId: 1 },
  ]);
  expect([...parts.values()]).toEqual([24, 24]);
});

test('of goods that one sells by the bottle and another by the box everybody has a share, in his own units', () => {
  const bottles = { lineId: 1, qty: 10, step: 1, organizationId: 1 };
  const boxes = { lineId: 2, qty: 48, step: 24, organizationId: 2 };
  expect([...shareOut(30, [bottles, boxes]).values()]).toEqual([6, 24]);
  expect([...shareOut(20, [bottles, boxes]).values()]).toEqual([10, 0]);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom(1, 6, 24)), { minLength: 1, maxLength: 20 }),
      fc.nat(5_000),
      (lines, there) => {
        const mixed = lines.map(([n, step], i) => ({ lineId: i, qty: n * step, step, organizationId: i }));
        const parts = shareOut(there, mixed);
        const left = there - [...parts.values()].reduce((a, b) => a + b, 0);
        expect(left).toBeGreaterThanOrEqual(0);
        for (const { lineId, qty, step } of mixed) {
          const part = parts.get(lineId)!;
          expect([part % step, part <= qty, part + step > qty || left < step]).toEqual([0, true, true]);
        }
      },
    ),
  );
});

test('who comes first has all of his, one after another; the others share what is left', () => {
  const given = (there: number, ...first: number[]) => [...shareInOrder(there, asked(50, 30, 20), first)].sort();
  expect(given(80, 3)).toEqual([
    [1, 38],
    [2, 22],
    [3, 20],
  ]);
  expect(given(60, 2, 1)).toEqual([
    [1, 30],
    [2, 30],
    [3, 0],
  ]);
  expect(given(80)).toEqual([
    [1, 40],
    [2, 24],
    [3, 16],
  ]);
});

test('all of it is given, nobody gets more than he asked', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 30 }),
      fc.nat(2e6),
      (qty, there) => {
        const parts = shareOut(there, asked(...qty));
        const whole = qty.reduce((a, b) => a + b, 0);
        expect([...parts.values()].reduce((a, b) => a + b, 0)).toBe(Math.min(there, whole));
        for (const [i, one] of qty.entries()) expect(parts.get(i + 1)!).toBeLessThanOrEqual(one);
      },
    ),
  );
});
