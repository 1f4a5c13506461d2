/** Whatever a swipe may be refused for stands under a reason of its own: none of it is 其他. */
import { expect, test } from 'vitest';
import { refusalSpec } from '../../../kit/server/refusal.ts';
import { walletRefusals } from '../../wallet/public.server.ts';
import { consumptionRefusals } from '../refusals.ts';
import { conflictCodes } from './states.ts';

/** Said to clerks alone, of money that comes in, or of a broken terminal. */
const notAtTerminals = ['ALREADY_SETTLED', 'NOT_A_TRADE', 'MAX_BALANCE', 'IDEMPOTENCY_MISMATCH'];

/** Numbers of what purses and swipes say. */
const heard: readonly (readonly [number, number])[] = [
  [2000, 2039],
  [2500, 2529],
];

test('every refusal of a swipe has its reason, and one only', () => {
  const said = Object.values(conflictCodes).flat();
  expect(said.filter((code, i) => said.indexOf(code) !== i)).toEqual([]);
  const missing = Object.keys({ ...walletRefusals, ...consumptionRefusals }).filter((code) => {
    const { errorcode } = refusalSpec(code);
    const atTerminals = heard.some(([from, to]) => errorcode >= from && errorcode <= to);
    return atTerminals && !notAtTerminals.includes(code) && !said.includes(code);
  });
  expect(missing).toEqual([]);
});
