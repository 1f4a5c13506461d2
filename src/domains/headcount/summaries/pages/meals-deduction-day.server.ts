/** 餐费扣款（日）. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOrWalkIn, personOrWalkInOr } from '../../../people/public.server.ts';
import { basisOf, deducted, deductedReads, netOfPlaces } from '../deductions.ts';
import { diningDay } from '../eaten.ts';
import spec, { netWithinMeals } from './meals-deduction-day.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'trade as t',
    {
      refs: ['personId as p'],
      partition: 't.business_date',
      columns: {
        personName: personOrWalkIn,
        basis: basisOf,
        ...deducted,
        state: sql`case when t.kind = 'REVERSE' then 'BACK' when coalesce(v.reversed_fen, 0) = 0 then 'DONE'
          when v.reversed_fen < v.amount_fen then 'PART_BACK' else 'BACK' end`,
        diningDate: diningDay,
        reason: 'g.reason',
      },
      where: { keyword: personOrWalkInOr() },
      narrow: async () => sql`t.meal_period_id <> 0`,
    },
    (from) =>
      from
        .leftJoin('posting as g', (on) =>
          on
            .onRef('g.organization_id', '=', 't.organization_id')
            .onRef('g.id', '=', 't.id')
            .onRef('g.business_date', '=', 't.business_date'),
        )
        .leftJoin('posting_reversed as v', (on) =>
          on.onRef('v.organization_id', '=', 't.organization_id').onRef('v.posting_id', '=', 't.id'),
        )
        .leftJoin('trade as o', (on) =>
          on.onRef('o.organization_id', '=', 't.organization_id').onRef('o.id', '=', 't.original_trade_id'),
        )
        .leftJoin('meal_settlement as s', (on) =>
          on
            .onRef('s.organization_id', '=', 't.organization_id')
            .onRef('s.dining_date', '=', 't.occurred_date')
            .onRef('s.meal_period_id', '=', 't.meal_period_id'),
        )
        .leftJoin('meal_report as r', (on) =>
          on
            .onRef('r.organization_id', '=', 't.organization_id')
            .onRef('r.dining_date', '=', 't.occurred_date')
            .onRef('r.meal_period_id', '=', 't.meal_period_id')
            .onRef('r.person_id', '=', 't.person_id')
            .on('r.status', '=', 'REPORTED'),
        ),
  ),
  proof: { reads: deductedReads, held: { [netWithinMeals]: netOfPlaces } },
});
