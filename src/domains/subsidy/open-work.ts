/** What the organization's work list shows of subsidies: batches, single grants, returns and clearings that wait for a second person. */
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import type { WorkItem } from '../shell/public.server.ts';
import { type GrantUnit, inMeals, inMoney, returnsOf } from './units.ts';

/** Only what the caller may approve counts: nobody approves what they made. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const meals = await openOf(ctx, inMeals);
  // Who has no meals to grant hears nothing of them.
  return [...(await openOf(ctx, inMoney)), ...meals.filter((item) => item.count > 0)];
}

async function openOf(ctx: Ctx, unit: GrantUnit): Promise<WorkItem[]> {
  const { rows } = await sqlOf(ctx.db).query<{ batches: number; returns: number; clearings: number }>(
    `select (select count(*) from subsidy_batch where organization_id = $1 and purse = $3 and status = 'SUBMITTED'
         and maker_id is distinct from $2)::int as batches,
       (select count(*) from subsidy_return r
         join wallet w on w.organization_id = r.organization_id and w.id = r.wallet_id and w.kind = $3
        where r.organization_id = $1 and r.status = 'PENDING' and r.maker_id is distinct from $2)::int as returns,
       (select count(*) from subsidy_clear_run where organization_id = $1 and purse = $3 and status = 'SUBMITTED'
         and maker_id is distinct from $2)::int as clearings`,
    [ownOrganization(ctx), ctx.session.accountId, unit.purse],
  );
  const { batches, returns, clearings } = rows[0]!;
  return [
    {
      label: `待审批的${unit.noun}`,
      count: batches,
      path: `${unit.path}/batch_recharge?status=SUBMITTED`,
      hint: `已提交、等待另一人审核的${unit.noun}批次和单人${unit.noun}`,
    },
    {
      label: `待审批的退${unit.noun}`,
      count: returns,
      path: `${returnsOf(unit)}?status=PENDING&at=*`,
      hint: `超过 ${unit.aloneText}的单笔退${unit.noun}，等待另一人审核`,
    },
    {
      label: `待审批的${unit.noun}清零`,
      count: clearings,
      path: `${unit.path}/clear_detail`,
      hint: `超过 ${unit.aloneText}的手工清零，等待另一人审核`,
    },
  ];
}
