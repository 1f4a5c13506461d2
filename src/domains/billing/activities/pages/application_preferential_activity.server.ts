import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { activityFlow } from '../../applications/states.ts';
import '../../tables.ts';
import spec from './application_preferential_activity.page.ts';

const crud = tableCrud(spec, {
  table: 'application_activity',
  owner: () => ({}),
  unique: { application_activity_name: 'name' },
  check: (_ctx, values, before) => {
    if (before && before.status !== 'DRAFT') return refuse('NOT_NOW', { why: '活动开始后不能再改，请结束后另建' });
    return String(values.endAt) > String(values.startAt) ? undefined : refuseField('endAt', '结束须晚于开始');
  },
});

const effect = (
  what: string,
) => sql`(select /* wall: the platform's own list */ coalesce(${sql.raw(what)}, 0)::bigint from subscription_order o
  where o.activity_id = y.id and o.status = 'DONE')`;

export default bind(spec, {
  list: over(spec, 'application_activity as y', {
    columns: {
      orderCount: effect('count(*)'),
      givenFen: effect('sum(o.minus_fen)'),
      giftedMonths: effect('sum(o.gift_months)'),
    },
  }),
  create: crud.create,
  update: crud.update,
  actions: moves(activityFlow, { table: 'application_activity', name: ({ name }) => name, stamped: true }),
});
