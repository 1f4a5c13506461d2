/** 餐费扣款（月）. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over, summed } from '../../../../kit/server/page/over.ts';
import { withMealColumns, withPerson } from '../../../consumption/public.server.ts';
import { personOrWalkIn, personOrWalkInOr } from '../../../people/public.server.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import { askedOf } from '../asked.ts';
import { deductedReads } from '../deductions.ts';
import { type PersonDigest, personDigest } from '../person-meals.ts';
import { personMonths } from '../person-months.ts';
import spec from './meals-deduction-month.page.ts';

type Known = PersonDigest | undefined;

const nowhere = () => undefined;
const idsOf = (value: unknown) => [value].flat().filter((id) => typeof id === 'number');

export default bind(spec, {
  list: over(
    spec,
    summed('s', (db, ctx, search, known) =>
      personMonths(db, askedOf(ctx, search, 'businessDate'), idsOf(search.personId), {
        digest: known as Known,
        today: businessDay(ctx.clock.now()),
      }),
    ),
    {
      known: personDigest,
      beside: {
        join: (from) => withMealColumns(withPerson(from)),
        brings: ['personName', 'jobNumber', 'departmentId', 'meals'],
      },
      columns: {
        businessDate: null,
        firstDay: sql`(s.month || '-01')`,
        lastDay: sql`((s.month || '-01')::date + interval '1 month' - interval '1 day')::date`,
        personName: personOrWalkIn,
        jobNumber: 'p.job_number',
        departmentId: 'p.department_id',
        meals: 'mk.ids',
        amountFen: null,
      },
      names: { departmentId: 'd.name' },
      where: { keyword: personOrWalkInOr(), businessDate: nowhere, departmentId: nowhere, personId: nowhere },
    },
  ),
  proof: { reads: deductedReads },
});
