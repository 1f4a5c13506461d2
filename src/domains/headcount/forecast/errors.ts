/** What the forecasts of each meal were off by in the last weeks, beside what last week's figure would have been. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { mealSetting } from '../rules/setting.ts';
import { type Errors, errorsOf } from './forecast.ts';
import { errorDays, keptOf, pastDays } from './keep.ts';

export interface MealErrors {
  mealPeriodId: number;
  mealName: string;
  own: Errors;
  naive: Errors;
}

/** Meals with at least one forecast that has its outcome, by their time. */
export async function mealErrors(ctx: Ctx): Promise<MealErrors[]> {
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const today = businessDay(ctx.clock.now());
  const setting = await mealSetting(db, organizationId, ctx.clock.now());
  const found: MealErrors[] = [];
  for (const { id, name } of setting.meals.values()) {
    const days = await pastDays(db, { organizationId, mealPeriodId: id, diningDate: today }, errorDays);
    const kept = keptOf(days, today);
    const own = errorsOf(kept, 'portions');
    if (own.days > 0) found.push({ mealPeriodId: id, mealName: name, own, naive: errorsOf(kept, 'naive') });
  }
  return found;
}

const share = (basisPoints: number | null) => (basisPoints === null ? '—' : `${(basisPoints / 100).toFixed(1)}%`);

/** In one sentence; null where nothing can be told yet. */
export function errorWords(all: readonly MealErrors[]): string | null {
  if (all.length === 0) return null;
  const each = all.map(({ mealName, own, naive }) => {
    const better = naive.wape !== null && own.wape !== null && naive.wape < own.wape ? '，上周同日更准' : '';
    return `${mealName} ${own.days} 餐，总误差 ${share(own.wape)}、平均 ${share(own.mape)}（照上周同日为 ${share(naive.wape)}${better}）`;
  });
  return `近 4 周截止时的预测：${each.join('；')}`;
}
