import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../kit/server/page/crud.ts';
import { over } from '../../../kit/server/page/over.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';
import { activityMoves } from '../activities/activity-moves.ts';
import { foreseeActivity } from '../activities/foresee.ts';
import { termsWords } from '../activities/terms.ts';
import { issueCoupons } from '../coupons/issue-coupons.ts';
import spec from './activity.page.ts';

const crud = tableCrud(spec, {
  table: 'activity',
  owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
  blank: { tiers: [], restaurantIds: [], leastFen: 0, onlineOnly: false },
  unique: { activity_name: 'name' },
  check: (ctx, values, before) => {
    if (before && before.status !== 'DRAFT')
      return refuse('NOT_NOW', { why: '上架后不能再改，请结束后另建；预算可以调整' });
    // A change may send one of the two alone.
    const { startAt, endAt } = { ...before, ...values };
    if (Date.parse(String(endAt)) <= Date.parse(String(startAt))) return refuseField('endAt', '结束须晚于开始');
    if (Date.parse(String(endAt)) <= ctx.clock.now()) return refuseField('endAt', '结束时间已过');
    return undefined;
  },
});

const uses = (what: string, condition = 'true') =>
  sql`(select /* wall: uses of the row */ coalesce(${sql.raw(what)}, 0)::bigint from activity_use u
    where u.contractor_id = a.contractor_id and u.activity_id = a.id and ${sql.raw(condition)})`;

const forget = (ctx: Ctx) => ctx.services.runningActivities?.forget();

export default bind(spec, {
  list: over(spec, 'activity as a', {
    columns: {
      terms: 'a.kind',
      useCount: uses('count(*)', `u.status <> 'MISSED'`),
      peopleCount: uses('count(distinct u.person_id)', `u.status <> 'MISSED'`),
      baseFen: uses('sum(u.base_fen)', `u.status = 'GIVEN'`),
      givenFen: uses('sum(u.fen - u.returned_fen)'),
      missedCount: uses('count(*)', `u.status = 'MISSED'`),
      unitsWaiting: sql`(select /* wall: units of the row */ count(*)::int from activity_unit n
        where n.contractor_id = a.contractor_id and n.activity_id = a.id and n.status = 'WAITING')`,
    },
    names: {
      restaurantIds: sql`array(select /* wall: places of the row, by their names alone */ n.name from restaurant n
        where n.id = any(a.restaurant_ids) order by n.id)`,
    },
    derive: (row) => ({ terms: termsWords(row as never) }),
  }),
  create: crud.create,
  update: crud.update,
  outcomes: { start: (ctx, { ids }) => foreseeActivity(ctx, ids[0]!) },
  actions: {
    ...activityMoves(forget),
    issue: async (ctx, { ids, values }) => {
      const answer = await issueCoupons(ctx, ids[0]!, {
        organizationId: Number(values.organizationId),
        audience: String(values.audience),
      });
      forget(ctx);
      return answer;
    },
  },
});
