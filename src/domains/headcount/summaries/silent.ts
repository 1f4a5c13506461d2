/** Who has said nothing of a meal: people who eat all the same, people who are away, people the kitchen does not hear of. */
import { sql } from 'kysely';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { SilentDepartment } from '../../menu/public.server.ts';
import { departmentWithin } from '../../people/public.server.ts';
import { habitualSql } from '../habits/habits.ts';
import { instantOf, type MealRule, type MealSetting, mealSetting, ruleFor } from '../rules/setting.ts';

/** How many of each type and department have said nothing of the meal; those who reported nothing for being stopped are not asked. */
async function silent(ctx: Ctx, mealPeriodId: number, diningDate: string, departmentIds: readonly number[] = []) {
  const habitual = habitualSql(diningDate, mealPeriodId);
  const away = sql<boolean>`exists (${ctx.db
    .selectFrom('meal_absence as w')
    .select('w.id')
    .whereRef('w.organization_id', '=', sql.ref('p.organization_id'))
    .whereRef('w.person_id', '=', sql.ref('p.id'))
    .where('w.status', '=', 'NORMAL')
    .where('w.from_date', '<=', diningDate)
    .where('w.to_date', '>=', diningDate)
    .where(sql<boolean>`(w.meal_period_ids = '{}' or ${mealPeriodId} = any(w.meal_period_ids))`)})`;
  const stopped = sql`exists (${ctx.db
    .selectFrom('meal_list as b')
    .select('b.id')
    .whereRef('b.organization_id', '=', sql.ref('p.organization_id'))
    .whereRef('b.person_id', '=', sql.ref('p.id'))
    .where('b.kind', '=', 'BLACK')
    .where('b.status', '=', 'NORMAL')
    .where('b.from_date', '<=', diningDate)
    .where(sql<boolean>`(b.to_date is null or b.to_date >= ${diningDate}::date)`)})`;
  const barred = sql`exists (${ctx.db
    .selectFrom('person_type_meal as n')
    .select('n.type_id')
    .whereRef('n.organization_id', '=', sql.ref('p.organization_id'))
    .whereRef('n.type_id', '=', sql.ref('p.type_id'))
    .where('n.meal_period_id', '=', mealPeriodId)
    .where('n.allowed', '=', false)})`;
  return ctx.db
    .selectFrom('person as p')
    .where('p.status', '=', 'NORMAL')
    .where(sql<boolean>`(p.valid_end is null or p.valid_end >= ${diningDate}::date)`)
    .where(sql<boolean>`not ${stopped} and not ${barred}`)
    .where(sql<boolean>`${departmentWithin('p.organization_id', 'p.department_id', departmentIds) ?? sql`true`}`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('meal_report as r')
            .select('r.id')
            .whereRef('r.organization_id', '=', 'p.organization_id')
            .whereRef('r.person_id', '=', 'p.id')
            .where('r.dining_date', '=', diningDate)
            .where('r.meal_period_id', '=', mealPeriodId),
        ),
      ),
    )
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`])
    .select([
      'p.type_id as typeId',
      'p.department_id as departmentId',
      habitual.as('habitual'),
      away.as('away'),
      sql<number>`count(*)::int`.as('people'),
    ])
    .execute();
}
type SilentGroup = Awaited<ReturnType<typeof silent>>[number];

const anywhere = { departmentIds: [], restaurantIds: [] };

/** Who says nothing eats, by this rule. */
const byDefault = ({ mode }: MealRule, { habitual }: SilentGroup) =>
  mode === 'OPT_OUT' || (mode === 'CALENDAR' && habitual);

/**
 * Meals of these days that were closed: who eats by default is written down for them. It is done some minutes after the cut-off, and
 * until then nobody but the rule says so.
 */
export async function closedMeals(ctx: Ctx, days: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await ctx.db
    .selectFrom('meal_settlement')
    .where(sql<boolean>`dining_date = any(${days}::date[])`)
    .select(['dining_date', 'meal_period_id'])
    .execute();
  return new Set(rows.map((row) => `${row.dining_date}/${row.meal_period_id}`));
}

/** Those of them who eat by default, until the meal is closed; in some departments with all below, at some restaurants. */
export async function eatByDefault(
  ctx: Ctx,
  setting: MealSetting,
  mealPeriodId: number,
  diningDate: string,
  { departmentIds, restaurantIds }: { departmentIds: readonly number[]; restaurantIds: readonly number[] } = anywhere,
): Promise<number> {
  const silence = ({ mode, mealPeriodIds }: MealRule) =>
    (mode === 'OPT_OUT' || mode === 'CALENDAR') && mealPeriodIds.includes(mealPeriodId);
  if (!setting.rules.some(silence)) return 0;
  const groups = await silent(ctx, mealPeriodId, diningDate, departmentIds);
  const here = (rule: MealRule) => restaurantIds.length === 0 || restaurantIds.includes(rule.restaurantId);
  return groups
    .filter((group) => {
      const rule = group.away ? undefined : ruleFor(setting, group, mealPeriodId, diningDate);
      return rule !== undefined && here(rule) && byDefault(rule, group);
    })
    .reduce((total, { people }) => total + people, 0);
}

/** Departments that reported a number of people for the meal, with all below them. */
async function countedDepartments(ctx: Ctx, mealPeriodId: number, diningDate: string): Promise<Set<number>> {
  const rows = await ctx.db
    .selectFrom('department as d')
    .innerJoin('meal_count as c', (on) =>
      on
        .onRef('c.organization_id', '=', 'd.organization_id')
        .on(sql<boolean>`(c.department_id = d.id or c.department_id = any(d.above))`),
    )
    .where('c.dining_date', '=', diningDate)
    .where('c.meal_period_id', '=', mealPeriodId)
    .where('c.status', '=', 'REPORTED')
    .select('d.id')
    .distinct()
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** The silent of a meal by department, as the kitchen asks: of those whose rule sends them to its restaurant. */
export async function silentDepartments(
  ctx: Ctx,
  { date, mealPeriodId, restaurantId }: { date: string; mealPeriodId: number; restaurantId: number },
): Promise<SilentDepartment[]> {
  const nowMs = ctx.clock.now();
  const setting = await mealSetting(sqlOf(ctx.db), ownOrganization(ctx), nowMs);
  const meal = setting.meals.get(mealPeriodId);
  const here = (rule: MealRule) => rule.restaurantId === restaurantId && rule.mealPeriodIds.includes(mealPeriodId);
  if (!meal || !setting.rules.some(here)) return [];
  const closed = (await closedMeals(ctx, [date])).has(`${date}/${mealPeriodId}`);
  const open = !closed && nowMs < instantOf(date, meal.endTime);
  const counted = await countedDepartments(ctx, mealPeriodId, date);
  const found = new Map<number, SilentDepartment>();
  for (const group of await silent(ctx, mealPeriodId, date)) {
    const rule = ruleFor(setting, group, mealPeriodId, date);
    if (!rule || !here(rule)) continue;
    const departmentId = group.departmentId ?? 0;
    const line = found.get(departmentId) ?? { departmentId, byDefault: 0, away: 0, unreported: 0 };
    if (group.away) line.away += group.people;
    else if (byDefault(rule, group)) line[open ? 'byDefault' : 'unreported'] += group.people;
    // By fixed weekdays somebody without one of this day is not waited for.
    else if (rule.mode !== 'CALENDAR' && !counted.has(departmentId)) line.unreported += group.people;
    found.set(departmentId, line);
  }
  return [...found.values()];
}
