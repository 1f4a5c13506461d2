/** What the forecasts of each meal were off by in the last weeks, beside what last week's figure would have been. */

import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { mealSetting } from '../rules/setting.ts';
import { type Errors, errorsOf } from './forecast.ts';
import { errorDays, keptOf, pastDays } from './keep.ts';
import { keptPlaces } from './keep-places.ts';
import { placeErrors } from './places.ts';

export interface MealErrors {
  mealPeriodId: number;
  mealName: string;
  own: Errors;
  naive: Errors;
  /** Of the restaurants, where several serve the meal. */
  places: { name: string; own: Errors; naive: Errors }[];
}

/** Meals with at least one forecast that has its outcome, by their time; forecasts are of the unit, and nothing to who sees a part of it. */
export async function mealErrors(ctx: Ctx): Promise<MealErrors[]> {
  const { departments, restaurants } = ctx.scope;
  if (departments !== 'ALL' || restaurants !== 'ALL') return [];
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const today = businessDay(ctx.clock.now());
  const setting = await mealSetting(db, organizationId, ctx.clock.now());
  const names = await ctx.db.selectFrom('restaurant').select(['id', 'name']).orderBy('id').execute();
  const found: MealErrors[] = [];
  for (const { id, name } of setting.meals.values()) {
    const days = await pastDays(db, { organizationId, mealPeriodId: id, diningDate: today }, errorDays);
    const kept = keptOf(days, today);
    const own = errorsOf(kept, 'portions');
    if (own.days === 0) continue;
    const parts = await keptPlaces(db, { organizationId, mealPeriodId: id }, addDays(today, -errorDays), today);
    const places = names
      .map((place) => ({ name: place.name, ...placeErrors(parts, place.id) }))
      .filter((place) => place.own.days > 0);
    found.push({ mealPeriodId: id, mealName: name, own, naive: errorsOf(kept, 'naive'), places });
  }
  return found;
}

const share = (basisPoints: number | null) => (basisPoints === null ? '—' : `${(basisPoints / 100).toFixed(1)}%`);

/** In one sentence; null where nothing can be told yet. */
export function errorWords(all: readonly MealErrors[]): string | null {
  if (all.length === 0) return null;
  const beside = (own: Errors, naive: Errors) => {
    const better = naive.wape !== null && own.wape !== null && naive.wape < own.wape ? '，上周同日更准' : '';
    return `（照上周同日为 ${share(naive.wape)}${better}）`;
  };
  const each = all.map(({ mealName, own, naive, places }) => {
    const parts = places.map((place) => `${place.name} ${share(place.own.wape)}${beside(place.own, place.naive)}`);
    const told = parts.length > 1 ? `，其中 ${parts.join('、')}` : '';
    return `${mealName} ${own.days} 餐，总误差 ${share(own.wape)}、平均 ${share(own.mape)}${beside(own, naive)}${told}`;
  });
  return `近 4 周截止时的预测：${each.join('；')}`;
}
