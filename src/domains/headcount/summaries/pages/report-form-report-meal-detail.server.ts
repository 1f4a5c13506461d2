/** 报餐明细 of a contractor. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { personOr } from '../../../people/public.server.ts';
import { outcomeOf } from '../../reports/outcome-sql.ts';
import { standingColumns, standingProof } from '../../reports/standing-sql.ts';
import spec from './report-form-report-meal-detail.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'meal_report as r',
    {
      byUnit: true,
      columns: {
        mealName: 'm.name',
        personName: 'p.name',
        jobNumber: 'p.job_number',
        departmentName: 'd.name',
        outcome: outcomeOf,
        pending: sql`(r.eaten_at is null)`,
        ...standingColumns,
      },
      where: { keyword: personOr() },
    },
    (from) =>
      from
        .innerJoin('person as p', (on) =>
          on.onRef('p.organization_id', '=', 'r.organization_id').onRef('p.id', '=', 'r.person_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'r.organization_id').onRef('d.id', '=', 'r.department_id'),
        )
        .leftJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'r.organization_id').onRef('m.id', '=', 'r.meal_period_id'),
        ),
  ),
  proof: standingProof,
});
