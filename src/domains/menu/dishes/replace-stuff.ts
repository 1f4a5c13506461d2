/** Replacing a food-stuff by another in every recipe: what it would do, doing it, and taking it back. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { dateAt, isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { allergens } from '../../people/public.ts';
import { costOf, type RecipeLine } from '../nutrition/recipe.ts';
import { unitRecipes, type Version } from '../recipes/recipe-store.ts';
import { sameLines } from '../recipes/recipe-values.ts';
import { readStuffs } from '../stuffs/read-stuffs.ts';
import { changeContents } from './save-dish.ts';

export interface Replacement {
  fromId: number;
  intoId: number;
  /** Grams of the new one for those of the old, basis points. */
  ratio: number;
}

interface Affected {
  dishId: number;
  name: string;
  version: Version;
  lines: RecipeLine[];
}

const tenths = (grams: number) => Math.max(0.1, Math.min(2000, Math.round(grams * 10) / 10));

/** Lines with the one replaced; a recipe that has both has their grams together. */
export function replacedLines(lines: readonly RecipeLine[], { fromId, intoId, ratio }: Replacement): RecipeLine[] {
  const old = lines.find((line) => line.foodStuffId === fromId);
  if (!old) return [...lines];
  const grams = (old.grams * ratio) / 10_000;
  const other = lines.find((line) => line.foodStuffId === intoId);
  if (!other) return lines.map((line) => (line === old ? { ...old, foodStuffId: intoId, grams: tenths(grams) } : line));
  return lines.flatMap((line) => {
    if (line === old) return [];
    return line === other ? [{ ...other, grams: tenths(other.grams + grams) }] : [line];
  });
}

async function affectedBy(ctx: Ctx, replacement: Replacement): Promise<Affected[]> {
  const dishes = await ctx.db
    .selectFrom('recipe_line as l')
    .innerJoin('dish as d', (on) =>
      on.onRef('d.organization_id', '=', 'l.organization_id').onRef('d.version_id', '=', 'l.version_id'),
    )
    .select(['d.id', 'd.name', 'd.version_id'])
    .where('l.food_stuff_id', '=', replacement.fromId)
    .orderBy('d.id')
    .execute();
  const versions = await unitRecipes.read(
    ctx.db,
    dishes.map((dish) => dish.version_id),
  );
  return dishes.map((dish) => {
    const version = versions.get(dish.version_id)!;
    return { dishId: dish.id, name: dish.name, version, lines: replacedLines(version.lines, replacement) };
  });
}

/** What replacing would do: how many dishes, what it costs, which allergens come and go. */
export async function replaceOutcome(ctx: Ctx, replacement: Replacement): Promise<Outcome | Refusal> {
  if (replacement.fromId === replacement.intoId) return refuse('NO_CHANGE', { why: '两种食材相同' });
  const affected = await affectedBy(ctx, replacement);
  const ids = affected.flatMap((one) => [...one.version.lines, ...one.lines].map((line) => line.foodStuffId));
  const stuffs = await readStuffs(ctx.db, [...ids, replacement.fromId, replacement.intoId], dateAt(ctx.clock.now()));
  const cost = (of: (one: Affected) => readonly RecipeLine[]) =>
    affected.reduce((sum, one) => sum + costOf(of(one), stuffs).fen, 0);
  const [before, after] = [cost((one) => one.version.lines), cost((one) => one.lines)];
  const [old, fresh] = [stuffs.get(replacement.fromId), stuffs.get(replacement.intoId)];
  const kinds = (list: readonly string[]) => list.map((one) => labelIn(allergens, one)).join('、') || '无';
  const come = (fresh?.allergens ?? []).filter((one) => !old?.allergens.includes(one));
  const gone = (old?.allergens ?? []).filter((one) => !fresh?.allergens.includes(one));
  const approved = affected.filter((one) => one.version.frozen).length;
  const names = affected.slice(0, 5).map((one) => one.name);
  return {
    lines: [
      [
        '菜品',
        affected.length === 0
          ? '没有菜品用到它'
          : `${affected.length} 道：${names.join('、')}${affected.length > 5 ? ' 等' : ''}`,
      ],
      ['每份成本合计', `${formatFenGrouped(before)} → ${formatFenGrouped(after)} 元`],
      ['过敏原', `新增 ${kinds(come)}；去掉 ${kinds(gone)}`],
      ['须重新审核', `${approved} 道已通过审核的菜品`],
      ['撤销', '可在“替换记录”中撤销'],
    ],
  };
}

/** Replaces it in all recipes and keeps what they were. */
export async function replaceStuff(ctx: Ctx, replacement: Replacement): Promise<Refusal | undefined> {
  if (replacement.fromId === replacement.intoId) return refuse('NO_CHANGE', { why: '两种食材相同' });
  const affected = await affectedBy(ctx, replacement);
  if (affected.length === 0) return refuse('NO_CHANGE', { why: '没有菜品用到这种食材' });
  const changed = await changeContents(
    ctx,
    affected.map((one) => ({ dishId: one.dishId, change: { lines: one.lines } })),
  );
  const names = await readStuffs(ctx.db, [replacement.fromId, replacement.intoId], dateAt(ctx.clock.now()));
  await ctx.db
    .insertInto('recipe_replacement')
    .values({
      organization_id: ownOrganization(ctx),
      id: await ctx.ids.next(),
      from_name: names.get(replacement.fromId)!.name,
      into_name: names.get(replacement.intoId)!.name,
      ratio: replacement.ratio,
      dishes: JSON.stringify(
        changed.map((one) => ({
          dishId: one.dishId,
          before: one.before.lines,
          after: affected.find((dish) => dish.dishId === one.dishId)!.lines,
        })),
      ),
      dish_count: changed.length,
      made_id: ctx.session.accountId,
      made_name: ctx.session.name,
      made_at: isoAt(ctx.clock.now()),
      undone_at: null,
    })
    .execute();
  await ctx.audit({
    action: '替换食材',
    targetName: `${names.get(replacement.fromId)!.name} → ${names.get(replacement.intoId)!.name}，${changed.length} 道菜品`,
  });
  return undefined;
}

/** Takes a replacement back; a dish whose recipe was changed since is named and nothing is done. */
export async function undoReplacement(ctx: Ctx, id: number): Promise<Refusal | undefined> {
  const kept = await ctx.db
    .selectFrom('recipe_replacement')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!kept || kept.undone_at) return refuse('NO_CHANGE', { why: '这次替换已经撤销' });
  const dishes = await ctx.db
    .selectFrom('dish')
    .select(['id', 'name', 'version_id'])
    .where('id', 'in', [0, ...kept.dishes.map((one) => one.dishId)])
    .execute();
  const versions = await unitRecipes.read(
    ctx.db,
    dishes.map((dish) => dish.version_id),
  );
  for (const one of kept.dishes) {
    const dish = dishes.find((other) => other.id === one.dishId);
    if (dish && !sameLines(versions.get(dish.version_id)!.lines, one.after))
      return refuse('NO_CHANGE', { why: `「${dish.name}」的配料在替换后又改过，不能整批撤销` });
  }
  await changeContents(
    ctx,
    kept.dishes
      .filter((one) => dishes.some((dish) => dish.id === one.dishId))
      .map((one) => ({ dishId: one.dishId, change: { lines: one.before } })),
  );
  await ctx.db
    .updateTable('recipe_replacement')
    .set({ undone_at: isoAt(ctx.clock.now()) })
    .where('id', '=', id)
    .execute();
  await ctx.audit({ action: '撤销替换', targetId: id, targetName: `${kept.from_name} → ${kept.into_name}` });
  return undefined;
}
