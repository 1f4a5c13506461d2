/** 审核 of a return that waits: a second person lets it be posted, or anybody turns it down. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { auditInto } from '../../../kit/server/audit/origin.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { subsidyRefusals } from '../refusals.ts';

async function waitingReturn(ctx: Ctx, id: number) {
  const row = await ctx.db
    .selectFrom('subsidy_return as r')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
    )
    .selectAll('r')
    .select('p.name')
    .where('r.id', '=', id)
    .executeTakeFirst();
  if (!row) return refuse('NOT_FOUND');
  return row.status === 'PENDING' ? row : refuse(subsidyRefusals.SUBSIDY_RETURN_DECIDED, { no: row.return_no });
}

/** Posts it. Refused: one's own, decided already, or no longer that much left in the lot; then it goes on waiting. */
export async function approveReturn(ctx: Ctx, id: number): Promise<Refusal | null> {
  const row = await waitingReturn(ctx, id);
  if (isRefusal(row)) return row;
  if (row.operator_id === ctx.session.accountId)
    return refuse(subsidyRefusals.SUBSIDY_OWN_RETURN, { name: row.operator_name });
  const organizationId = ownOrganization(ctx);
  const now = ctx.clock.now();
  const outcome = await ctx.services.wallet.submit({
    kind: 'SUBSIDY_RETURN',
    organizationId,
    // A key for each try: a refusal of today must not stand when there is money in the lot again.
    requestKey: `subret-approve:${id}:${ctx.session.accountId}:${ctx.requestKey ?? now}`,
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
        `update subsidy_return set status = 'OK', posting_id = $3, business_date = $4, auditor_id = $5, auditor_name = $6,
           audited_at = $7
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
          { key: 'amountFen', label: '退回金额（元）', before: null, after: formatFenGrouped(row.amount_fen) },
          { key: 'status', label: '状态', before: '待审核', after: '已退回' },
        ],
      });
      return undefined;
    },
  });
  return isRefusal(outcome) ? outcome : null;
}

/** Turns it down with a reason; its maker may, too. Runs in the command's transaction. */
export async function rejectReturn(ctx: Ctx, id: number, reason: string): Promise<Refusal | null> {
  const row = await waitingReturn(ctx, id);
  if (isRefusal(row)) return row;
  const { numUpdatedRows } = await ctx.db
    .updateTable('subsidy_return')
    .set({ status: 'REJECTED', reverse_reason: reason, audited_at: isoAt(ctx.clock.now()) })
    .where('id', '=', id)
    .where('status', '=', 'PENDING')
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return refuse(subsidyRefusals.SUBSIDY_RETURN_DECIDED, { no: row.return_no });
  await ctx.audit({
    action: '驳回退补贴',
    targetId: id,
    targetName: `${row.name}（${row.return_no}）`,
    changes: [{ key: 'status', label: '状态', before: '待审核', after: `已驳回：${reason}` }],
  });
  return null;
}
