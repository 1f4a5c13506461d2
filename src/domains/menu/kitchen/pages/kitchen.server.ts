/** 备餐单. */
import { z } from 'zod';
import { isDate } from '../../../../kit/define/check-value.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { dayToShow, kitchenSheet, mealsOf } from '../read-kitchen.ts';
import spec from './kitchen.page.ts';

const asked = z.object({ menuId: z.int().min(1), basis: z.enum(['PLAN', 'ASKED']).nullable().default(null) });
const day = z.object({ day: z.string().refine(isDate).nullable().default(null) });

export default bind(spec, {
  verbs: {
    meals: withBody(day, async (ctx, body) => {
      const shown = body.day ?? (await dayToShow(ctx));
      return { day: shown, meals: await mealsOf(ctx, shown) };
    }),
    sheet: withBody(
      asked,
      async (ctx, { menuId, basis }) => (await kitchenSheet(ctx, menuId, basis)) ?? refuse('NOT_FOUND'),
    ),
  },
  bodies: { meals: day, sheet: asked },
  reads: ['meals', 'sheet'],
});
