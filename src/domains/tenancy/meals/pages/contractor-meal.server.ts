import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor } from '../../own-contractor.ts';
import { checkMeal, crossDay, enableMeals, type MealOwner } from '../meal-rules.ts';
import meal from './contractor-meal.page.ts';

const owner = (ctx: Ctx): MealOwner => ({
  table: 'contractor_meal',
  unitTable: 'contractor',
  column: 'contractor_id',
  unitId: ownContractor(ctx),
});

export default bind(meal, {
  list: over(meal, 'contractor_meal as m', { columns: { crossDay } }),
  ...tableCrud(meal, {
    table: 'contractor_meal',
    owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
    check: (ctx, values, before) => checkMeal(ctx, owner(ctx), values, before),
  }),
  actions: {
    enable: (ctx, input) => enableMeals(ctx, owner(ctx), input),
    disable: setColumn('contractor_meal', 'status', 'DISABLED', '停用'),
  },
});
