/** How much a posting moved, in what its purse is counted in: a posting's own amount is money alone. */
import type { Posted } from '../../wallet/public.server.ts';
import type { GrantPurse } from '../units.ts';

export const movedAmount = (posted: Pick<Posted, 'amountFen' | 'split'>, purse: GrantPurse): number =>
  purse === 'COUNT' ? Math.abs(posted.split.COUNT ?? 0) : posted.amountFen;
