/** The rules that hold for a unit's menus: its kind, bans, its own settings, its places, and what was served lately. */
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { MixLine } from '../tables.ts';
import type { BanRule, Rules } from './judge.ts';
import '../tables.ts';

export interface MenuSettings {
  twoHands: boolean;
  repeatDays: number;
  costRatio: number | null;
  peopleMix: MixLine[];
  version: number;
}

export async function readSettings(ctx: Ctx): Promise<MenuSettings> {
  const row = await ctx.db
    .selectFrom('menu_setting')
    .selectAll()
    .where('organization_id', '=', ownOrganization(ctx))
    .executeTakeFirst();
  return {
    twoHands: row?.two_hands ?? false,
    repeatDays: row?.repeat_days ?? 3,
    costRatio: row?.cost_ratio ?? null,
    peopleMix: row?.people_mix ?? [],
    version: row?.version ?? 1,
  };
}

/** Rules for menus of `from` to `to`. */
export async function readRules(ctx: Ctx, from: string, to: string): Promise<Rules> {
  const settings = await readSettings(ctx);
  const unit = await ctx.db
    .selectFrom('organization')
    .select('kind')
    .where('id', '=', ownOrganization(ctx))
    .executeTakeFirstOrThrow();
  const bans = await ctx.db.selectFrom('food_ban').selectAll().orderBy('id').execute();
  const places = await ctx.db.selectFrom('restaurant').selectAll().where('kind', '<>', 'SHOP').orderBy('id').execute();
  const meals = await ctx.db.selectFrom('meal_period').select(['id', 'name']).execute();
  const served = await ctx.db
    .selectFrom('food_menu_item')
    .select(['restaurant_id as restaurantId', 'dish_id as dishId', 'menu_date as date'])
    .where('menu_date', '>=', addDays(from, -settings.repeatDays))
    .where('menu_date', '<=', to)
    .execute();
  return {
    school: unit.kind === 'SCHOOL',
    bans: bans.map(
      (ban): BanRule => ({
        code: ban.code,
        label: ban.label,
        target: ban.target === 'DISH' ? 'DISH' : 'STUFF',
        words: ban.words,
        fromDate: ban.from_date,
        untilDate: ban.until_date,
      }),
    ),
    repeatDays: settings.repeatDays,
    costRatio: settings.costRatio,
    places: places.map((place) => ({
      id: place.id,
      name: place.name,
      open: place.status === 'NORMAL',
      mealPeriodIds: place.meal_period_ids,
      sellsDishes: place.consume_mode === 'DISH',
      choice: place.consume_mode === 'DISH' || place.consume_mode === 'WEIGH',
    })),
    mealNames: new Map(meals.map((meal) => [meal.id, meal.name])),
    served,
  };
}
