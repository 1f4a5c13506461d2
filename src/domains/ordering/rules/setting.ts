/** What a unit says of ordering meals: who orders what at which restaurant, until when, and how it is paid. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { asOf, asOfValues } from '../../../kit/server/query/as-of.ts';
import { type DayKind, dayKind } from '../../consumption/public.server.ts';
import { type CutOff, cutOffAt } from '../../headcount/public.server.ts';
import type { OrderingRuleRow } from '../tables.ts';

/** Dishes of a class, or of the classes below it, that a set is chosen from. */
export interface ChooseGroup {
  typeId: number;
  name: string;
  count: number;
}

export interface OrderingRule {
  id: number;
  name: string;
  mode: OrderingRuleRow['mode'];
  restaurantId: number;
  mealPeriodIds: readonly number[];
  /** Empty: every type. */
  typeIds: readonly number[];
  dayKinds: readonly string[];
  pickups: readonly OrderingRuleRow['pickups'][number][];
  openDays: number;
  cutOff: CutOff;
  cancel: CutOff;
  oncePerMeal: boolean;
  maxPortions: number;
  /** Of one portion of a set or a plain meal. */
  priceFen: number | null;
  /** Dishes that make a set. */
  chooseCount: number | null;
  /** Of them how many of each class of dishes; none: any. */
  chooseGroups: readonly ChooseGroup[];
  payTime: OrderingRuleRow['pay_time'];
  missPercent: number;
  autoConfirmMin: number | null;
  allergy: OrderingRuleRow['allergy'];
  /** Minutes after the meal what nobody collected is settled, and around it its orders are handed out; null: as it is reported. */
  settleMinutes: number | null;
  slackMinutes: number | null;
}

export interface OrderMeal {
  id: number;
  name: string;
  startTime: string;
  endTime: string;
}

export interface OrderingSetting {
  meals: ReadonlyMap<number, OrderMeal>;
  rules: readonly OrderingRule[];
  calendar: ReadonlyMap<string, DayKind>;
}

interface RuleRow extends Omit<OrderingRule, 'cutOff' | 'cancel'> {
  cutDays: number;
  cutTime: string;
  cancelDays: number | null;
  cancelTime: string | null;
  byWorkdays: boolean;
}

const ruleOf = ({ cutDays, cutTime, cancelDays, cancelTime, byWorkdays, ...rule }: RuleRow): OrderingRule => ({
  ...rule,
  cutOff: { days: cutDays, time: cutTime, workdays: byWorkdays },
  cancel: { days: cancelDays ?? cutDays, time: cancelTime ?? cutTime, workdays: byWorkdays },
});

/** The setting now, or as it stood at `thenMs`. */
export async function orderingSetting(
  db: Sql,
  organizationId: number,
  nowMs: number,
  thenMs?: number,
): Promise<OrderingSetting> {
  const by = [organizationId, ...asOfValues(nowMs, thenMs)];
  const rules = await db.query<RuleRow>(
    `select r.id, r.name, r.mode, r.restaurant_id as "restaurantId", r.meal_period_ids as "mealPeriodIds",
       r.type_ids as "typeIds", r.day_kinds as "dayKinds", r.pickups, r.open_days as "openDays", r.cut_days as "cutDays",
       r.cut_time as "cutTime", r.cancel_days as "cancelDays", r.cancel_time as "cancelTime",
       r.by_workdays as "byWorkdays", r.once_per_meal as "oncePerMeal", r.max_portions as "maxPortions",
       r.price_fen as "priceFen", r.choose_count as "chooseCount",
       (select coalesce(jsonb_agg(jsonb_build_object('typeId', t.id, 'name', t.name, 'count', (g.line ->> 'count')::int)
          order by g.at), '[]') from jsonb_array_elements(r.choose_groups) with ordinality g (line, at)
        join food_type t on t.id = (g.line ->> 'typeId')::bigint) as "chooseGroups",
       r.pay_time as "payTime",
       r.miss_percent as "missPercent", r.auto_confirm_min as "autoConfirmMin", r.allergy,
       r.settle_minutes as "settleMinutes", r.slack_minutes as "slackMinutes"
     from ${asOf('ordering_rule')} r
     join restaurant s on s.organization_id = r.organization_id and s.id = r.restaurant_id and s.status = 'NORMAL'
     where r.status = 'NORMAL' order by r.id`,
    by,
  );
  const meals = await db.query<OrderMeal>(
    `select id, name, start_time as "startTime", end_time as "endTime" from ${asOf('meal_period')} m
     where status = 'NORMAL' order by start_time`,
    by,
  );
  const days = await db.query<{ day: string; kind: DayKind }>(`select day, kind from ${asOf('calendar_day')} d`, by);
  return {
    meals: new Map(meals.rows.map((row) => [row.id, row])),
    rules: rules.rows.map(ruleOf),
    calendar: new Map(days.rows.map((row) => [row.day, row.kind])),
  };
}

export interface OrderedMeal {
  restaurantId: number;
  mealPeriodId: number;
  diningDate: string;
}

/** The rule by which a type orders a meal of a day at a restaurant; undefined where it does not. */
export function orderRuleFor(
  { rules, calendar }: OrderingSetting,
  typeId: number,
  { restaurantId, mealPeriodId, diningDate }: OrderedMeal,
): OrderingRule | undefined {
  const kind = dayKind(diningDate, calendar);
  return rules.find(
    (rule) =>
      rule.restaurantId === restaurantId &&
      rule.mealPeriodIds.includes(mealPeriodId) &&
      (rule.typeIds.length === 0 || rule.typeIds.includes(typeId)) &&
      rule.dayKinds.includes(kind),
  );
}

const dayMs = 86_400_000;

/**
 * When orders of a day open, close and can no longer be taken back or changed; epoch ms. `areaTime` (`HH:mm`) closes
 * deliveries to an area earlier on the day of the cut-off, never later.
 */
export function orderInstants(
  { calendar }: OrderingSetting,
  rule: OrderingRule,
  diningDate: string,
  areaTime: string | null = null,
): { opensAt: number; closesAt: number; cancelAt: number } {
  const area = areaTime === null ? undefined : cutOffAt(diningDate, { ...rule.cutOff, time: areaTime }, calendar);
  const closesAt = cutOffAt(diningDate, rule.cutOff, calendar);
  return {
    opensAt: Date.parse(`${diningDate}T00:00:00+08:00`) - rule.openDays * dayMs,
    closesAt: Math.min(closesAt, area ?? closesAt),
    cancelAt: cutOffAt(diningDate, rule.cancel, calendar),
  };
}
