/** Where each movement stands in the statement. */
import { describe, expect, test } from 'vitest';
import { statementColumn } from './account-words.ts';

describe('statementColumn', () => {
  test.each([
    ['RECHARGE', '', true, 'rechargeFen'],
    ['REVERSE', 'RECHARGE', false, 'rechargeFen'],
    ['REVERSE', 'CONSUME', true, 'correctedFen'],
    ['REVERSE', 'SUPPLEMENT', true, 'supplementFen'],
    ['CONSUME', '', false, 'consumeFen'],
    ['ADJUST', '', true, 'otherInFen'],
    ['ADJUST', '', false, 'otherOutFen'],
    ['CARD_DEPOSIT', '', false, 'otherOutFen'],
  ])('%s undoing %s, incoming %s, stands in %s', (kind, undone, incoming, column) => {
    expect(statementColumn(kind, undone, incoming)).toBe(column);
  });
});
