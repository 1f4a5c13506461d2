/** 陪餐排班. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { arrangeDuties, strikeDuties, swapDuties } from '../duty-actions.ts';
import spec from './inspection_user-duty.page.ts';

/** A meal is eaten along at by who is planned, or by another leader. */
const eatenAlong = (who: string) => sql`exists (select 1 from inspection n
  join inspector l on l.organization_id = n.organization_id and l.id = n.inspector_id and l.kind = 'LEADER'
  where n.organization_id = p.organization_id and n.day = p.day and n.restaurant_id = p.restaurant_id
    and n.meal_period_id = p.meal_period_id and ${sql.raw(who)})`;

export default bind(spec, {
  list: over(
    spec,
    'duty_plan as p',
    {
      version: true,
      columns: {
        state: sql`case when ${eatenAlong('n.inspector_id = p.inspector_id')} then 'DONE' when ${eatenAlong('true')} then 'OTHER'
          when p.day < now.today then 'MISSED' else 'DUE' end`,
      },
    },
    (from, ctx) =>
      from.innerJoinLateral(
        sql<{ today: string }>`(select ${dateAt(ctx.clock.now())}::date as today)`.as('now'),
        (on) => on.onTrue(),
      ),
  ),
  actions: {
    arrange: arrangeDuties,
    swap: swapDuties,
    strike: strikeDuties,
  },
});
