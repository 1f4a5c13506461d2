/** What the organization's work list shows of subsidies: batches and single grants that wait for somebody else's yes. */
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import type { WorkItem } from '../ops/services.ts';

/** Only what the caller may approve counts: nobody approves what they made. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const { rows } = await ctx.services.pool.query<{ count: number }>(
    `select count(*)::int as count from subsidy_batch
      where organization_id = $1 and status = 'SUBMITTED' and creator_id is distinct from $2`,
    [ownOrganization(ctx), ctx.session.accountId],
  );
  return [
    {
      label: '待审批的补贴',
      count: rows[0]!.count,
      path: '/admin/organization/subsidy/batch_recharge?status=SUBMITTED',
      hint: '已提交、等待另一人审核的补贴批次和单人补贴',
    },
  ];
}
