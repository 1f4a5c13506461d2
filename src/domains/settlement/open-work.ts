/** What waits for the organization's finance on its home: statements to agree with, money owed outside that is late. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { WorkItem } from '../shell/public.server.ts';
import { businessDay } from '../wallet/public.server.ts';
import './tables.ts';

export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const today = businessDay(ctx.clock.now());
  const { waiting, late } = await ctx.db
    .selectFrom('unit_statement')
    .select([
      sql<number>`count(*) filter (where status = 'GENERATED' and organization_confirmed_at is null)::int`.as(
        'waiting',
      ),
      sql<number>`count(*) filter (where claim_due_on < ${today}::date
        and claim_fen + service_claim_fen > claim_paid_fen + service_claim_paid_fen)::int`.as('late'),
    ])
    .executeTakeFirstOrThrow();
  return [
    {
      label: '待确认结算单',
      count: waiting,
      path: '/admin/organization/settlement?status=GENERATED',
      hint: '期限内没有异议自动确认',
    },
    {
      label: '应付餐企逾期',
      count: late,
      path: '/admin/organization/settlement?status=SETTLED',
      hint: '线下应付已过付清期限的结算单',
    },
  ];
}
