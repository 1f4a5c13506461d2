/** How long after a meal its orders are settled and how near to it they are handed out, as both stood when the meal closed. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { mealMinutes, mealSetting } from '../../headcount/public.server.ts';
import { orderInstants, orderingSetting } from './setting.ts';

/** The bounds a rule can say, and therefore what needs no look at one: nearer or sooner is always within. */
export const minuteBounds = { leastSettle: 15, mostSlack: 120 } as const;

export interface OrderMinutes {
  settle: number;
  slack: number;
}

/** By the rule of the orders; what it leaves open as reports of the meal are, or as is usual. */
export async function minutesOf(
  db: Sql,
  organizationId: number,
  nowMs: number,
  { ruleId, mealPeriodId, diningDate }: { ruleId: number | null; mealPeriodId: number; diningDate: string },
): Promise<OrderMinutes> {
  const present = await orderingSetting(db, organizationId, nowMs);
  const known = present.rules.find((one) => one.id === ruleId);
  const closedMs = known
    ? orderInstants(present, known, diningDate).closesAt
    : Date.parse(`${diningDate}T00:00:00+08:00`);
  const thenMs = Math.min(closedMs, nowMs);
  const then = await orderingSetting(db, organizationId, nowMs, thenMs);
  // Ordered after the cut-off by a rule that is younger than it: that rule, as it is.
  const rule = then.rules.find((one) => one.id === ruleId) ?? known;
  const meal = (await mealSetting(db, organizationId, nowMs, thenMs)).meals.get(mealPeriodId);
  return {
    settle: rule?.settleMinutes ?? meal?.settleMinutes ?? mealMinutes.settle,
    slack: rule?.slackMinutes ?? meal?.slackMinutes ?? mealMinutes.slack,
  };
}
