/** What last month's meals would have cost under a changed price, beside what they did. */
import { type Foreseen, type ForeseenPart, partsOf } from '../../../kit/define/versions.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { monthBefore } from '../../../kit/server/versions/from-day.ts';
import { dayKind } from './day-kind.ts';
import { type DayKind, type FixedRule, nthPriceFen, type PriceCase, ruleFor } from './price.ts';

/** Meals of one day that one price is for. */
export interface MealsTaken {
  date: string;
  mealId: number;
  mealName: string;
  typeId: number;
  typeName: string;
  restaurantId: number;
  deploySiteId: number;
  nth: number;
  count: number;
  /** What was charged for them. */
  fen: number;
}

const caseOf = (taken: MealsTaken, kind: DayKind): PriceCase => ({
  meal: { id: taken.mealId, name: taken.mealName, startTime: '', endTime: '', times: null },
  date: taken.date,
  dayKind: kind,
  typeId: taken.typeId,
  typeName: taken.typeName,
  deploySiteId: taken.deploySiteId,
  restaurantId: taken.restaurantId,
});

/**
 * The month's meals whose price comes from the changed rule, before or after the change; those of other rules stay as they
 * are. A meal that no rule prices any more costs nothing here and is counted in `unpriced`.
 */
export function foreseePrices(
  taken: readonly MealsTaken[],
  kindOf: (date: string) => DayKind,
  rules: readonly FixedRule[],
  changed: FixedRule,
): { touched: (MealsTaken & { wouldFen: number })[]; unpriced: number } {
  const after = [...rules.filter((rule) => rule.id !== changed.id), changed];
  let unpriced = 0;
  const touched = taken.flatMap((meals) => {
    const at = caseOf(meals, kindOf(meals.date));
    const now = ruleFor(after, at);
    if (now?.id !== changed.id && ruleFor(rules, at)?.id !== changed.id) return [];
    if (!now) unpriced += meals.count;
    return [{ ...meals, wouldFen: now ? nthPriceFen(now, meals.nth) * meals.count : 0 }];
  });
  return { touched, unpriced };
}

const taken = `select t.occurred_date as date, t.meal_period_id as "mealId", coalesce(m.name, '') as "mealName",
    t.person_type_id as "typeId", coalesce(y.name, '') as "typeName", t.restaurant_id as "restaurantId",
    t.deploy_site_id as "deploySiteId", greatest(t.nth, 1) as nth, count(*)::int as count, sum(t.amount_fen)::bigint as fen
  from trade_list t
  left join meal_period m on m.organization_id = t.organization_id and m.id = t.meal_period_id
  left join person_type y on y.organization_id = t.organization_id and y.id = t.person_type_id
  where t.organization_id = $1 and t.business_date between $2::date and $3::date and t.kind = 'CONSUME'
    and t.mode = 'FIXED' and t.status <> 'CORRECTED'
  group by 1, 2, 3, 4, 5, 6, 7, 8`;

/** `rule` as it would stand, with the number 0 where it is new. */
export async function foreseePrice(ctx: Ctx, rule: FixedRule & { enabled: boolean }): Promise<Foreseen> {
  const sql = sqlOf(ctx.db);
  const organizationId = ownOrganization(ctx);
  const [from, to] = monthBefore({ dayBegins: '04:00' }, ctx.clock.now());
  const meals = await sql.query<MealsTaken>(taken, [organizationId, from, to]);
  const rules = await sql.query<FixedRule>(
    `select id, meal_period_id as "mealPeriodId", type_id as "typeId", deploy_site_id as "deploySiteId",
       restaurant_id as "restaurantId", first_price_fen as "firstPriceFen", second_price_fen as "secondPriceFen",
       later_price_fen as "laterPriceFen", max_times as "maxTimes", date_type as "dateType",
       start_date as "startDate", end_date as "endDate", priority
     from fixed_value_rule where organization_id = $1 and status = 'NORMAL'`,
    [organizationId],
  );
  const days = await sql.query<{ day: string; kind: DayKind }>(
    'select day, kind from calendar_day where organization_id = $1 and day between $2::date and $3::date',
    [organizationId, from, to],
  );
  const calendar = new Map(days.rows.map(({ day, kind }) => [day, kind]));
  // Days of the future are taken for any: the question is what the price does.
  const { startDate, endDate, ...lasting } = rule;
  const ahead = startDate !== null && startDate > to;
  const changed = { ...lasting, startDate: ahead ? null : startDate, endDate: ahead ? null : endDate };
  const none = { ...changed, mealPeriodId: 0 };
  const { touched, unpriced } = foreseePrices(
    meals.rows,
    (date) => dayKind(date, calendar),
    rules.rows,
    rule.enabled ? changed : none,
  );
  const sum = (of: (meals: (typeof touched)[number]) => number) => touched.reduce((total, one) => total + of(one), 0);
  const parts = [...Map.groupBy(touched, (one) => `${one.mealId} ${one.typeId}`).values()].map(
    (group): ForeseenPart => {
      const { mealId, mealName, typeId, typeName } = group[0]!;
      const total = (of: (one: (typeof group)[number]) => number) => group.reduce((all, one) => all + of(one), 0);
      return {
        name: `${mealName} · ${typeName}`,
        count: total((one) => one.count),
        wasFen: total((one) => one.fen),
        wouldFen: total((one) => one.wouldFen),
        open: `/admin/organization/consume_detail?businessDate=${from},${to}&mealPeriodId=${mealId}&typeId=${typeId}&mode=FIXED&kind=CONSUME`,
      };
    },
  );
  return {
    period: from.slice(0, 7),
    totals: [
      { label: '涉及消费', was: sum((one) => one.count), would: sum((one) => one.count) - unpriced, unit: '笔' },
      { label: '扣款合计', was: sum((one) => one.fen), would: sum((one) => one.wouldFen), unit: 'fen' },
    ],
    partTitle: '餐次与类别',
    ...partsOf(parts),
    notes: [
      '按上月实际的定值消费试算，不含已全额纠错的；限额与余额不重新判断，也不记账。',
      ...(unpriced > 0 ? [`其中 ${unpriced} 笔改后没有可用的定值，刷卡会被拒绝。`] : []),
      ...(ahead ? ['开始日期在上月之后，试算时视为每天适用。'] : []),
    ],
  };
}
