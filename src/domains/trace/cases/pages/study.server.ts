/** 溯源分析. */
import { z } from 'zod';
import { anyPage } from '../../../../kit/define/page.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { may } from '../../../../kit/server/page/grants.ts';
import { withBody } from '../../../../kit/server/page/with-body.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { makePack } from '../make-pack.ts';
import { packSheet } from '../pack-sheet.ts';
import { addToCase, tellExposure } from '../people.ts';
import { readCase } from '../read-case.ts';
import foodTrace from './food-trace.page.ts';
import spec from './study.page.ts';

const caseBody = z.object({ id: z.int().min(1) });
const addBody = z.object({
  id: z.int().min(1),
  people: z
    .array(
      z.object({
        who: z.string().trim().min(1).max(40),
        sick: z.boolean().default(true),
        onsetAt: z.iso.datetime({ offset: true }).nullable().default(null),
        symptoms: z.string().max(60).default(''),
      }),
    )
    .min(1)
    .max(500),
});
const tellBody = z.object({
  id: z.int().min(1),
  personId: z.int().min(1),
  dish: z.string().regex(/^\d{4}-\d{2}-\d{2}\|\d+\|\d+\|.{1,80}$/),
  ate: z.boolean().nullable(),
});
const packBody = caseBody.extend({ nameless: z.boolean().default(false), sheet: z.boolean().default(false) });
const list = '/admin/organization/food_trace';

export default bind(spec, {
  verbs: {
    look: withBody(caseBody, (ctx, { id }) => readCase(ctx, id, may(ctx.session, anyPage(foodTrace), list, 'cases'))),
    add: withBody(addBody, (ctx, { id, people }) => addToCase(ctx, id, people)),
    tell: withBody(tellBody, (ctx, { id, personId, dish, ate }) => tellExposure(ctx, id, personId, dish, ate)),
    pack: withBody(packBody, async (ctx, { id, nameless, sheet }) => {
      const pack = await makePack(ctx, id, nameless);
      if (isRefusal(pack)) return pack;
      return { ...pack, sheet: sheet ? (await packSheet(pack)).toString('base64') : null };
    }),
  },
});
