/** What of this domain waits for somebody: corrections to take up or decide, manual charges to decide. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import type { WorkItem } from '../shell/public.server.ts';

/** How many, within the scope; a batch counts once. */
export async function waitingCorrections(ctx: Ctx): Promise<number> {
  const count = sql<number>`count(*)::int`.as('n');
  const [single, batches] = await Promise.all([
    ctx.db
      .selectFrom('correction')
      .select(count)
      .where('status', 'in', ['REPORTED', 'PENDING_AUDIT'])
      .where('batch_id', 'is', null)
      .executeTakeFirstOrThrow(),
    ctx.db.selectFrom('correction_batch').select(count).where('status', '=', 'PENDING_AUDIT').executeTakeFirstOrThrow(),
  ]);
  return single.n + batches.n;
}

/** For the work list of the organization's home. */
export async function openWork(ctx: Ctx): Promise<WorkItem[]> {
  const [corrections, charges] = await Promise.all([
    waitingCorrections(ctx),
    ctx.db
      .selectFrom('manual_charge')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('status', '=', 'SUBMITTED')
      .executeTakeFirstOrThrow(),
  ]);
  return [
    {
      label: '消费纠错',
      count: corrections,
      path: '/admin/organization/correct',
      hint: '就餐人申报待受理，或待另一人审核',
    },
    {
      label: '人工消费待审核',
      count: charges.n,
      path: '/admin/organization/artificial_chopping',
      hint: '合计超过免审限额，待另一人审核',
    },
  ];
}
