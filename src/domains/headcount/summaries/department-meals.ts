/** Diners per department and meal, with how many were to come: the rows of 部门就餐汇总. */
import { sql } from 'kysely';
import { basisPoints } from '../../../kit/define/fen.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow, Search } from '../../../kit/server/page/binding.ts';
import { departmentsAtLevel } from '../../people/public.server.ts';
import { type Asked, askedOf, within } from './asked.ts';
import { expectedOf } from './expected.ts';

/** Meals that have a column of their own, by their fixed names. */
const columns: Readonly<Record<string, MealColumn>> = {
  早餐: 'breakfast',
  午餐: 'lunch',
  晚餐: 'dinner',
  夜宵: 'night',
};
export type MealColumn = 'breakfast' | 'lunch' | 'dinner' | 'night' | 'other';

interface Line {
  departmentId: number;
  typeId: number;
  mealPeriodId: number;
  day: string;
  heads: number;
}

function lines(ctx: Ctx, asked: Asked): Promise<Line[]> {
  return ctx.db
    .selectFrom('trade as t')
    .where('t.meal_period_id', '<>', 0)
    .where(sql<boolean>`(t.heads <> 0 or t.restaurant_heads <> 0)`)
    .where(within(asked, { table: 't', day: sql.ref('t.business_date') }))
    .groupBy(['t.department_id', 't.person_type_id', 't.meal_period_id', 't.business_date'])
    .select([
      't.department_id as departmentId',
      't.person_type_id as typeId',
      't.meal_period_id as mealPeriodId',
      't.business_date as day',
      sql<number>`sum(${sql.ref(asked.perRestaurant ? 't.restaurant_heads' : 't.heads')})::bigint`.as('heads'),
    ])
    .execute();
}

/** People departments reported without names, by the department that said so. */
function countsOf(ctx: Ctx, asked: Asked) {
  return ctx.db
    .selectFrom('meal_count as c')
    .where('c.status', '=', 'REPORTED')
    .where(within(asked, { table: 'c' }))
    .groupBy('c.department_id')
    .select(['c.department_id as departmentId', sql<number>`sum(c.portions)::bigint`.as('portions')])
    .execute();
}

interface DepartmentMeals extends ReportRow {
  groupName: string;
  departmentIds: number[];
  meals: Record<MealColumn, number[]>;
  breakfast: number;
  lunch: number;
  dinner: number;
  night: number;
  other: number;
  expected: number | null;
  countedPortions: number;
  reportedHeads: number;
  rate: number | null;
}

/** Rows by department, or by its ancestor of the level asked for; those nobody ate in and nobody was to are left out. */
export async function departmentMeals(ctx: Ctx, search: Search): Promise<ReportRow[]> {
  const asked = askedOf(ctx, search, 'businessDate');
  const found = await lines(ctx, asked);
  const expected = await expectedOf(ctx, asked);
  const { target, nameOf } = await departmentsAtLevel(ctx, search.level);
  const periods = await ctx.db.selectFrom('meal_period').select(['id', 'name']).execute();
  const columnOf = new Map(periods.map(({ id, name }) => [id, columns[name] ?? 'other'] as const));
  const meals: Record<MealColumn, number[]> = { breakfast: [], lunch: [], dinner: [], night: [], other: [] };
  for (const [id, column] of columnOf) meals[column].push(id);
  const rows = new Map<number, { -readonly [K in keyof DepartmentMeals]: DepartmentMeals[K] }>();
  const at = (departmentId: number) => {
    const id = target(departmentId);
    const row = rows.get(id) ?? {
      id: id || -1,
      groupName: nameOf(id) ?? '未分部门',
      departmentIds: [],
      meals,
      breakfast: 0,
      lunch: 0,
      dinner: 0,
      night: 0,
      other: 0,
      expected: expected ? 0 : null,
      countedPortions: 0,
      reportedHeads: 0,
      rate: null,
    };
    rows.set(id, row);
    if (!row.departmentIds.includes(departmentId)) row.departmentIds.push(departmentId);
    return row;
  };
  for (const { departmentId, typeId, mealPeriodId, day, heads } of found) {
    const row = at(departmentId);
    row[columnOf.get(mealPeriodId) ?? 'other'] += heads;
    if (expected?.reports({ typeId, departmentId }, mealPeriodId, day)) row.reportedHeads += heads;
  }
  for (const { departmentId, portions } of await countsOf(ctx, asked)) at(departmentId).countedPortions += portions;
  const departments = await ctx.db.selectFrom('department').select('id').execute();
  for (const departmentId of expected ? [0, ...departments.map((one) => one.id)] : []) {
    const count = expected!.of(departmentId);
    if (count === 0) continue;
    const row = at(departmentId);
    row.expected = (row.expected ?? 0) + count;
  }
  return [...rows.values()].map((row) => ({
    ...row,
    rate: row.expected ? basisPoints(row.reportedHeads, row.expected) : null,
  }));
}

/** Diners within meals as the totals by place have them; undefined where a part of the people is asked for. */
export async function headsByPlace(ctx: Ctx, search: Search): Promise<number | undefined> {
  const asked = askedOf(ctx, search, 'businessDate');
  const { heads } = await ctx.db
    .selectFrom('consumed_by_place as u')
    .where('u.meal_period_id', '<>', 0)
    .where(within({ ...asked, departmentIds: [] }, { table: 'u', day: sql.ref('u.business_date') }))
    .select(sql<number>`coalesce(sum(u.heads), 0)::bigint`.as('heads'))
    .executeTakeFirstOrThrow();
  return heads;
}
