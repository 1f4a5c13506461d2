/** Server side of 人员类别餐次. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { allowTypeMeals, ruleName, setTypeMeals } from '../set-type-meals.ts';
import spec from './user-type-meal.page.ts';

const crud = tableCrud(spec, { table: 'person_type_meal', nameField: 'typeId' });

export default bind(spec, {
  list: over(spec, 'person_type_meal as r', { inner: ['typeId as t', 'mealPeriodId as m'] }),
  create: async (ctx, values) => {
    const known = await ctx.db
      .selectFrom('person_type_meal')
      .select('id')
      .where('type_id', '=', values.typeId!)
      .where('meal_period_id', '=', values.mealPeriodId!)
      .executeTakeFirst();
    if (!known) return crud.create(ctx, { ...values, allowed: values.allowed ?? true });
    const value = await ruleName(ctx, values.typeId!, values.mealPeriodId!);
    return refuse('DUPLICATE', { label: '类别餐次', value }, { mealPeriodId: `「${value}」已有规则，请直接编辑` });
  },
  update: (ctx, id, values, before) =>
    crud.update(ctx, id, values.allowed === null ? { ...values, allowed: true } : values, before),
  remove: crud.remove,
  actions: { bar: allowTypeMeals(false), allow: allowTypeMeals(true), assign: setTypeMeals },
});
