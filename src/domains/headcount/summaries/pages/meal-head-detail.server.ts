/** 就餐人次明细: trades that counted, by the day of the meal. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOrWalkIn, personOrWalkInOr } from '../../../people/public.server.ts';
import { daysOf } from '../asked.ts';
import { diningDay, guestsSql, happened } from '../eaten.ts';
import { countedSql } from '../report-figures.ts';
import spec from './meal-head-detail.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'trade as t',
    {
      partition: 't.business_date',
      refs: ['personId as p'],
      columns: {
        diningDate: diningDay,
        personName: personOrWalkIn,
        ownDepartmentId: 't.department_id',
        placeHeads: 't.restaurant_heads',
        // Of a meal nobody reports, and of guests, there is nothing to say.
        reported: sql`case when s.id is null or ${sql.raw(guestsSql)} then null when r.id is not null then 'NAMED'
          when ${sql.raw(countedSql('coalesce(o.occurred_date, t.occurred_date)'))} then 'COUNTED' else 'NONE' end`,
        guests: sql.raw(guestsSql),
        closed: sql`(s.id is not null)`,
      },
      where: { keyword: personOrWalkInOr() },
      narrow: async (_ctx, search) => {
        const { from, to } = daysOf(search.diningDate);
        return sql`(t.heads <> 0 or t.restaurant_heads <> 0) and t.meal_period_id <> 0 and ${happened({ from, to })}`;
      },
    },
    (from) =>
      from
        .leftJoin('trade as o', (on) =>
          on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
        )
        .leftJoin('meal_settlement as s', (on) =>
          on
            .onRef('s.organization_id', '=', 't.organization_id')
            .on('s.dining_date', '=', diningDay)
            .onRef('s.meal_period_id', '=', 't.meal_period_id'),
        )
        .leftJoin('meal_report as r', (on) =>
          on
            .onRef('r.organization_id', '=', 't.organization_id')
            .on('r.dining_date', '=', diningDay)
            .onRef('r.meal_period_id', '=', 't.meal_period_id')
            .onRef('r.person_id', '=', 't.person_id')
            .on('r.status', '=', 'REPORTED'),
        ),
  ),
});
