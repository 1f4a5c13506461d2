/** What waits of shops' bills, on the home of who owes them and of who is owed. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { WorkItem } from '../../shell/public.server.ts';
import { unpaid } from './bill-states.ts';

const states = unpaid.join(',');

export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const caterer = ctx.session.unitType === 'CONTRACTOR';
  const late = caterer ? [...unpaid] : ['OVERDUE', 'FROZEN'];
  const { n } = await ctx.db
    .selectFrom('subscribe_order')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('status', 'in', late)
    .executeTakeFirstOrThrow();
  return [
    caterer
      ? {
          label: '服务费账单',
          count: n,
          path: `/admin/contractor/supermarket/subscribe_order?status=${states}`,
          hint: '逾期三天后商超冻结，付清立即恢复',
          needs: ['pay', 'code', 'transfer'].map((verb) => `/admin/contractor/unit_bill#${verb}`),
        }
      : {
          label: '商超服务费逾期',
          count: n,
          path: '/admin/platform/supermarket/subscribe?state=NOTICE,FROZEN',
          hint: '逾期三天后冻结',
        },
  ];
}
