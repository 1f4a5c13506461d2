/** 冲正: undoes a counter document wholly, by an opposite posting that names it. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, formKey, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { fundingRefusals } from '../refusals.ts';
import type { CounterKind } from './kinds.ts';

export interface ReversibleDocument {
  kind: CounterKind;
  id: number;
  personId: number;
  personName: string;
  postingId: number;
  businessDate: string;
  /** Fen, or meals. */
  amount: number;
}

/** Undone on its own business day, unless its kind may be undone on any. */
export function refuseLate({ kind, businessDate }: ReversibleDocument, now: number): Refusal | undefined {
  const today = businessDay(now);
  return kind.anyDay || businessDate === today
    ? undefined
    : refuse(fundingRefusals.REVERSE_SAME_DAY, { today, day: businessDate });
}

/** Reverses a document. Refused: another day than its own where its kind minds, money or meals already spent. */
export async function reverseDocument(ctx: Ctx, document: ReversibleDocument, reason: string): Promise<Refusal | null> {
  const late = refuseLate(document, ctx.clock.now());
  if (late) return late;
  const { table } = document.kind;
  const organizationId = ownOrganization(ctx);
  const outcome = await ctx.services.wallet.submit({
    kind: 'REVERSE',
    organizationId,
    // The form asked twice is answered alike; a second form finds nothing left to reverse.
    requestKey: `reverse:${table}:${document.id}:${formKey(ctx)}`,
    personId: document.personId,
    occurredAt: ctx.clock.now(),
    originalPostingId: document.postingId,
    operatorId: ctx.session.accountId,
    reason,
    sourceType: table,
    sourceId: document.id,
    companion: async (tx, posted) => {
      await tx.query(
        `update ${table} set status = 'REVERSED', reversed_at = $3, reverse_reason = $4, reverse_posting_id = $5
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
