/** What last month's fixed-value meals would have cost under a rule's changed prices, beside what they did. Reads only. */
import type { ForeseenFigure } from '../../../kit/define/versions.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { standsSql } from '../summaries/report-figures.ts';
import { type MealRule, type MealSetting, ruleFor } from './setting.ts';

interface Eaten {
  typeId: number;
  departmentId: number | null;
  diningDate: string;
  mealPeriodId: number;
  restaurantId: number;
  /** Reported for this restaurant. */
  reported: boolean;
  /** As it was booked; empty: by the fixed prices alone. */
  attendance: string;
  count: number;
  fen: number;
}

/** First times at a meal: the second and later ones go by the fixed prices where those name them. */
const eatenText = `
  select t.person_type_id as "typeId", nullif(t.department_id, 0) as "departmentId", t.occurred_date as "diningDate",
    t.meal_period_id as "mealPeriodId", t.restaurant_id as "restaurantId", r.person_id is not null as reported, t.attendance,
    count(*)::int as count, sum(t.amount_fen)::bigint as fen
  from trade t
  left join posting_reversed v on v.organization_id = t.organization_id and v.posting_id = t.id
  left join meal_report r on r.organization_id = t.organization_id and r.dining_date = t.occurred_date
    and r.meal_period_id = t.meal_period_id and r.person_id = t.person_id and r.status = 'REPORTED'
    and r.restaurant_id = t.restaurant_id
  where t.organization_id = $1 and t.business_date between $2 and $3 and t.kind = 'CONSUME' and t.mode = 'FIXED'
    and t.person_id <> 0 and t.nth = 1 and t.restaurant_id = any($4::bigint[]) and t.meal_period_id = any($5::bigint[])
    and ${standsSql}
  group by 1, 2, 3, 4, 5, 6, 7`;

const priceOf = (rule: MealRule | undefined, reported: boolean) => (reported ? rule?.reportedFen : rule?.walkInFen);
const samePrices = (a: MealRule | undefined, b: MealRule | undefined) =>
  (a?.reportedFen ?? null) === (b?.reportedFen ?? null) &&
  (a?.walkInFen ?? null) === (b?.walkInFen ?? null) &&
  (a?.walkIn ?? true) === (b?.walkIn ?? true);

interface Months {
  organizationId: number;
  from: string;
  to: string;
  /** The rule as it is; undefined where it is new or out of use. */
  before: MealRule | undefined;
  /** As it would be; undefined where it would be out of use. */
  draft: MealRule | undefined;
  present: MealSetting;
  /** With the draft in it. */
  setting: MealSetting;
}

/** The rule, where it is the one that speaks of the meal. */
function spokenBy(rule: MealRule | undefined, setting: MealSetting, one: Eaten): MealRule | undefined {
  const found = rule && ruleFor(setting, one, one.mealPeriodId, one.diningDate);
  return found?.id === rule?.id && found?.restaurantId === one.restaurantId ? found : undefined;
}

/** Nothing where the prices at the till stay what they are. */
export async function foreseePrices(
  db: Sql,
  { organizationId, from, to, before, draft, present, setting }: Months,
): Promise<{ totals: ForeseenFigure[]; notes: string[] }> {
  if (samePrices(before, draft)) return { totals: [], notes: [] };
  const rules = [before, draft].filter((rule) => rule !== undefined);
  const { rows } = await db.query<Eaten>(eatenText, [
    organizationId,
    from,
    to,
    rules.map((rule) => rule.restaurantId),
    rules.flatMap((rule) => rule.mealPeriodIds),
  ]);
  const sums = { walkIns: 0, wouldWalkIn: 0, fen: 0, wouldFen: 0, unknown: 0 };
  for (const one of rows) {
    const was = spokenBy(before, present, one);
    const rule = spokenBy(draft, setting, one);
    // Others of the restaurant go by other rules, or by none.
    if (!was && !rule) continue;
    const away = rule !== undefined && !one.reported && !rule.walkIn;
    sums.fen += one.fen;
    if (!one.reported) sums.walkIns += one.count;
    if (away) continue;
    if (!one.reported) sums.wouldWalkIn += one.count;
    const priceFen = priceOf(rule, one.reported) ?? null;
    // What was booked by a price of the rule tells nothing of the fixed one it would fall back to.
    const byRule = one.attendance !== '' && (priceOf(was, one.reported) ?? null) !== null;
    if (priceFen === null && byRule) sums.unknown += one.count;
    sums.wouldFen += priceFen === null ? one.fen : priceFen * one.count;
  }
  return {
    totals: [
      { label: '未报餐就餐', was: sums.walkIns, would: sums.wouldWalkIn, unit: '份' },
      { label: '定值就餐收款', was: sums.fen, would: sums.wouldFen, unit: 'fen' },
    ],
    notes: [
      '就餐价按上月在就餐餐厅定值消费、没有撤销的第一次就餐试算，报没报按当时的报餐记录；不让未报餐就餐的，那些笔当作没有消费。',
      ...(sums.unknown > 0 ? [`${sums.unknown} 份改回按定值，定值多少不在试算内，仍按原来收的计。`] : []),
    ],
  };
}
