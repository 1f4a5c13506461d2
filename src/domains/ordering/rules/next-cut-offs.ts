/** The cut-offs of ordering that come next, as they will be judged. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import { dayKind } from '../../consumption/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type OrderingRule, type OrderingSetting, orderInstants } from './setting.ts';

const daysAhead = 15;

export interface NextCutOff {
  diningDate: string;
  mealName: string;
  /** Epoch ms. */
  at: number;
}

/** Of these rules, the soonest first. */
export function nextCutOffs(setting: OrderingSetting, rules: readonly OrderingRule[], nowMs: number): NextCutOff[] {
  const days = Array.from({ length: daysAhead }, (_, i) => addDays(businessDay(nowMs), i));
  return rules
    .flatMap((rule) =>
      rule.mealPeriodIds.flatMap((mealId) =>
        days
          .filter((date) => rule.dayKinds.includes(dayKind(date, setting.calendar)))
          .map((diningDate) => ({
            diningDate,
            mealName: setting.meals.get(mealId)?.name ?? '',
            at: orderInstants(setting, rule, diningDate).closesAt,
          })),
      ),
    )
    .filter((one) => one.at > nowMs)
    .sort((a, b) => a.at - b.at);
}

/** 11-24 午餐（11-23 18:00）. */
export const cutOffText = ({ diningDate, mealName, at }: NextCutOff): string =>
  `${diningDate.slice(5)} ${mealName}（${isoAt(at).slice(5, 16).replace('T', ' ')}）`;
