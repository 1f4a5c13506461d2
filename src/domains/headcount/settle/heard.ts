/** Which terminals served a meal and whether they had told all they took when it was settled, in the words of its explanations. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { MealOfDay } from './settle-meal.ts';
import { servingSql } from './waited-for.ts';

const mostNamed = 12;

/** Names in a row, the first dozen of them. */
export const namesOf = (names: readonly string[]): string =>
  `${names.slice(0, mostNamed).join('、')}${names.length > mostNamed ? ` 等 ${names.length} 台` : ''}`;

/** Names of the terminals that took something at the meal, of the restaurants it is reported at: those that are waited for. */
async function served(db: Sql, { organizationId, diningDate, mealPeriodId }: MealOfDay): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select d.name from device d where d.organization_id = $1 and d.id in (
       select u.device_id from consumed_by_place u where u.organization_id = $1 and u.business_date = $2 and u.meal_period_id = $3
         and u.consume_count > 0 and u.restaurant_id in (select id from ${servingSql} s))
     order by d.name, d.id`,
    [organizationId, diningDate, mealPeriodId],
  );
  return rows.map((row) => row.name);
}

export interface Heard {
  nowMs: number;
  /** Terminals that had not told all. */
  behind: readonly string[];
  /** Who settled without them, and why; by itself it is settled once they were waited for long enough. */
  forced?: { name: string; reason: string };
}

function waitedWords({ nowMs, behind, forced }: Heard): string {
  if (behind.length === 0) return `${isoAt(nowMs).slice(5, 16).replace('T', ' ')} 前全部终端已补传`;
  return forced
    ? `未等 ${namesOf(behind)} 补传，由 ${forced.name} 强制结算：${forced.reason}`
    : `等满 3 天仍未补传：${namesOf(behind)}`;
}

/** Notes with the meal, as it is settled, who served it and what was waited for; what comes later is told by the judgement. */
export async function noteHeard(db: Sql, meal: MealOfDay, heard: Heard): Promise<void> {
  const names = await served(db, meal);
  const serving = names.length === 0 ? '没有终端记录到消费' : `供餐终端 ${names.length} 台：${namesOf(names)}`;
  await db.query(
    `update meal_settlement set waiting = '',
       heard = $4 || case when waiting = '' then '' else '；等过 ' || waiting end || '；' || $5
     where organization_id = $1 and dining_date = $2 and meal_period_id = $3`,
    [meal.organizationId, meal.diningDate, meal.mealPeriodId, serving, waitedWords(heard)],
  );
}
