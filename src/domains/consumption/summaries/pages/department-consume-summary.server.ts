/** 部门消费汇总, 个人消费汇总 and 餐厅月数据. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
import type { Loose } from '../../../../kit/server/query/list-statement.ts';
import { personOrWalkIn } from '../../../people/public.server.ts';
import { tradeReads } from '../../trades/trade-source.ts';
import { departmentSummary } from '../department-summary.ts';
import { withMealColumns } from '../meal-columns.ts';
import { added, openFrom, personMeals, personSums } from '../person-totals.ts';
import { restaurantMonths } from '../restaurant-months.ts';
import { readsOf } from '../summary.ts';
import { withPerson } from '../with-person.ts';
import {
  departmentConsumeSummary,
  personalConsumeSummary,
  restaurantMonthlyData,
} from './department-consume-summary.page.ts';

const meal = (name: string) => added('l', 'consume_count', sql`filter (where m.name = ${name})`);
/** The type he has now, of the person `p`. */
const withType = <Q>(from: Q): Q =>
  (from as unknown as Loose).leftJoin('person_type as pt', (on) =>
    on.onRef('pt.organization_id', '=', 'p.organization_id').onRef('pt.id', '=', 'p.type_id'),
  ) as unknown as Q;

export default [
  bind(departmentConsumeSummary, { rows: departmentSummary, proof: { reads: readsOf('people') } }),
  bind(personalConsumeSummary, {
    list: over(
      personalConsumeSummary,
      summed('s', (db, _, search, known) =>
        db
          .selectFrom(personMeals(db, search, known as Awaited<ReturnType<typeof openFrom>>).as('l'))
          .leftJoin('meal_period as m', 'm.id', 'l.meal_period_id')
          .groupBy(['l.organization_id', 'l.person_id'])
          .select([
            'l.organization_id',
            'l.person_id',
            meal('早餐').as('breakfast'),
            meal('午餐').as('lunch'),
            meal('晚餐').as('dinner'),
          ])
          .select(personSums.map((key) => added('l', key).as(key))),
      ),
      {
        known: openFrom,
        // Walk-ins are one row of their own, so that the rows add up to what was sold.
        beside: {
          join: (from) => withMealColumns(withType(withPerson(from)), { outside: true }),
          brings: ['name', 'jobNumber', 'departmentId', 'typeId', 'meals'],
        },
        id: 's.person_id',
        columns: {
          name: personOrWalkIn,
          jobNumber: 'p.job_number',
          departmentId: 'p.department_id',
          typeId: 'p.type_id',
          businessDate: null,
          breakfastCount: sql`coalesce(s.breakfast, 0)`,
          lunchCount: sql`coalesce(s.lunch, 0)`,
          dinnerCount: sql`coalesce(s.dinner, 0)`,
          otherCount: sql`s.consume_count - coalesce(s.breakfast, 0) - coalesce(s.lunch, 0) - coalesce(s.dinner, 0)`,
          meals: 'mk.ids',
          count: 's.consume_count',
          netFen: null,
        },
        names: { departmentId: 'd.name', typeId: 'pt.name' },
        where: { businessDate: () => undefined },
      },
    ),
    proof: {
      reads: { ...tradeReads, count: 'trade.id', reversedFen: 'trade.amount_fen', supplementFen: 'trade.amount_fen' },
    },
  }),
  bind(restaurantMonthlyData, {
    rows: restaurantMonths,
    proof: { reads: readsOf('place') },
  }),
];
