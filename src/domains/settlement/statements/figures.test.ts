/** A statement is the sum of its lines and pays in one direction alone. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  carriedOut,
  combined,
  type Figures,
  lineChanges,
  none,
  type Part,
  parts,
  payable,
  type StatementLine,
  totalsOf,
} from './figures.ts';
import { movedText } from './moved-text.ts';

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

test('what changes of each day is together what the amount changes by, and no day that stands is named', () => {
  const kinds = fc.constantFrom<StatementLine['kind']>('DAY', 'ADJUST', 'MANAGE_FEE', 'CARRY_IN', 'CARRY_OUT');
  const lines = fc.array(
    fc.record({ kind: kinds, date: fc.integer({ min: 10, max: 30 }).map((d) => `2026-11-${d}`), figures }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.constantFrom(0, 41), lines, lines, lines, (contractId, stays, goes, comes) => {
      const whole = (some: typeof stays): StatementLine[] => some.map((line) => ({ ...line, refersTo: null }));
      const [before, after] = [whole([...stays, ...goes]), whole([...stays, ...comes])];
      const changes = lineChanges(contractId, before, after);
      const sum = changes.reduce((all, { beforeFen, afterFen }) => all + (afterFen ?? 0) - (beforeFen ?? 0), 0);
      expect(sum).toBe(totalsOf(contractId, after).payFen - totalsOf(contractId, before).payFen);
      expect(lineChanges(contractId, before, before)).toEqual([]);
      for (const { date } of changes) expect([...goes, ...comes].map((line) => line.date)).toContain(date);
    }),
  );
});

test('in words: the amount, then each day of it', () => {
  const line = (kind: StatementLine['kind'], date: string, wallet: number, eaten = wallet): StatementLine => ({
    kind,
    date,
    refersTo: null,
    figures: { ...none, eaten, wallet },
  });
  const before = [
    line('DAY', '2026-11-20', 100_000),
    line('DAY', '2026-11-21', 5_000),
    line('CARRY_OUT', '2026-11-21', 10),
  ];
  const after = [
    line('DAY', '2026-11-20', 103_600),
    line('DAY', '2026-11-21', 5_000, 1),
    line('ADJUST', '2026-11-02', -25),
  ];
  expect(movedText(105_010, 108_575, lineChanges(41, before, after))).toBe(
    '应结 1,050.10 → 1,085.75 元；2026-11-02 以前期间调整 新增 -0.25；2026-11-20 1,000.00 → 1,036.00；2026-11-21 结转下期 去掉 0.10；2026-11-21 构成有变',
  );
});
