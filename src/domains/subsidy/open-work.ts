/** What the organization's work list shows of subsidies: batches, single grants, returns and clearings that wait for a second person. */
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import type { WorkItem } from '../shell/public.server.ts';

/** Only what the caller may approve counts: nobody approves what they made. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const { rows } = await sqlOf(ctx.db).query<{ batches: number; returns: number; clearings: number }>(
    `select (select count(*) from subsidy_batch where organization_id = $1 and status = 'SUBMITTED'
         and maker_id is distinct from $2)::int as batches,
       (select count(*) from subsidy_return where organization_id = $1 and status = 'PENDING'
         and maker_id is distinct from $2)::int as returns,
       (select count(*) from subsidy_clear_run where organization_id = $1 and status = 'SUBMITTED'
         and maker_id is distinct from $2)::int as clearings`,
    [ownOrganization(ctx), ctx.session.accountId],
  );
  const { batches, returns, clearings } = rows[0]!;
  return [
    {
      label: '待审批的补贴',
      count: batches,
      path: '/admin/organization/subsidy/batch_recharge?status=SUBMITTED',
      hint: '已提交、等待另一人审核的补贴批次和单人补贴',
    },
    {
      label: '待审批的退补贴',
      count: returns,
      path: '/admin/organization/return_subsidy?status=PENDING&at=*',
      hint: '超过 500 元的单笔退补贴，等待另一人审核',
    },
    {
      label: '待审批的补贴清零',
      count: clearings,
      path: '/admin/organization/subsidy/clear_detail',
      hint: '超过 500 元的手工清零，等待另一人审核',
    },
  ];
}
