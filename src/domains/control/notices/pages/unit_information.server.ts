/** 单位信息公示. */
import { sql } from 'kysely';
import { dateAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { publishUnitInformation } from '../publish-unit-information.ts';
import spec from './unit_information.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'unit_information as u',
    {
      columns: {
        daysLeft: sql`greatest(0, u.license_end - now.today)`,
        state: sql`case when u.from_date > now.today then 'COMING' when u.id = now.current then 'NOW' else 'PAST' end`,
      },
    },
    (from, ctx) =>
      // One version holds: looked up once, not beside each row.
      from.innerJoin(
        sql<{ today: string; current: number }>`(select ${dateAt(ctx.clock.now())}::date as today,
          (select c.id from unit_information c where c.organization_id = ${ownOrganization(ctx)}
             and c.from_date <= ${dateAt(ctx.clock.now())}::date order by c.from_date desc, c.id desc limit 1) as current)`.as(
          'now',
        ),
        (on) => on.onTrue(),
      ),
  ),
  create: publishUnitInformation,
});
