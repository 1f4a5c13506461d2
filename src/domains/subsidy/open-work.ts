/** What the organization's work list shows of subsidies beside the inbox (审批): clearings that wait for a second person. */
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import type { WorkItem } from '../shell/public.server.ts';
import { type GrantUnit, inMeals, inMoney } from './units.ts';

/** Only what the caller may decide counts: nobody decides what they made. Who has no meals to grant hears nothing of them. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const meals = await openOf(ctx, inMeals);
  return [await openOf(ctx, inMoney), ...(meals.count > 0 ? [meals] : [])];
}

async function openOf(ctx: Ctx, unit: GrantUnit): Promise<WorkItem> {
  const { rows } = await sqlOf(ctx.db).query<{ count: number }>(
    `select count(*)::int as count from subsidy_clear_run where organization_id = $1 and purse = $3 and status = 'SUBMITTED'
       and maker_id is distinct from $2`,
    [ownOrganization(ctx), ctx.session.accountId, unit.purse],
  );
  return {
    label: `待审批的${unit.noun}清零`,
    count: rows[0]!.count,
    path: `${unit.path}/clear_detail`,
    needs: 'decide_clear',
    hint: `超过 ${unit.aloneText}的手工清零，等待另一人审核`,
  };
}
