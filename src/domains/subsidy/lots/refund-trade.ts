/** 补贴退款: undoes a consumption that was paid with subsidy, wholly or in part, to the same purses in reverse order. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { type Ctx, formKey, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { subsidyRefusals } from '../refusals.ts';

export interface TradeRefund {
  tradeId: number;
  /** Null: all that is not taken back yet. */
  amountFen: number | null;
  reason: string;
}

/** Id of the undoing posting. Refused: no such trade, no subsidy in it, more than is left of it. */
export async function refundTrade(ctx: Ctx, input: TradeRefund): Promise<{ id: number } | Refusal> {
  const trade = await ctx.db
    .selectFrom('trade as t')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 't.organization_id').onRef('p.id', '=', 't.person_id'),
    )
    .select(['t.id', 't.person_id', 't.subsidy_fen', 't.kind', 'p.name'])
    .where('t.id', '=', input.tradeId)
    .executeTakeFirst();
  if (!trade || trade.kind === 'REVERSE') return refuse('NOT_FOUND');
  if (trade.subsidy_fen === 0) return refuse(subsidyRefusals.SUBSIDY_NO_SUBSIDY_PART);
  const now = ctx.clock.now();
  const outcome = await ctx.services.wallet.submit({
    kind: 'REVERSE',
    organizationId: ownOrganization(ctx),
    requestKey: `subrefund:${ctx.session.accountId}:${formKey(ctx)}`,
    personId: trade.person_id,
    occurredAt: now,
    originalPostingId: trade.id,
    ...(input.amountFen === null ? {} : { amountFen: input.amountFen }),
    operatorId: ctx.session.accountId,
    reason: input.reason,
    companion: async (tx, posted) => {
      await auditInto(ctx, tx, {
        action: '补贴退款',
        targetId: trade.id,
        targetName: trade.name,
        changes: [
          { key: 'amountFen', label: '退款金额（元）', before: null, after: formatFenGrouped(posted.amountFen) },
          {
            key: 'subsidyFen',
            label: '其中退回补贴（元）',
            before: null,
            after: formatFenGrouped(-(posted.split.SUBSIDY ?? 0)),
          },
          { key: 'reason', label: '原因', before: null, after: input.reason },
        ],
      });
      return undefined;
    },
  });
  return isRefusal(outcome) ? outcome : { id: outcome.posted.postingId };
}
