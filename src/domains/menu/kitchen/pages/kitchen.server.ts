/** 备餐单. */
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { keepPrint, printsOf } from '../prints.ts';
import { carefulDiners } from '../read-diners.ts';
import { kitchenSheet } from '../read-kitchen.ts';
import { type AskedMeal, dayToShow, mealsOf, namedMeal } from '../read-meals.ts';
import spec from './kitchen.page.ts';

const day = z.object({ day: z.string().refine(isDate).nullable().default(null) });
const id = z.int().min(1).nullable().default(null);
/** By its menu, or by day, restaurant and meal. */
const meal = z.object({
  menuId: id,
  date: z.string().refine(isDate).nullable().default(null),
  restaurantId: id,
  mealPeriodId: id,
});
const asked = meal.extend({ basis: z.enum(['PLAN', 'ASKED']).nullable().default(null) });
const named = meal.extend({ reason: z.string().trim().min(2).max(100) });

function askedMeal({ menuId, date, restaurantId, mealPeriodId }: z.infer<typeof meal>): AskedMeal | undefined {
  if (menuId !== null) return { menuId };
  return date !== null && restaurantId !== null && mealPeriodId !== null
    ? { date, restaurantId, mealPeriodId }
    : undefined;
}

async function sheetOf(ctx: Ctx, body: z.infer<typeof asked>) {
  const of = askedMeal(body);
  return of && kitchenSheet(ctx, of, body.basis);
}

export default bind(spec, {
  verbs: {
    meals: withBody(day, async (ctx, body) => {
      const shown = body.day ?? (await dayToShow(ctx));
      return { day: shown, meals: await mealsOf(ctx, shown) };
    }),
    sheet: withBody(asked, async (ctx, body) => {
      const sheet = await sheetOf(ctx, body);
      return sheet ? { sheet, prints: await printsOf(ctx, sheet) } : refuse('NOT_FOUND');
    }),
    print: withBody(asked, async (ctx, body) => {
      const sheet = await sheetOf(ctx, body);
      if (!sheet) return refuse('NOT_FOUND');
      const { last } = await printsOf(ctx, sheet);
      return { sheet, last, printed: await keepPrint(ctx, sheet) };
    }),
    careful: withBody(named, async (ctx, body) => {
      const of = askedMeal(body);
      const found = of && (await namedMeal(ctx, of));
      if (!found) return refuse('NOT_FOUND');
      await ctx.audit({
        action: '查看过敏人员姓名',
        targetId: found.menuId ?? found.mealPeriodId,
        targetName: `${found.date} ${found.meal} ${found.place}`,
        changes: [{ key: 'reason', label: '查看原因', before: null, after: body.reason }],
      });
      return { diners: await carefulDiners(ctx, found) };
    }),
  },
  reads: ['meals', 'sheet'],
});
