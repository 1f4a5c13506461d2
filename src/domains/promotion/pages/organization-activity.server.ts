import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { over } from '../../../kit/server/page/over.ts';
import { contractorName } from '../../tenancy/public.server.ts';
import '../tables.ts';
import { unitFlow } from '../activities/states.ts';
import spec from './organization-activity.page.ts';

const decided = (ctx: Ctx) => ({ decided_by: ctx.session.name, decided_at: isoAt(ctx.clock.now()) });
const forget = async (ctx: Ctx) => ctx.services.runningActivities?.forget();

export default bind(spec, {
  list: over(spec, 'activity_unit as t', {
    columns: {
      contractorId: sql`t.contractor_id`,
      givenFen: sql`(select /* wall: uses of the row */ coalesce(sum(u.fen - u.returned_fen), 0)::bigint from activity_use u
        where u.organization_id = t.organization_id and u.activity_id = t.activity_id)`,
    },
    names: { contractorId: contractorName('t.contractor_id') },
  }),
  actions: moves(unitFlow, {
    table: 'activity_unit',
    name: ({ activity_name }) => activity_name,
    write: { agree: decided, refuse: decided },
    after: { agree: forget },
  }),
});
