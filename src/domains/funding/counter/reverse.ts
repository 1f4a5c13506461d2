/** 冲正: undoes a counter document of today wholly, by an opposite posting that names it. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/business-day.ts';
import { fundingRefusals } from '../refusals.ts';
import type { CounterKind } from './kinds.ts';

export interface ReversibleDocument {
  table: CounterKind['table'];
  id: number;
  personId: number;
  personName: string;
  postingId: number;
  businessDate: string;
  amountFen: number;
}

/** Reverses a document of the current business day. Refused: another day, money already spent. */
export async function reverseDocument(ctx: Ctx, document: ReversibleDocument, reason: string): Promise<Refusal | null> {
  const today = businessDay(ctx.clock.now());
  if (document.businessDate !== today)
    return refuse(fundingRefusals.REVERSE_SAME_DAY, { today, day: document.businessDate });
  const organizationId = ownOrganization(ctx);
  const outcome = await ctx.services.wallet.submit({
    kind: 'REVERSE',
    organizationId,
    // One whole reversal per document: the document is the key.
    requestKey: `reverse:${document.table}:${document.id}:${ctx.requestKey ?? ctx.clock.now()}`,
    personId: document.personId,
    occurredAt: ctx.clock.now(),
    originalPostingId: document.postingId,
    operatorId: ctx.session.accountId,
    reason,
    sourceType: document.table,
    sourceId: document.id,
    companion: async (tx, posted) => {
      await tx.query(
        `update ${document.table} set status = 'REVERSED', reversed_at = $3, reverse_reason = $4, reverse_posting_id = $5
         where organization_id = $1 and id = $2`,
        [organizationId, document.id, isoAt(ctx.clock.now()), reason, posted.postingId],
      );
      await auditInto(ctx, tx, {
        action: '冲正',
        targetId: document.id,
        targetName: document.personName,
        changes: [{ key: 'status', label: '状态', before: '已入账', after: `已冲正：${reason}` }],
      });
    },
  });
  return isRefusal(outcome) ? outcome : null;
}
