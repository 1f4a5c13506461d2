/** 审核 of a return that waits: a second person lets it be posted, or anybody turns it down. */
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, formKey, ownOrganization } from '../../../kit/server/context.ts';
import { moves, refuseMove } from '../../../kit/server/page/moves.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { subsidyRefusals } from '../refusals.ts';
import { type GrantPurse, unitOf } from '../units.ts';
import { returnFlow } from './return-states.ts';

async function waitingReturn(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('subsidy_return as r')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
    )
    .innerJoin('wallet as w', (on) =>
      on.onRef('w.organization_id', '=', 'r.organization_id').onRef('w.id', '=', 'r.wallet_id'),
    )
    .selectAll('r')
    .select(['p.name', 'w.kind as purse'])
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return refuseMove(ctx, returnFlow, 'approve', row, row.return_no) ?? row;
}

/** Posts it. Refused: one's own, decided already, or no longer that much left in the lot; then it goes on waiting. */
export async function approveReturn(ctx: Ctx, id: number): Promise<Refusal | null> {
  const row = await waitingReturn(ctx, id);
  if (isRefusal(row)) return row;
  const organizationId = ownOrganization(ctx);
  const now = ctx.clock.now();
  const outcome = await ctx.services.wallet.submit({
    kind: 'SUBSIDY_RETURN',
    organizationId,
    // A key for each try: a refusal of today must not stand when there is money in the lot again.
    requestKey: `subret-approve:${id}:${ctx.session.accountId}:${formKey(ctx)}`,
    personId: row.person_id,
    occurredAt: now,
    walletId: row.wallet_id,
    amountFen: row.amount_fen,
    operatorId: ctx.session.accountId,
    reason: row.reason,
    sourceType: 'subsidy_return',
    sourceId: id,
    companion: async (tx, posted) => {
      const { rowCount } = await tx.query(
        `update subsidy_return set status = 'OK', posting_id = $3, business_date = $4, checker_id = $5, checker_name = $6,
           checked_at = $7, version = version + 1
         where organization_id = $1 and id = $2 and status = 'PENDING'`,
        [
          organizationId,
          id,
          posted.postingId,
          posted.businessDate,
          ctx.session.accountId,
          ctx.session.name,
          isoAt(now),
        ],
      );
      if (rowCount !== 1) return refuse(subsidyRefusals.SUBSIDY_RETURN_DECIDED, { no: row.return_no });
      await auditInto(ctx, tx, {
        action: '审核退补贴',
        targetId: id,
        targetName: `${row.name}（${row.return_no}）`,
        changes: [
          {
            key: 'amountFen',
            label: '退回',
            before: null,
            after: unitOf(row.purse as GrantPurse).said(row.amount_fen),
          },
          { key: 'status', label: '状态', before: '待审核', after: '已退回' },
        ],
      });
      return undefined;
    },
  });
  return isRefusal(outcome) ? outcome : null;
}

/** Turns it down with a reason; its maker may, too. */
export const { reject } = moves(returnFlow, {
  table: 'subsidy_return',
  name: (row) => row.return_no,
  write: { reject: (_, { reason }) => ({ reverse_reason: String(reason) }) },
});
