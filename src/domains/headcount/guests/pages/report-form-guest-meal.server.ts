/** 客餐 of a contractor: what is drafted or turned down is the unit's own. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { standingGuests } from '../guest-flow.ts';
import spec from './report-form-guest-meal.page.ts';

export default bind(spec, {
  list: over(spec, 'guest_meal as g', {
    byUnit: true,
    from: (db) =>
      db
        .selectFrom('guest_meal as g')
        .leftJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'g.organization_id').onRef('m.id', '=', 'g.meal_period_id'),
        )
        .leftJoin('restaurant as s', (on) =>
          on.onRef('s.organization_id', '=', 'g.organization_id').onRef('s.id', '=', 'g.restaurant_id'),
        )
        .leftJoin('department as d', (on) =>
          on.onRef('d.organization_id', '=', 'g.organization_id').onRef('d.id', '=', 'g.department_id'),
        )
        .where('g.status', 'in', ['SUBMITTED', ...standingGuests]),
    columns: { mealName: 'm.name', departmentName: 'd.name' },
    names: { restaurantId: 's.name' },
  }),
});
