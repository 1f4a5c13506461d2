/** The rules of meals as they stood at their cut-offs: a change made since concerns the meals to come alone. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { changesSince } from '../../../kit/server/query/as-of.ts';
import {
  instantsOf,
  type MealRule,
  type MealSetting,
  mealMinutes,
  mealSetting,
  settingTables,
} from '../rules/setting.ts';

export interface PastSettings {
  /** The setting as it held for a meal of a day: at its cut-off, or now where that is still to come. */
  settingOf(mealPeriodId: number, diningDate: string): Promise<MealSetting>;
  /** The rule with this id as it held for a meal of a day; undefined when it did not exist then. */
  ruleOf(ruleId: number, mealPeriodId: number, diningDate: string): Promise<MealRule | undefined>;
  /** How many minutes before and after a meal tell of it, as it held for that meal. */
  slackOf(meal: { mealPeriodId: number; diningDate: string }): Promise<number>;
}

/** Before the cut-offs of a day and of all after it. */
export const cutOffsFrom = (diningDate: string): number => Date.parse(addDays(diningDate, -31));

/** Settings of the unit's meals from `fromMs` on; each state between two changes is read once. */
export async function pastSettings(
  db: Sql,
  organizationId: number,
  nowMs: number,
  fromMs: number,
): Promise<PastSettings> {
  const changes = await changesSince(db, organizationId, settingTables, fromMs);
  const stateAt = (atMs: number) => changes.filter((change) => change <= atMs).length;
  const present = await mealSetting(db, organizationId, nowMs);
  const known = new Map([[stateAt(nowMs), Promise.resolve(present)]]);
  const settingAt = (atMs: number) => {
    const state = stateAt(atMs);
    let setting = known.get(state);
    if (!setting) {
      setting = mealSetting(db, organizationId, nowMs, atMs);
      known.set(state, setting);
    }
    return setting;
  };
  const settingOf = (mealPeriodId: number, diningDate: string) => {
    const meal = present.meals.get(mealPeriodId);
    const closedMs = meal ? instantsOf(present, meal, diningDate).closesAt : Date.parse(`${diningDate}T00:00:00+08:00`);
    return settingAt(Math.min(closedMs, nowMs));
  };
  const ruleThen = async (ruleId: number, mealPeriodId: number, diningDate: string) => {
    const then = await settingOf(mealPeriodId, diningDate);
    const rule = then.rules.find((one) => one.id === ruleId);
    // Reported after the cut-off by a rule that is younger than it: that rule, as it is.
    return rule ?? present.rules.find((one) => one.id === ruleId);
  };
  // A hundred thousand reports of a meal go by a rule or two.
  const rules = new Map<string, Promise<MealRule | undefined>>();
  return {
    settingOf,
    slackOf: async ({ mealPeriodId, diningDate }) =>
      (await settingOf(mealPeriodId, diningDate)).meals.get(mealPeriodId)?.slackMinutes ?? mealMinutes.slack,
    ruleOf(...asked) {
      const key = asked.join('/');
      const rule = rules.get(key) ?? ruleThen(...asked);
      rules.set(key, rule);
      return rule;
    },
  };
}
