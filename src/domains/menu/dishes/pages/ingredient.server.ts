/** Server side of 配料/食材用量 and of what replacements changed. */

import { sql } from 'kysely';
import type { Ctx } from '../../../../kit/server/context.ts';
import { bind, type RowValues } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../../../kit/server/refusal.ts';
import type { RecipeLine } from '../../nutrition/recipe.ts';
import { mostLines } from '../../recipes/recipe-fields.ts';
import { unitRecipes } from '../../recipes/recipe-store.ts';
import { type SentLine, sentLines } from '../../recipes/recipe-values.ts';
import { type Replacement, replaceOutcome, replaceStuff, undoReplacement } from '../replace-stuff.ts';
import { changeContents } from '../save-dish.ts';
import { ingredient, replaced } from './ingredient.page.ts';

interface Said extends SentLine {
  dishId?: number | null;
}

/** Changes the lines of one dish; NOT_FOUND for one that is not the unit's. */
async function changeLines(
  ctx: Ctx,
  dishId: number,
  change: (lines: readonly RecipeLine[]) => readonly RecipeLine[] | Refusal,
): Promise<Refusal | undefined> {
  const dish = await ctx.db
    .selectFrom('dish')
    .select(['name', 'version_id'])
    .where('id', '=', dishId)
    .executeTakeFirst();
  if (!dish) return refuse('NOT_FOUND');
  const now = (await unitRecipes.read(ctx.db, [dish.version_id])).get(dish.version_id)!;
  const lines = change(now.lines);
  if (!Array.isArray(lines)) return lines as Refusal;
  await changeContents(ctx, [{ dishId, change: { lines } }]);
  await ctx.audit({ action: '编辑配料', targetId: dishId, targetName: dish.name });
  return undefined;
}

/** One line as it is after an edit: what was sent over what was there. */
const merged = (before: RowValues, values: Partial<Said>): RecipeLine =>
  sentLines([{ ...(before as unknown as SentLine), ...values } as SentLine])[0]!;

const twice = refuseField('foodStuffId', '这道菜的配料里已有它');

const lines = bind(ingredient, {
  list: over(
    ingredient,
    'recipe_line as l',
    {
      inner: ['foodStuffId as s'],
      version: 'd.version',
      columns: {
        dishId: 'd.id',
        allergens: sql`array(select distinct a from unnest(s.allergens || coalesce(b.allergens, '{}')) as u (a) order by a)`,
        status: 'd.status',
      },
      names: { dishId: 'd.name' },
    },
    (from) =>
      from
        .innerJoin('dish as d', (on) =>
          on.onRef('d.organization_id', '=', 'l.organization_id').onRef('d.version_id', '=', 'l.version_id'),
        )
        .leftJoin('lib_food_stuff as b', 'b.id', 's.lib_id'),
  ),
  create: async (ctx, values) => {
    const [line] = sentLines([values as SentLine]);
    const no = await changeLines(ctx, values.dishId!, (now) => {
      if (now.some((one) => one.foodStuffId === line!.foodStuffId)) return twice;
      return now.length >= mostLines ? refuse('TOO_LARGE', { limit: `${mostLines} 项配料` }) : [...now, line!];
    });
    return no ?? { id: values.dishId! };
  },
  update: async (ctx, _id, values, before) => {
    const line = merged(before, values as Partial<Said>);
    const old = before.foodStuffId as number;
    return changeLines(ctx, before.dishId as number, (now) =>
      line.foodStuffId !== old && now.some((one) => one.foodStuffId === line.foodStuffId)
        ? twice
        : now.map((one) => (one.foodStuffId === old ? line : one)),
    );
  },
  remove: (ctx, _id, before) =>
    changeLines(ctx, before.dishId as number, (now) => now.filter((one) => one.foodStuffId !== before.foodStuffId)),
  actions: { replace: (ctx, { values }) => replaceStuff(ctx, values as unknown as Replacement) },
  outcomes: {
    replace: async (ctx, { values }) => {
      const { fromId, intoId, ratio } = values as unknown as Replacement;
      if (!fromId || !intoId) return { lines: [['提示', '选择两种食材后显示影响']] };
      return replaceOutcome(ctx, { fromId, intoId, ratio: ratio ?? 10_000 });
    },
  },
});

const changes = bind(replaced, {
  list: over(replaced, 'recipe_replacement as r'),
  actions: {
    replace: async (ctx, { ids }) => {
      for (const id of ids) {
        const no = await undoReplacement(ctx, id);
        if (no) return no;
      }
      return null;
    },
  },
});

export default [lines, changes];
