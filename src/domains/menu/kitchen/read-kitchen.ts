/** 备餐单 of one meal: its dishes with the portions to make, who must not eat what, and what is needed for it. */
import type { Ctx } from '../../../kit/server/context.ts';
import { toldStatuses } from '../menus/menu-flow.ts';
import { readServed } from '../menus/read-dishes.ts';
import { foodClasses } from '../nutrition/food-classes.ts';
import { allergensOf } from '../nutrition/recipe.ts';
import { unitRecipes } from '../recipes/recipe-store.ts';
import { readStuffs } from '../stuffs/read-stuffs.ts';
import { eatingKeys, type HeadKey, headLabels } from './changes.ts';
import { type Basis, type Needed, neededFor, portionsOf, usualBasis } from './portions.ts';
import {
  carefulOf,
  type DepartmentLine,
  departmentsOf,
  forecastOf,
  type KitchenForecast,
  orderedOf,
} from './read-diners.ts';
import { type AskedMeal, type NamedMeal, namedMeal } from './read-meals.ts';
import { wastedOf } from './wasted.ts';

export interface KitchenDish {
  id: number;
  name: string;
  typeName: string;
  planQty: number;
  orderedQty: number;
  deliveredQty: number;
  qty: number;
  stopped: boolean;
  cookName: string;
  needSample: boolean;
  /** Null: nobody declared them. */
  allergens: string[] | null;
  remarks: string;
  hasRecipe: boolean;
}

export interface KitchenSheet extends NamedMeal, KitchenForecast {
  published: boolean;
  /** What was made and not eaten of it, or of the last meal of its kind while it is not over; empty where that is not known. */
  wasted: string;
  basis: Basis;
  /** Portions by how they were asked for: `late` of them after the cut-off, `counted` by departments without names. */
  heads: Record<HeadKey, number>;
  /** Portions ordered without a dish, among those ordered. */
  plain: number;
  /** Everybody who is cooked for. */
  total: number;
  /** Diners with an allergy, by allergen; no names. */
  careful: { allergen: string; label: string; people: number }[];
  departments: DepartmentLine[];
  dishes: KitchenDish[];
  needed: Needed[];
}

const sumOf = (lines: readonly DepartmentLine[], key: HeadKey) => lines.reduce((sum, line) => sum + line[key], 0);

/** The sheet of a meal; undefined for one that is not the unit's. Without a basis: the usual one. */
export async function kitchenSheet(
  ctx: Ctx,
  asked: AskedMeal,
  wanted: Basis | null,
): Promise<KitchenSheet | undefined> {
  const menu = await namedMeal(ctx, asked);
  if (!menu) return undefined;
  const items = await ctx.db
    .selectFrom('food_menu_item')
    .selectAll()
    .where('menu_id', '=', menu.menuId ?? 0)
    .orderBy('sort')
    .execute();
  const served = (
    await readServed(
      ctx.db,
      items.map((item) => item.dish_id),
      [menu.date],
    )
  ).get(menu.date)!;
  const kept = await unitRecipes.read(
    ctx.db,
    items.flatMap((item) => item.dish_version_id ?? []),
  );
  const linesOf = (item: (typeof items)[number]) =>
    kept.get(item.dish_version_id ?? 0)?.lines ?? served.get(item.dish_id)?.lines ?? [];
  const stuffs = await readStuffs(
    ctx.db,
    items.flatMap((item) => linesOf(item).map((line) => line.foodStuffId)),
    menu.date,
  );
  const orders = await orderedOf(ctx, menu);
  const orderOf = new Map(orders.map((row) => [row.itemId, row]));
  const departments = await departmentsOf(ctx, menu);
  const heads = Object.fromEntries(
    (Object.keys(headLabels) as HeadKey[]).map((key) => [key, sumOf(departments, key)]),
  ) as Record<HeadKey, number>;
  const total = eatingKeys.reduce((sum, key) => sum + heads[key], 0);
  const plain = orderOf.get(null)?.qty ?? 0;
  const planned = items.map((item) => ({
    planQty: item.plan_qty,
    orderedQty: orderOf.get(item.id)?.qty ?? 0,
    stopped: item.status !== 'ON',
  }));
  const basis = wanted ?? usualBasis(planned, total);
  const portions = portionsOf(planned, total - heads.ordered + plain, basis);
  const dishes = items.map((item, i): KitchenDish & { lines: ReturnType<typeof linesOf> } => {
    const dish = served.get(item.dish_id);
    const lines = linesOf(item);
    return {
      id: item.id,
      name: item.dish_name ?? dish?.name ?? '',
      typeName: dish?.typeName ?? '',
      ...planned[i]!,
      deliveredQty: orderOf.get(item.id)?.delivered ?? 0,
      qty: portions[i]!,
      cookName: item.cook_name,
      needSample: item.need_sample,
      allergens: item.allergens ?? allergensOf(lines, stuffs, dish?.mayContain ?? []),
      remarks: orderOf.get(item.id)?.remarks ?? '',
      hasRecipe: lines.length > 0,
      lines,
    };
  });
  const places = foodClasses.map((one) => one.value as string);
  return {
    ...menu,
    published: (toldStatuses as readonly string[]).includes(menu.status),
    basis,
    heads,
    plain,
    total,
    ...(await forecastOf(ctx, menu)),
    wasted: await wastedOf(ctx, menu),
    careful: await carefulOf(ctx, menu),
    departments,
    needed: neededFor(dishes, stuffs)
      .filter((one) => one.foodClass !== 'WATER')
      .sort((a, b) => places.indexOf(a.foodClass) - places.indexOf(b.foodClass) || b.boughtG - a.boughtG),
    dishes: dishes.map(({ lines: _, ...dish }) => dish),
  };
}
