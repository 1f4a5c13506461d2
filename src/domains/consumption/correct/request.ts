/** A correction as the money door is asked for it. */
import type { ReverseRequest, SupplementRequest } from '../../wallet/public.server.ts';
import type { ConsumptionSetting } from '../settings.ts';
import type { CorrectionKind } from './states.ts';

export interface MovableCorrection {
  organizationId: number;
  id: number;
  tradeId: number;
  personId: number;
  kind: CorrectionKind;
  amountFen: number;
  reason: string;
}

/** Money back to the purses it came from, in reverse order, or one more debit at the place of the original. */
export function correctionRequest(
  c: MovableCorrection,
  requestKey: string,
  { operatorId, now, setting }: { operatorId: number; now: number; setting: ConsumptionSetting },
): ReverseRequest | SupplementRequest {
  const base = {
    organizationId: c.organizationId,
    requestKey,
    personId: c.personId,
    occurredAt: now,
    originalPostingId: c.tradeId,
    operatorId,
    reason: c.reason,
    sourceType: 'correction',
    sourceId: c.id,
  };
  if (c.kind === 'SUPPLEMENT') return { ...base, kind: 'SUPPLEMENT', amountFen: c.amountFen };
  // Without an amount all that is left goes back: the way of meals taken from the count account.
  const amount = c.amountFen > 0 ? { amountFen: c.amountFen } : {};
  return { ...base, kind: 'REVERSE', ...amount, expiredLot: setting.expiredLot };
}
