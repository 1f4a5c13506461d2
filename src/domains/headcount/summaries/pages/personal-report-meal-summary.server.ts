/** 个人报餐汇总. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
import { withPerson } from '../../../consumption/public.server.ts';
import { personOrWalkIn } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { askedOf } from '../asked.ts';
import { personDigest, personFigures, personMeals } from '../person-meals.ts';
import spec from './personal-report-meal-summary.page.ts';

type Known = Awaited<ReturnType<typeof personDigest>>;

const nowhere = () => undefined;

export default bind(spec, {
  list: over(
    spec,
    summed('s', (db, ctx, search, known) =>
      db
        .selectFrom(personMeals(db, askedOf(ctx, search), businessDay(ctx.clock.now()), known as Known).as('l'))
        .groupBy(['l.organization_id', 'l.person_id'])
        .select(['l.organization_id', 'l.person_id'])
        .select(personFigures.map((key) => sql<number>`sum(${sql.ref(`l.${key}`)})::bigint`.as(key))),
    ),
    {
      known: personDigest,
      // People without a card are one row, so that the rows add up to who ate.
      beside: { join: withPerson, brings: ['name', 'jobNumber', 'departmentId'] },
      id: 's.person_id',
      columns: {
        name: personOrWalkIn,
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        diningDate: null,
        mealPeriodId: null,
        restaurantId: null,
      },
      names: { departmentId: 'd.name' },
      // The lines are searched before they are added up.
      where: { departmentId: nowhere, diningDate: nowhere, mealPeriodId: nowhere, restaurantId: nowhere },
    },
  ),
  proof: {
    reads: {
      times: 'meal_report.status',
      portions: 'meal_report.portions',
      eatenTimes: 'meal_report.fate',
      missedTimes: 'meal_report.fate',
      unclearTimes: 'meal_report.fate',
      waitingTimes: 'meal_report.fate',
      heads: 'trade.heads',
      reportedHeads: 'posting_reversed.reversed_fen',
      countedHeads: 'posting_reversed.reversed_fen',
      unreportedHeads: 'posting_reversed.reversed_fen',
      guestHeads: 'posting_reversed.reversed_fen',
    },
  },
});
