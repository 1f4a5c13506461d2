/** A contract day restaurant by restaurant: the parts sum to the day, shops keep theirs apart, and trades sum to their restaurant. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf, runningParts } from './contract-day.ts';
import { placeParts } from './place-parts.ts';

const terms = { serviceRatio: 100, shareRatio: 500, organizationBears: false };

test('a shop’s income is its own, however it is paid, and what belongs to no restaurant comes last', () => {
  const parts = placeParts(
    [
      { restaurantId: 0, shop: false, eatenFen: 1_000, thirdFen: 0, feeFen: 0 },
      { restaurantId: 9, shop: true, eatenFen: 2_000, thirdFen: 300, feeFen: 2 },
      { restaurantId: 7, shop: false, eatenFen: 5_000, thirdFen: 700, feeFen: 4 },
    ],
    terms,
  );
  expect(
    parts.map(({ restaurantId, eatenFen, thirdFen, shopFen }) => [restaurantId, eatenFen, thirdFen, shopFen]),
  ).toEqual([
    [7, 5_000, 700, 0],
    [9, 0, 0, 2_300],
    [0, 1_000, 0, 0],
  ]);
});

test('whatever the restaurants took, they sum to the day, and trades in the same order to their restaurant', () => {
  const trade = fc.record({ place: fc.integer({ min: 1, max: 3 }), fen: fc.integer({ min: -5_000, max: 20_000 }) });
  fc.assert(
    fc.property(fc.array(trade, { minLength: 1, maxLength: 40 }), (made) => {
      const trades = made.toSorted((a, b) => a.place - b.place);
      const of = (place: number) => trades.filter((one) => one.place === place).reduce((sum, { fen }) => sum + fen, 0);
      const parts = placeParts(
        [1, 2, 3].map((restaurantId) => ({
          restaurantId,
          shop: false,
          eatenFen: of(restaurantId),
          thirdFen: 0,
          feeFen: 0,
        })),
        terms,
      );
      const day = partsOf(of(1) + of(2) + of(3), terms);
      const rows = runningParts(
        trades.map(({ fen }) => fen),
        terms,
      );
      for (const part of ['serviceFen', 'shareFen', 'contractorFen'] as const) {
        expect(parts.reduce((sum, one) => sum + one[part], 0)).toBe(day[part]);
        for (const { restaurantId, ...one } of parts) {
          const its = rows.reduce((sum, row, i) => (trades[i]!.place === restaurantId ? sum + row[part] : sum), 0);
          expect(its).toBe(one[part]);
        }
      }
    }),
  );
});
