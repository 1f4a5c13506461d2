/** The badge of 待补卡明细: requests nobody has accepted yet, of the people the session may see. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { MissionSource } from '../../shell/public.server.ts';
import '../tables.ts';

async function countWaiting(ctx: Ctx): Promise<number> {
  const { waiting } = await ctx.db
    .selectFrom('card_repair_request as r')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
    )
    .where('r.status', '=', 'PENDING')
    .select((eb) => eb.fn.countAll<string>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export const waitingRepairs: MissionSource = {
  path: '/admin/organization/wait_repair_card_detail',
  needs: ['accept', 'reject'],
  count: countWaiting,
};
