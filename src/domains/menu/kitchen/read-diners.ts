/** Who eats a meal: by department what was reported, ordered and left unsaid, portions by dish, who must be careful. */
import { sql } from 'kysely';
import { labelIn } from '../../../kit/define/states.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { allergens } from '../../people/public.ts';
import { portionState, standingLine } from '../sales/portion-sql.ts';
import type { CookedMeal } from '../services.ts';
import type { DepartmentKey } from './changes.ts';

export type DepartmentLine = { departmentId: number; name: string } & Record<DepartmentKey, number>;

/** Portions that are to be made, or were. */
const standing = sql<boolean>`${portionState} in ('WAITING', 'PICKED', 'LEFT')`;

/** Rows of a table that are of the meal. */
const ofMeal = (table: string, { date, restaurantId, mealPeriodId }: CookedMeal) =>
  sql<boolean>`${sql.ref(`${table}.dining_date`)} = ${date}::date and ${sql.ref(`${table}.restaurant_id`)} = ${restaurantId}
    and ${sql.ref(`${table}.meal_period_id`)} = ${mealPeriodId}`;

/** Portions ordered by dish of the menu; null is a portion without a dish. */
export async function orderedOf(ctx: Ctx, meal: CookedMeal) {
  return ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .where(ofMeal('x', meal))
    .where(standing)
    .groupBy('x.menu_item_id')
    .select([
      'x.menu_item_id as itemId',
      sql<number>`sum(x.qty)::int`.as('qty'),
      sql<number>`coalesce(sum(x.qty) filter (where o.pickup = 'DELIVERY'), 0)::int`.as('delivered'),
      sql<string>`coalesce(left(string_agg(distinct nullif(o.remark, ''), '；'), 200), '')`.as('remarks'),
    ])
    .execute();
}

type Counts = Partial<Record<DepartmentKey, number>> & { departmentId: number };

const none: Record<DepartmentKey, number> = {
  reported: 0,
  late: 0,
  byDefault: 0,
  counted: 0,
  ordered: 0,
  guests: 0,
  cancelled: 0,
  away: 0,
  unreported: 0,
};

async function toldByDepartment(ctx: Ctx, meal: CookedMeal): Promise<Counts[]> {
  const reports = await ctx.db
    .selectFrom('meal_report as r')
    .where(ofMeal('r', meal))
    .groupBy(sql`1`)
    .select([
      sql<number>`coalesce(r.department_id, 0)`.as('departmentId'),
      sql<number>`coalesce(sum(r.portions) filter (where r.status = 'REPORTED'), 0)::int`.as('reported'),
      sql<number>`coalesce(sum(r.portions) filter (where r.status = 'REPORTED' and r.late), 0)::int`.as('late'),
      sql<number>`count(*) filter (where r.status = 'CANCELLED')::int`.as('cancelled'),
    ])
    .execute();
  const counts = await ctx.db
    .selectFrom('meal_count as c')
    .where(ofMeal('c', meal))
    .where('c.status', '=', 'REPORTED')
    .groupBy('c.department_id')
    .select(['c.department_id as departmentId', sql<number>`sum(c.portions)::int`.as('counted')])
    .execute();
  const orders = await ctx.db
    .selectFrom('meal_order_item as x')
    .innerJoin('meal_order as o', standingLine)
    .where(ofMeal('x', meal))
    .where(standing)
    .groupBy(sql`1`)
    .select([sql<number>`coalesce(o.department_id, 0)`.as('departmentId'), sql<number>`sum(x.qty)::int`.as('ordered')])
    .execute();
  const guests = await ctx.db
    .selectFrom('guest_meal as g')
    .where(ofMeal('g', meal))
    .where('g.status', 'in', ['APPROVED', 'SERVED', 'CHARGED'])
    .groupBy('g.department_id')
    .select(['g.department_id as departmentId', sql<number>`sum(g.heads)::int`.as('guests')])
    .execute();
  return [...reports, ...counts, ...orders, ...guests];
}

/** What each department said of the meal, and how many of it said nothing; in the order departments are listed in. */
export async function departmentsOf(ctx: Ctx, meal: CookedMeal): Promise<DepartmentLine[]> {
  const silent = (await ctx.services.silentDepartments?.(ctx, meal)) ?? [];
  const found = new Map<number, Record<DepartmentKey, number>>();
  for (const { departmentId, ...counts } of [...(await toldByDepartment(ctx, meal)), ...silent] as Counts[]) {
    const line = found.get(departmentId) ?? { ...none };
    for (const [key, value] of Object.entries(counts) as [DepartmentKey, number][]) line[key] += value;
    found.set(departmentId, line);
  }
  const names = await ctx.db
    .selectFrom('department')
    .where('id', 'in', [0, ...found.keys()])
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'name'])
    .execute();
  const known = [...names, { id: 0, name: '未分部门' }];
  return known.flatMap(({ id, name }) => {
    const line = found.get(id);
    return line && Object.values(line).some((value) => value !== 0) ? [{ departmentId: id, name, ...line }] : [];
  });
}

const dinersOf = (ctx: Ctx, meal: CookedMeal) =>
  ctx.db
    .selectFrom('meal_report as r')
    .where(ofMeal('r', meal))
    .where('r.status', '=', 'REPORTED')
    .select('r.person_id')
    .union(ctx.db.selectFrom('meal_order as o').where(ofMeal('o', meal)).where(standing).select('o.person_id'));

/** Diners of the meal who must not eat something, by what it is. */
export async function carefulOf(ctx: Ctx, meal: CookedMeal) {
  const rows = await ctx.db
    .selectFrom('person as p')
    .innerJoin(sql<{ kind: string }>`lateral unnest(p.allergens)`.as<'a'>(sql`a (kind)`), (on) => on.onTrue())
    .where('p.id', 'in', dinersOf(ctx, meal))
    .groupBy('a.kind')
    .orderBy('a.kind')
    .select(['a.kind as allergen', sql<number>`count(*)::int`.as('people')])
    .execute();
  return rows.map((row) => ({ ...row, label: labelIn(allergens, row.allergen) }));
}

export interface CarefulDiner {
  id: number;
  name: string;
  jobNumber: string;
  department: string;
  allergens: string[];
}

/** Those diners by name: whoever reads it says why, and that is logged. */
export async function carefulDiners(ctx: Ctx, meal: CookedMeal): Promise<CarefulDiner[]> {
  return ctx.db
    .selectFrom('person as p')
    .leftJoin('department as d', (on) =>
      on.onRef('d.organization_id', '=', 'p.organization_id').onRef('d.id', '=', 'p.department_id'),
    )
    .where('p.id', 'in', dinersOf(ctx, meal))
    .where(sql<boolean>`p.allergens <> '{}'`)
    .orderBy('d.name')
    .orderBy('p.job_number')
    .select([
      'p.id',
      'p.name',
      sql<string>`coalesce(p.job_number, '')`.as('jobNumber'),
      sql<string>`coalesce(d.name, '')`.as('department'),
      'p.allergens',
    ])
    .execute();
}

const rangeOf = ({ low, high }: { low: number | null; high: number | null }) =>
  low === null || high === null ? '' : `（${low}–${high}）`;

export interface KitchenForecast {
  /** In words; empty where nothing was foretold. */
  forecast: string;
  /** What it stands on beside habit. */
  forecastNote: string;
}

/**
 * What was foretold of the restaurant's meal, else of the unit's. A restaurant has a part of the unit's forecast, and of the range
 * that one was off by: the same share either way.
 */
export async function forecastOf(ctx: Ctx, { date, mealPeriodId, restaurantId }: CookedMeal): Promise<KitchenForecast> {
  const own = await ctx.db
    .selectFrom('meal_forecast_place as f')
    .leftJoin('meal_forecast as u', (on) =>
      on
        .onRef('u.organization_id', '=', 'f.organization_id')
        .onRef('u.dining_date', '=', 'f.dining_date')
        .onRef('u.meal_period_id', '=', 'f.meal_period_id'),
    )
    .where('f.dining_date', '=', date)
    .where('f.meal_period_id', '=', mealPeriodId)
    .where('f.restaurant_id', '=', restaurantId)
    .select([
      sql<number>`case f.told when 'NAIVE' then f.naive else f.portions end`.as('portions'),
      ...(['low', 'high'] as const).map((key) =>
        sql<
          number | null
        >`(case when u.told = 'NONE' or f.told = 'NAIVE' then null else round(${sql.ref(`u.${key}`)}::numeric
          * f.portions / nullif(case u.told when 'NAIVE' then u.naive else u.portions end, 0))::int end)`.as(key),
      ),
      sql<string>`coalesce(u.note, '')`.as('note'),
    ])
    .executeTakeFirst();
  if (own) return { forecast: `${own.portions} 份${rangeOf(own)}`, forecastNote: own.note };
  const none = { forecast: '', forecastNote: '' };
  if (ctx.scope.restaurants !== 'ALL') return none;
  const row = await ctx.db
    .selectFrom('meal_forecast as f')
    .where('f.dining_date', '=', date)
    .where('f.meal_period_id', '=', mealPeriodId)
    .where('f.told', '<>', 'NONE')
    .select([
      sql<number>`case f.told when 'NAIVE' then f.naive else f.portions end + f.guests`.as('portions'),
      sql<number | null>`f.low + f.guests`.as('low'),
      sql<number | null>`f.high + f.guests`.as('high'),
      'f.note',
    ])
    .executeTakeFirst();
  if (!row) return none;
  return { forecast: `${row.portions} 份${rangeOf(row)}`, forecastNote: row.note };
}
