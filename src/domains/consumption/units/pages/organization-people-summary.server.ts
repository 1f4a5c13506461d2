/** 单位人数汇总 of a contractor: counted for the units shown alone. */
import { type RawBuilder, sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import spec from './organization-people-summary.page.ts';

/** People of the unit of the row for whom this holds. */
const people = (holds: RawBuilder<unknown>) =>
  sql`(select count(*)::int from person p where p.organization_id = o.id and ${holds})`;
const has = (table: string, holds: RawBuilder<unknown>) =>
  people(sql`p.status <> 'CLOSED' and exists (select 1 from ${sql.table(table)} x
    where x.organization_id = p.organization_id and x.person_id = p.id and ${holds})`);

export default bind(spec, {
  list: over(
    spec,
    'organization as o',
    {
      columns: {
        total: sql`(select count(*)::int from person p where p.organization_id = o.id)`,
        normal: people(sql`p.status = 'NORMAL'`),
        pending: people(sql`p.status = 'PENDING'`),
        suspended: people(sql`p.status = 'SUSPENDED'`),
        closing: people(sql`p.status = 'CLOSING'`),
        closed: people(sql`p.status = 'CLOSED'`),
        carded: has('card', sql`x.status in ('NORMAL', 'LOST', 'FROZEN')`),
        faced: has('face_info', sql`x.status = 'OK'`),
        bound: has('person_binding', sql`x.status = 'BOUND' and x.kind = 'WECHAT'`),
        ateToday: 'e.today',
        ateThisMonth: 'e.month',
      },
    },
    (from, ctx) => {
      const today = businessDay(ctx.clock.now());
      return from.leftJoinLateral(
        // Narrowed by the wall to the restaurants it served on those days.
        (eb) =>
          eb
            .selectFrom('trade as t')
            .whereRef('t.organization_id', '=', 'o.id')
            .where('t.business_date', '>=', `${today.slice(0, 7)}-01`)
            .where('t.kind', '=', 'CONSUME')
            .where('t.person_id', '<>', 0)
            .select([
              sql<number>`count(distinct t.person_id) filter (where t.business_date = ${today}::date)::int`.as('today'),
              sql<number>`count(distinct t.person_id)::int`.as('month'),
            ])
            .as('e'),
        (join) => join.onTrue(),
      );
    },
  ),
  proof: {
    reads: {
      total: 'person',
      normal: 'person of NORMAL',
      pending: 'person of PENDING',
      suspended: 'person of SUSPENDED',
      closing: 'person of CLOSING',
      closed: 'person of CLOSED',
    },
  },
});
