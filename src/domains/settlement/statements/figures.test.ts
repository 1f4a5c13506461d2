/** A statement is the sum of its lines and pays in one direction alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { carriedOut, combined, type Figures, none, type Part, parts, payable, totalsOf } from './figures.ts';

const fen = fc.integer({ min: -50_000, max: 50_000 });
const figures = fc.tuple(...parts.map(() => fen)).map((all) => {
  const made = Object.fromEntries(parts.map((part, i) => [part, all[i]!])) as Record<Part, number>;
  return made as Figures;
});

test('what is carried leaves nothing to be paid back, and takes nothing that is to be paid', () => {
  fc.assert(
    fc.property(figures, (sum) => {
      const after = combined(sum, carriedOut(sum) ?? none);
      for (const part of payable) expect(after[part]).toBe(Math.max(0, sum[part]));
    }),
  );
});

test('the head: days and what came late make the contractor’s part, what is paid is what it holds and is owed', () => {
  const line = (kind: 'DAY' | 'ADJUST' | 'CARRY_IN', over: Partial<Record<Part, number>>) => ({
    kind,
    date: '2026-11-20',
    refersTo: null,
    figures: { ...none, ...over },
  });
  const lines = [
    line('DAY', { contractor: 900, wallet: 600, claim: 300 }),
    line('ADJUST', { contractor: -50, wallet: -50 }),
    line('CARRY_IN', { wallet: -20 }),
  ];
  expect(totalsOf(41, lines)).toMatchObject({ adjustFen: -50, carryFen: -20, payFen: 830 });
  expect(totalsOf(0, [line('DAY', { share: 700, share_wallet: 500 })]).payFen).toBe(500);
});
