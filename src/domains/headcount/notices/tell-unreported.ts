/**
 * 2 hours and 30 minutes before a cut-off: people who report the meal as a rule and have not are told, and whoever sees to alerts
 * hears how many of which department. Each word once, however many nodes turn the clock.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Found } from '../../alerts/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { type Diner, dinersOf, judge } from '../reports/report-meals.ts';
import { instantsOf, isReported, type MealSetting, mealSetting, type ReportedMeal, ruleFor } from '../rules/setting.ts';
import type { MealOfDay } from '../settle/settle-meal.ts';
import { stageAt } from './notice-words.ts';
import { claimNotice, type NoticeOf, writeNotices } from './write-notices.ts';

/** Who reported the meal on one of so many days is expected to say something of it. */
export const habitDays = 14;
const aheadDays = 31;
const shownDepartments = 5;

/** People who reported the meal lately and have said nothing of this one, nor has their department. */
async function silentRegulars(db: Sql, { organizationId, diningDate, mealPeriodId }: MealOfDay): Promise<number[]> {
  const days = Array.from({ length: habitDays }, (_, i) => addDays(diningDate, -i - 1));
  const { rows } = await db.query<{ id: number }>(
    `select p.id from person p left join department d on d.organization_id = p.organization_id and d.id = p.department_id
     where p.organization_id = $1 and p.status = 'NORMAL'
       and exists (select from meal_report r where r.organization_id = $1 and r.dining_date = any($4::date[])
         and r.meal_period_id = $3 and r.person_id = p.id and r.status = 'REPORTED')
       and not exists (select from meal_report r where r.organization_id = $1 and r.dining_date = $2
         and r.meal_period_id = $3 and r.person_id = p.id)
       and not exists (select from meal_count c where c.organization_id = $1 and c.dining_date = $2 and c.meal_period_id = $3
         and c.status = 'REPORTED' and (c.department_id = d.id or c.department_id = any(d.above)))`,
    [organizationId, diningDate, mealPeriodId, days],
  );
  return rows.map((row) => row.id);
}

/** Of those the ones who could still be reported by somebody. */
async function missingOf(db: Sql, setting: MealSetting, meal: MealOfDay, nowMs: number): Promise<Diner[]> {
  const { organizationId, diningDate, mealPeriodId } = meal;
  const diners = await dinersOf(db, organizationId, await silentRegulars(db, meal));
  const cell = (personId: number) => ({ personId, diningDate, mealPeriodId });
  return [...diners.values()].filter((diner) => {
    const mode = ruleFor(setting, diner, mealPeriodId, diningDate)?.mode;
    const said = mode === 'OPT_IN' || mode === 'DEPT';
    return said && !('refused' in judge(setting, diner, cell(diner.id), { nowMs, source: 'MANUAL' }));
  });
}

/** 「一车间 3 人、二车间 2 人」, the most first. */
export async function byDepartment(
  db: Sql,
  organizationId: number,
  people: readonly { departmentId: number | null }[],
): Promise<string> {
  const groups = [...Map.groupBy(people, (one) => one.departmentId)].sort((a, b) => b[1].length - a[1].length);
  const { rows } = await db.query<{ id: number; name: string }>(
    'select id, name from department where organization_id = $1 and id = any($2::bigint[])',
    [organizationId, groups.map(([id]) => id)],
  );
  const nameOf = new Map(rows.map((row) => [row.id, row.name]));
  const shown = groups
    .slice(0, shownDepartments)
    .map(([id, of]) => `${nameOf.get(id ?? 0) ?? '未分部门'} ${of.length} 人`);
  return `${shown.join('、')}${groups.length > shownDepartments ? ' 等' : ''}`;
}

async function tellMeal(
  services: Services,
  setting: MealSetting,
  meal: ReportedMeal,
  { organizationId, diningDate }: MealOfDay,
): Promise<Found | undefined> {
  const nowMs = services.clock.now();
  const { closesAt } = instantsOf(setting, meal, diningDate);
  const stage = stageAt(closesAt, nowMs);
  if (!stage || !isReported(setting, meal.id, diningDate)) return undefined;
  const own = { organizationId, diningDate, mealPeriodId: meal.id };
  const missing = await missingOf(services.pool, setting, own, nowMs);
  if (missing.length === 0) return undefined;
  const closes = isoAt(closesAt).slice(11, 16);
  const named = `${diningDate.slice(5)} ${meal.name}`;
  const departments = await byDepartment(services.pool, organizationId, missing);
  const detail = `${named} ${closes} 截止，平时报餐的还有 ${missing.length} 人未报：${departments}`;
  const of: NoticeOf = { ...own, kind: 'UNREPORTED', stage, restaurantId: 0 };
  const theirs = missing.filter((diner) => ruleFor(setting, diner, meal.id, diningDate)?.mode === 'OPT_IN');
  await services.db.transaction().execute(async (trx) => {
    const db = sqlOf(trx);
    if (!(await claimNotice(db, services.ids, of, detail, nowMs))) return;
    const content = `${named} ${closes} 截止，您还没有报餐`;
    await writeNotices(
      db,
      services.ids,
      of,
      theirs.map(({ id }) => ({ personId: id, content })),
      nowMs,
    );
  });
  return {
    organizationId,
    alarm: {
      object: `report:${diningDate}:${meal.id}`,
      objectName: `${named}报餐`,
      at: closesAt - 120 * 60_000,
      level: stage === '30M' ? 'WARN' : 'INFO',
      detail,
      open: { path: '/admin/organization/manual_report_meal_v2' },
    },
  };
}

/** What one unit has to be told of now; the people are. */
export async function tellUnreported(services: Services, organizationId: number): Promise<Found[]> {
  const nowMs = services.clock.now();
  const setting = await mealSetting(services.pool, organizationId, nowMs);
  const today = businessDay(nowMs);
  const found: Found[] = [];
  for (const meal of setting.meals.values())
    for (let ahead = 0; ahead <= aheadDays; ahead += 1) {
      const own = { organizationId, diningDate: addDays(today, ahead), mealPeriodId: meal.id };
      const one = await tellMeal(services, setting, meal, own);
      if (one) found.push(one);
    }
  return found;
}
