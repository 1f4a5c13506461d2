/** 营养分析: rows of dishes, days or weeks, and the whole span judged. */
import { dateAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { addDays, mondayOf } from '../menus/days.ts';
import { type Amounts, amountOf, cookedText, coverage, energyShares } from './amounts.ts';
import { addFood, type ServedMeal, servedOn } from './eaten.ts';
import { foodGroups } from './food-classes.ts';
import { adviceOf, type Check, judgeNutrition, metShare, metText, type Served } from './judge-nutrition.ts';
import { type NutrientKey, nutrientKeys, nutrients } from './nutrients.ts';
import { readMeals, readTarget, type Span } from './read-served.ts';
import { mealShare, type Target } from './targets.ts';

/** Longest span analysed at once. */
export const mostDays = 366;

export interface Asked extends Span {
  group: 'DISH' | 'DAY' | 'WEEK';
  ageGroup: string | null;
}

/** The search as it is analysed: this week unless said otherwise, a year at most. */
export function askedOf(ctx: Ctx, search: Search): Asked {
  const [from, to] = (search.menuDate ?? []) as (string | null)[];
  const monday = mondayOf(dateAt(ctx.clock.now()));
  const first = from ?? (to ? addDays(to, -6) : monday);
  const last = to ?? addDays(first, 6);
  const ageGroup = Array.isArray(search.ageGroup) ? search.ageGroup[0] : search.ageGroup;
  return {
    from: first,
    to: addDays(first, mostDays) < last ? addDays(first, mostDays) : last,
    restaurantIds: search.restaurantId as number[] | undefined,
    mealPeriodIds: search.mealPeriodId as number[] | undefined,
    group: (search.group as Asked['group'] | undefined) ?? 'DAY',
    ageGroup: typeof ageGroup === 'string' ? ageGroup : null,
  };
}

const shown: readonly NutrientKey[] = [
  'energy',
  'protein',
  'fat',
  'carbohydrate',
  'sodium',
  'calcium',
  'iron',
  'vitaminA',
  'vitaminC',
];

/** Amounts and how much of the food each is known of, for the cells. */
function figures(amounts: Amounts) {
  const values = Object.fromEntries(
    shown.map((key) => {
      const amount = amountOf(amounts, key);
      return [key, amount === undefined ? null : Number(amount.toFixed(nutrients[key].digits))];
    }),
  );
  const known = Object.fromEntries(shown.map((key) => [key, Math.round(coverage(amounts, key) * 100)]));
  const low = shown.filter((key) => known[key]! < 100 && values[key] !== null);
  return {
    ...values,
    known,
    coverageText: low.map((key) => `${nutrients[key].label} ${known[key]}%`).join('、') || '齐全',
    cookedText: cookedText(amounts),
  };
}

function shareText(amounts: Amounts): string {
  const shares = energyShares(amounts);
  if (!shares) return '';
  const percent = (n: number) => `${Math.round(n * 100)}%`;
  return `脂肪 ${percent(shares.fat)} 碳水 ${percent(shares.carbohydrate)} 蛋白 ${percent(shares.protein)}`;
}

const rowOf = (id: number, scope: string, served: Served, target: Target) => {
  const checks = judgeNutrition(served, target);
  const energy = checks.find((one) => one.key === 'energy');
  return {
    id,
    scope,
    ...figures(served.amounts),
    energyRate: energy?.percent === null || energy === undefined ? null : Math.round(energy.percent * 100),
    shareText: shareText(served.amounts),
    kinds: new Set(
      served.food.filter((one) => one.foodClass !== 'WATER' && one.foodClass !== 'SALT').map((one) => one.name),
    ).size,
    metText: metText(checks),
    metRate: metShare(checks) === null ? null : Math.round(metShare(checks)! * 10_000),
    advice: adviceOf(checks),
  };
};

async function dishNames(ctx: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await ctx.db
    .selectFrom('dish')
    .select(['id', 'name'])
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** Rows of the report. */
export async function analyse(ctx: Ctx, search: Search) {
  const asked = askedOf(ctx, search);
  const meals = await readMeals(ctx, asked);
  const target = await readTarget(ctx, asked.ageGroup, asked.to);
  if (asked.group === 'DISH') {
    const items = new Map(meals.flatMap((meal) => meal.items.map((item) => [item.dishId, item] as const)));
    const names = await dishNames(ctx, [...items.keys()]);
    return [...items.values()].map((item) => {
      const food = addFood([item.lines.map((line) => ({ ...line, grams: line.net }))]);
      const {
        metText: _,
        metRate: __,
        advice: ___,
        ...row
      } = rowOf(
        item.dishId,
        names.get(item.dishId) ?? '',
        // A dish is held against a lunch.
        { amounts: item.amounts, food, share: mealShare('午餐'), mainMeals: 0, days: 1 },
        target,
      );
      return row;
    });
  }
  const spans = Map.groupBy(meals, (meal) => (asked.group === 'WEEK' ? mondayOf(meal.date) : meal.date));
  return [...spans].map(([day, list]) =>
    rowOf(
      Number(day.replaceAll('-', '')),
      asked.group === 'WEEK' ? `${day} 至 ${addDays(day, 6).slice(5)}（日均）` : day,
      servedOn(list),
      target,
    ),
  );
}

export interface Analysis {
  from: string;
  to: string;
  days: number;
  heads: number;
  pupils: boolean;
  met: string;
  /** Of how much the losses of cooking are taken off. */
  cooked: string;
  checks: Check[];
  weeks: { week: string; met: string; share: number | null }[];
  groups: { label: string; grams: number }[];
}

/** The whole span judged, for the panel over the rows. */
export async function analysis(ctx: Ctx, search: Search): Promise<Analysis> {
  const asked = askedOf(ctx, search);
  const meals = await readMeals(ctx, asked);
  const target = await readTarget(ctx, asked.ageGroup, asked.to);
  const served = servedOn(meals);
  const names = await dishNames(ctx, [...new Set(meals.flatMap((meal) => meal.items.map((item) => item.dishId)))]);
  const sources = (key: NutrientKey) => sourcesOf(meals, key, served.days, names);
  const checks = judgeNutrition(served, target).map((check) =>
    check.from.length === 0 && nutrientKeys.includes(check.key as NutrientKey)
      ? { ...check, from: sources(check.key as NutrientKey) }
      : check,
  );
  const weeks = [...Map.groupBy(meals, (meal) => mondayOf(meal.date))].map(([week, list]) => {
    const own = judgeNutrition(servedOn(list), target);
    return { week, met: metText(own), share: metShare(own) };
  });
  return {
    from: asked.from,
    to: asked.to,
    days: served.days,
    heads: target.heads,
    pupils: target.pupils >= 0.5,
    met: metText(checks),
    cooked: cookedText(served.amounts),
    checks,
    weeks,
    groups: foodGroups.map((group) => ({
      label: group.label,
      grams: Math.round(
        served.food
          .filter((one) => group.classes.includes(one.foodClass as never))
          .reduce((sum, one) => sum + one.grams, 0),
      ),
    })),
  };
}

/** Dishes a nutrient comes from, a head a day, most first. */
function sourcesOf(
  meals: readonly ServedMeal[],
  key: NutrientKey,
  days: number,
  names: ReadonlyMap<number, string>,
): string[] {
  const found = new Map<number, number>();
  for (const meal of meals)
    for (const item of meal.items)
      found.set(item.dishId, (found.get(item.dishId) ?? 0) + (amountOf(item.amounts, key) ?? 0));
  return [...found]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 5)
    .filter(([, amount]) => amount > 0)
    .map(
      ([dishId, amount]) =>
        `${names.get(dishId) ?? ''} ${Math.round((amount / Math.max(1, days)) * 10) / 10} ${nutrients[key].unit}`,
    );
}
