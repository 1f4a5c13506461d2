/** What terminals are answered about their records. Amounts in fen; balances by purse kind. */
import { isRefusal, type Refusal, refusalMessage, refusalSpec } from '../../../kit/server/refusal.ts';
import type { RecordOutcome } from '../gateway.ts';

export interface RecordAnswer {
  epoch: number;
  seq: number;
  /**
   * POSTED – charged now. DUPLICATE – was charged before, nothing happened. SUSPENDED – kept for a clerk.
   * REFUSED – will never be taken. RETRY – ask again later. PAYING – the diner confirms on the phone: the same request
   * again after `retrySeconds`. All but RETRY and PAYING let the terminal drop the record.
   */
  result: 'POSTED' | 'DUPLICATE' | 'SUSPENDED' | 'REFUSED' | 'RETRY' | 'PAYING';
  retrySeconds?: number;
  tradeId?: number;
  amountFen?: number;
  balances?: object;
  personName?: string;
  errorcode?: number;
  message?: string;
}

const why = (refusal: Refusal) => ({
  errorcode: refusalSpec(refusal.code).errorcode,
  message: refusalMessage(refusal),
});

/** A payer needs a few seconds for a password or a face. */
const payingRetrySeconds = 3;

/** The answer to one record. */
export function recordAnswer(epoch: number, seq: number, outcome: RecordOutcome): RecordAnswer {
  if (isRefusal(outcome)) {
    const later = refusalSpec(outcome.code).status === 503 || outcome.code === 'RECORD_LATER';
    return { epoch, seq, result: later ? 'RETRY' : 'REFUSED', ...why(outcome) };
  }
  if ('paying' in outcome)
    return { epoch, seq, result: 'PAYING', retrySeconds: payingRetrySeconds, message: '请在手机上确认付款' };
  if ('suspended' in outcome) return { epoch, seq, result: 'SUSPENDED', ...why(outcome.suspended) };
  const { posted, personName } = outcome;
  return {
    epoch,
    seq,
    result: posted.replayed ? 'DUPLICATE' : 'POSTED',
    tradeId: posted.tradeId ?? posted.postingId,
    amountFen: posted.amountFen,
    balances: posted.balances,
    ...(personName === undefined ? {} : { personName }),
  };
}
