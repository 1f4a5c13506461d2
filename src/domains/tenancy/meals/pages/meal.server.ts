import { type Ctx, ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseTraded } from '../../places/traded.ts';
import { offered } from '../../units/unit-list.ts';
import { adoptMeals } from '../adopt-meals.ts';
import { checkMeal, crossDay, enableMeals, type MealOwner } from '../meal-rules.ts';
import meal from './meal.page.ts';

const owner = (ctx: Ctx): MealOwner => ({
  table: 'meal_period',
  unitTable: 'organization',
  column: 'organization_id',
  unitId: ownOrganization(ctx),
});

const crud = tableCrud(meal, {
  table: 'meal_period',
  check: (ctx, values, before) => checkMeal(ctx, owner(ctx), values, before),
  usedBy: [{ table: 'fixed_value_rule', column: 'meal_period_id', what: '定值规则' }],
});

export default bind(meal, {
  list: over(meal, 'meal_period as m', { columns: { crossDay } }),
  ...crud,
  remove: async (ctx, id, before) =>
    (await refuseTraded(ctx, ownOrganization(ctx), 'meal_period_id', id)) ?? crud.remove(ctx, id, before),
  options: named('meal_period', { offered, hint: `t.start_time || '–' || t.end_time`, order: 't.start_time' }),
  actions: {
    adopt: (ctx) => adoptMeals(ctx, ownOrganization(ctx)),
    enable: (ctx, input) => enableMeals(ctx, owner(ctx), input),
    disable: setColumn('meal_period', 'status', 'DISABLED', '停用'),
  },
});
