/** How many were to eat: everybody whose type reports a meal of a day by the rules of that day, whether they did or not. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { ruleFor } from '../rules/setting.ts';
import { pastSettings } from '../settle/past-settings.ts';
import type { Asked } from './asked.ts';

/** Most days that are looked at; a longer time has no such figure. */
export const mostExpectedDays = 366;

interface Group {
  departmentId: number;
  typeId: number;
  /** First and last day they could eat; null has no end. */
  since: string;
  until: string | null;
  people: number;
}

export interface Expected {
  /** Meals to be eaten by people of the department, each person and meal once. */
  of(departmentId: number): number;
  /** Whether people of this type and department (0: of none) report the meal of that day. */
  reports(eater: Pick<Group, 'typeId' | 'departmentId'>, mealPeriodId: number, date: string): boolean;
}

/** Of what a person `p` was (`w`): until when they ate here last. Who is suspended or closed now was to eat before that. */
const lastNormal = sql<boolean>`w.until = (select max(l.until) from past_row l where l.organization_id = p.organization_id
  and l.table_name = 'person' and l.row_id = p.id and l.content ->> 'status' = 'NORMAL')`;

async function groupsOf(ctx: Ctx): Promise<Group[]> {
  return ctx.db
    .selectFrom('person as p')
    .leftJoin('past_row as w', (on) =>
      on
        .onRef('w.organization_id', '=', 'p.organization_id')
        .on('w.table_name', '=', 'person')
        .onRef('w.row_id', '=', 'p.id')
        .on('p.status', '<>', 'NORMAL')
        .on(lastNormal),
    )
    .where(sql<boolean>`(p.status = 'NORMAL' or w.until is not null)`)
    .groupBy([sql`1`, sql`2`, sql`3`, sql`4`])
    .select([
      sql<number>`coalesce(p.department_id, 0)`.as('departmentId'),
      'p.type_id as typeId',
      sql<string>`(p.created_at at time zone 'Asia/Shanghai')::date`.as('since'),
      sql<string | null>`least(p.valid_end, ((w.until at time zone 'Asia/Shanghai')::date - 1))`.as('until'),
      sql<number>`count(*)::int`.as('people'),
    ])
    .execute();
}

/** Undefined for a time without both ends, or a longer one than is looked at. Days to come do not count. */
export async function expectedOf(ctx: Ctx, asked: Asked): Promise<Expected | undefined> {
  const { from, to } = asked;
  if (!from || !to || addDays(from, mostExpectedDays) < to) return undefined;
  const nowMs = ctx.clock.now();
  const today = businessDay(nowMs);
  const last = to < today ? to : today;
  const db = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const settings = await pastSettings(db, organizationId, nowMs, Date.parse(`${addDays(from, -31)}T00:00:00+08:00`));
  const groups = await groupsOf(ctx);
  const { rows: barred } = await db.query<{ key: string }>(
    `select type_id || '/' || meal_period_id as key from person_type_meal where organization_id = $1 and not allowed`,
    [organizationId],
  );
  const kept = new Set(barred.map((row) => row.key));
  const { rows: meals } = await db.query<{ id: number }>('select id from meal_period where organization_id = $1', [
    organizationId,
  ]);
  const wanted = meals
    .map((meal) => meal.id)
    .filter((id) => asked.mealPeriodIds.length === 0 || asked.mealPeriodIds.includes(id));
  const reported = new Map<string, boolean>();
  const known = ({ typeId, departmentId }: Pick<Group, 'typeId' | 'departmentId'>, meal: number, date: string) =>
    `${typeId}/${departmentId}/${meal}/${date}`;
  const perDepartment = new Map<number, number>();
  for (let date = from; date <= last; date = addDays(date, 1)) {
    for (const mealPeriodId of wanted) {
      const setting = await settings.settingOf(mealPeriodId, date);
      if (!setting.meals.has(mealPeriodId)) continue;
      for (const group of groups) {
        const { departmentId, typeId, since, until, people } = group;
        const key = known(group, mealPeriodId, date);
        if (!reported.has(key)) {
          const eater = { typeId, departmentId: departmentId || null };
          const rule = kept.has(`${typeId}/${mealPeriodId}`) ? undefined : ruleFor(setting, eater, mealPeriodId, date);
          reported.set(key, rule !== undefined);
        }
        if (since <= date && (until === null || until >= date) && reported.get(key))
          perDepartment.set(departmentId, (perDepartment.get(departmentId) ?? 0) + people);
      }
    }
  }
  return {
    of: (departmentId) => perDepartment.get(departmentId) ?? 0,
    reports: (eater, mealPeriodId, date) => reported.get(known(eater, mealPeriodId, date)) ?? false,
  };
}
