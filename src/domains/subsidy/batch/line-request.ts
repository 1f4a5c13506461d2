/** What a line asks of the money door. */
import type { SubsidyGrantRequest, SubsidyReturnRequest } from '../../wallet/public.server.ts';
import type { Batch } from './batch-row.ts';
import { keyOfLine, type Line } from './open-lines.ts';

type Asking = Pick<Line, 'personId' | 'amountFen' | 'attempt' | 'sourceWalletId'>;

type Head = Omit<Batch, 'choice'>;

function base(batch: Head, line: Asking, now: number) {
  return {
    organizationId: batch.organization_id,
    requestKey: keyOfLine(batch, line),
    personId: line.personId,
    occurredAt: now,
    ...(batch.checker_id === null ? {} : { operatorId: batch.checker_id }),
    sourceType: 'subsidy_batch',
    sourceId: batch.id,
  };
}

/** The grant of a line, at `now` (epoch ms). */
export function grantOf(batch: Head, line: Asking, now: number): SubsidyGrantRequest {
  return {
    kind: 'SUBSIDY_GRANT',
    ...base(batch, line, now),
    reason: batch.name,
    amountFen: line.amountFen,
    purse: batch.purse,
    batchId: batch.id,
    ...(batch.rule_id === null ? {} : { ruleId: batch.rule_id }),
    ...(batch.expires_on === null ? {} : { expiresOn: batch.expires_on }),
    spendOrder: batch.spend_order,
  };
}

/** The return of a line, at `now` (epoch ms). */
export function returnOf(batch: Batch, line: Line, now: number): SubsidyReturnRequest {
  return {
    kind: 'SUBSIDY_RETURN',
    ...base(batch, line, now),
    reason: batch.reason || batch.name,
    amountFen: line.amountFen,
    ...(line.sourceWalletId === null ? {} : { walletId: line.sourceWalletId }),
  };
}
