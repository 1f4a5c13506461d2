/** An amount without separators in words is seen by the check. */
import { expect, test } from 'vitest';
import { amountBreaks } from './amount-rule.ts';

const found = (line: string, file = 'src/domains/x/do.ts') => amountBreaks(new Map([[file, `\n${line}\n`]]));

test('an amount in words without separators is named, with what to do', () => {
  expect(found('say(formatFenPlain(fen));')).toEqual([
    'src/domains/x/do.ts:2 shows an amount without separators: formatFenGrouped',
  ]);
  expect(found('say((fen / 100).toFixed(2));')).toHaveLength(1);
});

test('grouped amounts, percentages, and what a bank reads are fine', () => {
  expect(found('say(formatFenGrouped(fen));')).toEqual([]);
  expect(found('(ratio / 100).toFixed(2)}%')).toEqual([]);
  expect(found('formatFenPlain(row.amountFen),', 'src/domains/settlement/payouts/payout-file.ts')).toEqual([]);
});
