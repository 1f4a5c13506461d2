/** What waits for a clerk on the organization's home: breaks of the ledger, and a month that can be closed. */
import { addDays } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import type { WorkItem } from '../shell/public.server.ts';
import { businessDay, monthOf } from '../wallet/public.server.ts';
import { movedMonths } from './month/month-books.ts';

/** Cheap: the last run, and the months that are over and have movements. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const { rows } = await sqlOf(ctx.db).query<{ breaks: number; months: number }>(
    `${movedMonths}
     select
       coalesce((select break_count from invariant_run where organization_id = $1
         order by started_at desc, id desc limit 1), 0) as breaks,
       (select count(*) from moved m where m.month <= $2::date and not exists (
         select from period p where p.organization_id = $1 and p.month = m.month))::int as months`,
    [ownOrganization(ctx), addDays(monthOf(businessDay(ctx.clock.now())), -1)],
  );
  const { breaks, months } = rows[0]!;
  return [
    {
      label: '账目不平',
      count: breaks,
      path: '/admin/organization/ledger_check',
      hint: '最近一次账目核对发现的问题，处理前不能月结',
    },
    { label: '待月结', count: months, path: '/admin/organization/month_close', hint: '已经结束、还没有月结的月份' },
  ];
}
