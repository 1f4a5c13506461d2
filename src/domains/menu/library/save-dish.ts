/** Library dishes: a version that was published never changes; a change of recipe or method makes the next one. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Content } from '../recipes/recipe-store.ts';
import { libRecipes, sameContent } from '../recipes/recipe-store.ts';
import '../tables.ts';

const nobody = {};

/** Writes the first version of a new dish, under the id its row names. */
export async function firstVersion(ctx: Ctx, dishId: number, content: Content): Promise<void> {
  const { version_id: id } = await ctx.db
    .selectFrom('lib_dish')
    .select('version_id')
    .where('id', '=', dishId)
    .executeTakeFirstOrThrow();
  const head = { id, dishId, no: 1, frozen: false, at: isoAt(ctx.clock.now()), by: ctx.session.name };
  await libRecipes.add(ctx, nobody, head, content);
}

/** Writes changed content: into the version at hand, or into the next one where that was published before. */
export async function changeContent(ctx: Ctx, dishId: number, change: Partial<Content>): Promise<void> {
  const dish = await ctx.db
    .selectFrom('lib_dish')
    .select(['version_id', 'version_no', 'status'])
    .where('id', '=', dishId)
    .executeTakeFirstOrThrow();
  const current = (await libRecipes.read(ctx.db, [dish.version_id])).get(dish.version_id)!;
  const content = { ...current, ...change };
  if (sameContent(current, content)) return;
  const at = isoAt(ctx.clock.now());
  if (!current.frozen) return libRecipes.replace(ctx, nobody, current.id, at, content);
  const id = await ctx.ids.next();
  const no = dish.version_no + 1;
  const head = { id, dishId, no, frozen: dish.status === 'PUBLISHED', at, by: ctx.session.name };
  await libRecipes.add(ctx, nobody, head, content);
  await ctx.db.updateTable('lib_dish').set({ version_id: id, version_no: no }).where('id', '=', dishId).execute();
}
