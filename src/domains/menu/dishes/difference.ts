/** What a dish says otherwise than when it was last approved: what whoever checks it looks at. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { allergensOf, costOf, costText, type RecipeLine } from '../nutrition/recipe.ts';
import { unitRecipes } from '../recipes/recipe-store.ts';
import { readStuffs } from '../stuffs/read-stuffs.ts';

export interface DishDifference {
  /** Versions compared; null when the dish was never approved. */
  before: { no: number; cost: string } | null;
  now: { no: number; cost: string };
  /** Lines that differ, in words. */
  lines: { name: string; before: string; now: string }[];
  allergens: { added: string[]; gone: string[] };
  method: { before: string; now: string } | null;
}

const lineText = (line: RecipeLine | undefined): string => {
  if (!line) return '无';
  const loss = line.lossRatio > 0 ? `，损耗 ${line.lossRatio / 100}%` : '';
  return `${line.basis === 'GROSS' ? '毛重' : '净重'} ${line.grams} 克${loss}`;
};

/** Undefined for a dish that is not the unit's. */
export async function dishDifference(ctx: Ctx, dishId: number): Promise<DishDifference | undefined> {
  const dish = await ctx.db
    .selectFrom('dish')
    .select(['version_id', 'approved_id'])
    .where('id', '=', dishId)
    .executeTakeFirst();
  if (!dish) return undefined;
  const ids = [dish.version_id, ...(dish.approved_id ? [dish.approved_id] : [])];
  const versions = await unitRecipes.read(ctx.db, ids);
  const now = versions.get(dish.version_id)!;
  const before = dish.approved_id ? versions.get(dish.approved_id) : undefined;
  const stuffs = await readStuffs(
    ctx.db,
    [...now.lines, ...(before?.lines ?? [])].map((line) => line.foodStuffId),
    dateAt(ctx.clock.now()),
  );
  const told = (version: typeof now) => ({ no: version.no, cost: costText(costOf(version.lines, stuffs)) });
  const lineIn = (version: typeof before, id: number) => version?.lines.find((line) => line.foodStuffId === id);
  const changed = [...new Set([...now.lines, ...(before?.lines ?? [])].map((line) => line.foodStuffId))].flatMap(
    (id) => {
      const [was, is] = [lineText(lineIn(before, id)), lineText(lineIn(now, id))];
      return was === is ? [] : [{ name: stuffs.get(id)?.name ?? '？', before: was, now: is }];
    },
  );
  const had = new Set(before ? allergensOf(before.lines, stuffs, before.mayContain) : []);
  const has = new Set(allergensOf(now.lines, stuffs, now.mayContain));
  return {
    before: before ? told(before) : null,
    now: told(now),
    lines: before ? changed : [],
    allergens: before
      ? { added: [...has].filter((one) => !had.has(one)), gone: [...had].filter((one) => !has.has(one)) }
      : { added: [], gone: [] },
    method: before && before.method !== now.method ? { before: before.method, now: now.method } : null,
  };
}
