/** A dish from draft to approved, and brought up to the platform’s version. */
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { moves } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { unitRecipes } from '../recipes/recipe-store.ts';
import { takeLibrary } from './adopt.ts';
import { dishFlow } from './dish-flow.ts';
import type { Takeable } from './takeable.ts';

export const dishMoves = moves(dishFlow, {
  table: 'dish',
  name: (dish) => `「${dish.name}」`,
  stamped: true,
  check: {
    submit: async (ctx, dish) => {
      const found = (await unitRecipes.read(ctx.db, [dish.version_id])).get(dish.version_id)!;
      return found.lines.length > 0 || found.mayContain.length > 0
        ? undefined
        : refuse('NO_CHANGE', { why: `「${dish.name}」没有配料也没有申报过敏原，不能提交` });
    },
  },
  write: {
    submit: (ctx) => ({ maker_id: ctx.session.accountId, maker_name: ctx.session.name }),
  },
  after: {
    approve: async (ctx, dish) => {
      await unitRecipes.freeze(ctx.db, [dish.version_id]);
      await ctx.db.updateTable('dish').set({ approved_id: dish.version_id }).where('id', '=', dish.id).execute();
    },
  },
});

/** 更新到库新版: takes the chosen parts of the library's version into the unit's dishes. */
export async function takeLibraryNews(ctx: Ctx, { ids, rows, values }: ActionInput): Promise<Refusal | null> {
  const keys = (values.keys ?? []) as Takeable[];
  for (const id of ids) {
    const no = await takeLibrary(ctx, id, keys);
    if (no) return no;
  }
  for (const row of rows) await ctx.audit({ action: '更新到库新版', targetId: row.id, targetName: String(row.name) });
  return null;
}
