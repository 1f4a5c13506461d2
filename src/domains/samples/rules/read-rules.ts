/** The unit's rules as they hold at an instant, with its kind of canteen, meals and classes of dishes. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { asOf, asOfValues } from '../../../kit/server/query/as-of.ts';
import type { CanteenKind } from './canteen-kinds.ts';
import { kindOfUnit } from './canteen-kinds.ts';
import type { DishType, SampleRule } from './need-sample.ts';

export interface Ruling {
  kind: CanteenKind;
  /** The unit said its kind itself. */
  kindSaid: boolean;
  rules: SampleRule[];
  types: ReadonlyMap<number, DishType & { name: string }>;
  meals: ReadonlyMap<number, { name: string; startTime: string }>;
}

/** Rules as of `thenMs`, of now when it is left out; planned ones count from their day. */
export async function readRuling(sql: Sql, organizationId: number, nowMs: number, thenMs?: number): Promise<Ruling> {
  const rules = await sql.query<SampleRule>(
    `select id, meal_period_id as "mealPeriodId", dish_type_id as "dishTypeId", needs, min_grams as "minGrams",
       retain_hours as "retainHours", before_minutes as "beforeMinutes", after_minutes as "afterMinutes",
       temp_min as "tempMin", temp_max as "tempMax"
     from ${asOf('sample_rule')} r where r.status = 'NORMAL' order by id`,
    [organizationId, ...asOfValues(nowMs, thenMs)],
  );
  const unit = await sql.query<{ said: CanteenKind | null; kind: string }>(
    `select s.canteen_kind as said, o.kind from organization o
     left join safety_setting s on s.organization_id = o.id where o.id = $1`,
    [organizationId],
  );
  const types = await sql.query<DishType & { name: string }>(
    'select id, parent_id as "parentId", risk, name from food_type /* wall: the platform\'s own list */',
  );
  const meals = await sql.query<{ id: number; name: string; startTime: string }>(
    'select id, name, start_time as "startTime" from meal_period where organization_id = $1',
    [organizationId],
  );
  const { said, kind } = unit.rows[0]!;
  return {
    kind: said ?? kindOfUnit(kind),
    kindSaid: said !== null,
    rules: rules.rows,
    types: new Map(types.rows.map((type) => [type.id, type])),
    meals: new Map(meals.rows.map((meal) => [meal.id, meal])),
  };
}
