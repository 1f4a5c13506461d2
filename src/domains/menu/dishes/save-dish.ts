/** A unit's dishes: an approved version never changes; a change of recipe, method or allergens makes the next one and asks for the check again. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { unchecked } from '../../../kit/server/page/moves.ts';
import { type Content, sameContent, unitRecipes, type Version } from '../recipes/recipe-store.ts';
import '../tables.ts';

const owner = (ctx: Ctx) => ({ organization_id: ownOrganization(ctx) });

/** Writes the first version of a new dish, under the id its row names. */
export async function firstVersion(ctx: Ctx, dishId: number, content: Content): Promise<void> {
  const { version_id: id } = await ctx.db
    .selectFrom('dish')
    .select('version_id')
    .where('id', '=', dishId)
    .executeTakeFirstOrThrow();
  const head = { id, dishId, no: 1, frozen: false, at: isoAt(ctx.clock.now()), by: ctx.session.name };
  await unitRecipes.add(ctx, owner(ctx), head, content);
}

export interface DishChange {
  dishId: number;
  change: Partial<Content>;
}

/** What became of a dish: the version it is written in now, and what was there before. */
export interface Changed {
  dishId: number;
  versionId: number;
  before: Version;
}

/**
 * Writes changed contents, of many dishes with a few statements each. Drafts and those in the check are written in place;
 * of an approved one there is a next version, which waits for the check. Those that say the same stay as they are.
 */
export async function changeContents(ctx: Ctx, changes: readonly DishChange[]): Promise<Changed[]> {
  const ids = changes.map((one) => one.dishId);
  if (ids.length === 0) return [];
  const dishes = await ctx.db
    .selectFrom('dish')
    .select(['id', 'version_id', 'version_no', 'status'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  const versions = await unitRecipes.read(
    ctx.db,
    dishes.map((dish) => dish.version_id),
  );
  const at = isoAt(ctx.clock.now());
  const changed: Changed[] = [];
  for (const dish of dishes) {
    const before = versions.get(dish.version_id)!;
    const content = { ...before, ...changes.find((one) => one.dishId === dish.id)!.change };
    if (sameContent(before, content)) continue;
    const versionId = before.frozen ? await ctx.ids.next() : before.id;
    const no = before.frozen ? dish.version_no + 1 : dish.version_no;
    const head = { id: versionId, dishId: dish.id, no, frozen: false, at, by: ctx.session.name };
    if (before.frozen) await unitRecipes.add(ctx, owner(ctx), head, content);
    else await unitRecipes.replace(ctx, owner(ctx), versionId, at, content);
    const maker = { maker_id: ctx.session.accountId, maker_name: ctx.session.name };
    await ctx.db
      .updateTable('dish')
      .set((eb) => ({
        version_id: versionId,
        version_no: no,
        ...maker,
        updated_at: at,
        version: eb('version', '+', 1),
        ...(dish.status === 'APPROVED' ? { status: 'PENDING', ...unchecked } : {}),
      }))
      .where('id', '=', dish.id)
      .execute();
    changed.push({ dishId: dish.id, versionId, before });
  }
  return changed;
}
