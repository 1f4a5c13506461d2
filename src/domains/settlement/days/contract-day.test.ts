/** What a contract day comes to: the worked example, and sums that hold for any day. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DayFigures, dueFen, fundableMain, paidParts, partsOf, runningParts, type Terms } from './contract-day.ts';

const terms: Terms = { serviceRatio: 100, shareRatio: 500, organizationBears: false };
const day = (more: Partial<DayFigures>): DayFigures => ({
  mainFen: 0,
  subsidyFen: 0,
  thirdFen: 0,
  arrearsFen: 0,
  giftFen: 0,
  offersFen: 0,
  toppedFen: 0,
  countFen: 0,
  correctedFen: 0,
  ...more,
});
const sum = (parts: { serviceFen: number; shareFen: number; contractorFen: number }) =>
  parts.serviceFen + parts.shareFen + parts.contractorFen;

test('main 12,345.67, subsidy 4,000.00, third 1,234.50, corrected 45.17, fee 7.41: 175.28 + 876.38 + 16,475.93', () => {
  // Purses are net of corrections: 45.17 went back to main money.
  const figures = day({ mainFen: 1_234_567 - 4_517, subsidyFen: 400_000, thirdFen: 123_450, correctedFen: 4_517 });
  const due = dueFen(figures, terms);
  expect(due).toBe(1_753_500);
  expect(partsOf(due - 741, terms)).toEqual({ serviceFen: 17_528, shareFen: 87_638, contractorFen: 1_647_593 });
  expect(partsOf(-(due - 741), terms)).toEqual({ serviceFen: -17_528, shareFen: -87_638, contractorFen: -1_647_593 });
});

test('what the organization bears stays due to the contractor', () => {
  const figures = day({ mainFen: 900, correctedFen: 100 });
  expect([dueFen(figures, terms), dueFen(figures, { ...terms, organizationBears: true })]).toEqual([900, 1_000]);
});

const someTerms = fc.record({ serviceRatio: fc.nat(10_000), rest: fc.nat(10_000) }).map(({ serviceRatio, rest }) => ({
  serviceRatio,
  shareRatio: Math.min(rest, 10_000 - serviceRatio),
  organizationBears: false,
}));
const fen = fc.integer({ min: -100_000, max: 100_000 });

test('rows of trades sum to the day, part by part, and each row to its trade', () => {
  fc.assert(
    fc.property(fc.array(fen, { maxLength: 60 }), someTerms, (trades, by) => {
      const rows = runningParts(trades, by);
      const total = trades.reduce((a, b) => a + b, 0);
      for (const [i, row] of rows.entries()) expect(sum(row)).toBe(trades[i]);
      for (const part of ['serviceFen', 'shareFen', 'contractorFen'] as const)
        expect(rows.reduce((a, row) => a + row[part], 0)).toBe(trades.length === 0 ? 0 : partsOf(total, by)[part]);
    }),
  );
});

test('the platform is paid first, then the contractor, the organization gets the rest; nothing is made or lost', () => {
  expect(paidParts(1_000, { serviceFen: 100, shareFen: 50, contractorFen: 2_000 })).toEqual({
    serviceFen: 100,
    contractorFen: 900,
    shareFen: 0,
  });
  fc.assert(
    fc.property(fen, fen, someTerms, (fund, net, by) => {
      const parts = partsOf(net, by);
      const paid = paidParts(fund, parts);
      expect(sum(paid)).toBe(fund);
      if (fund >= 0 && net >= 0) {
        expect(paid.serviceFen).toBeLessThanOrEqual(parts.serviceFen);
        expect(paid.contractorFen).toBeLessThanOrEqual(parts.contractorFen);
        expect(Math.min(paid.serviceFen, paid.contractorFen)).toBeGreaterThanOrEqual(0);
      }
    }),
  );
});

test('a day takes of 备付 what diners cannot claim back, asked again no more, and gives back no more than the contract had', () => {
  expect(fundableMain(500, 300, 0, 0)).toBe(300);
  expect(fundableMain(500, 0, 300, 0)).toBe(300);
  expect(fundableMain(500, 900, 0, 0)).toBe(500);
  expect(fundableMain(-100, 0, 0, 60)).toBe(-60);
  expect(fundableMain(500, -400, 300, 0)).toBe(0);
  fc.assert(
    fc.property(fen, fc.integer({ min: 0, max: 50_000 }), fc.integer({ min: 0, max: 50_000 }), (main, room, others) => {
      const first = fundableMain(main, room, 0, others);
      expect(fundableMain(main, room - first, first, others)).toBe(first);
      expect(room - first).toBeGreaterThanOrEqual(Math.min(0, room));
      expect(others + first).toBeGreaterThanOrEqual(0);
    }),
  );
});
