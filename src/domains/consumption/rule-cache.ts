/** An organization's prices, meals, types and sites, held in the process for a few seconds so that a swipe reads none of them. */
import type { Pool } from 'pg';
import type { Clock } from '../../kit/server/clock.ts';
import { balanceLimits } from '../funding/limits.ts';
import { type MealReach, mealReachOf } from '../people/meal-reach.ts';
import { type SubsidyUse, subsidyUseOf } from '../subsidy/use-limits.ts';
import type { MealTimes } from './meal-at.ts';
import type { DayKind, FixedRule, TypeLimits } from './price.ts';
import { type ConsumptionSetting, settingOf } from './settings.ts';

export interface OrganizationRules {
  meals: readonly (MealTimes & { times: number | null })[];
  types: ReadonlyMap<number, { name: string; limits: TypeLimits }>;
  rules: readonly FixedRule[];
  sites: ReadonlyMap<number, SiteRule>;
  calendar: ReadonlyMap<string, DayKind>;
  setting: ConsumptionSetting;
  /** Where and in which meals person types may eat. */
  reach: MealReach;
  /** Where and in which meals subsidies may be spent. */
  subsidyUse: SubsidyUse;
}

export interface SiteRule {
  name: string;
  /** 0 where the site belongs to none. */
  restaurantId: number;
  restaurantName: string;
  active: boolean;
  /** Meals the restaurant serves; empty means all. */
  mealPeriodIds: readonly number[];
}

/** A changed price reaches every node within this time. */
const heldMs = 3_000;

interface TypeRow {
  id: number;
  name: string;
  single: number | null;
  day_fen: number | null;
  day_count: number | null;
}

async function load(pool: Pool, organizationId: number): Promise<OrganizationRules> {
  const by = [organizationId];
  const [meals, types, rules, sites, days, setting, reach, subsidyUse, balances] = await Promise.all([
    pool.query<MealTimes & { times: number | null }>({
      name: 'rules-meals',
      text: `select id, name, start_time as "startTime", end_time as "endTime", times from meal_period
             where organization_id = $1 and status = 'NORMAL' order by start_time`,
      values: by,
    }),
    pool.query<TypeRow>({
      name: 'rules-types',
      text: `select id, name, single_limit_fen as single, day_limit_amount_fen as day_fen, day_limit_count as day_count
             from person_type where organization_id = $1`,
      values: by,
    }),
    pool.query<FixedRule>({
      name: 'rules-fixed',
      text: `select id, meal_period_id as "mealPeriodId", type_id as "typeId", deploy_site_id as "deploySiteId",
                    restaurant_id as "restaurantId", first_price_fen as "firstPriceFen", second_price_fen as "secondPriceFen",
                    later_price_fen as "laterPriceFen", max_times as "maxTimes", date_type as "dateType",
                    start_date as "startDate", end_date as "endDate", priority
             from fixed_value_rule where organization_id = $1 and status = 'NORMAL'`,
      values: by,
    }),
    pool.query<SiteRule & { id: number }>({
      name: 'rules-sites',
      text: `select s.id, s.name, coalesce(s.restaurant_id, 0) as "restaurantId", coalesce(r.name, '') as "restaurantName",
                    s.status = 'NORMAL' and coalesce(r.status, 'NORMAL') = 'NORMAL' as active,
                    coalesce(r.meal_period_ids, '{}') as "mealPeriodIds"
             from deploy_site s left join restaurant r on r.organization_id = s.organization_id and r.id = s.restaurant_id
             where s.organization_id = $1`,
      values: by,
    }),
    pool.query<{ day: string; kind: DayKind }>({
      name: 'rules-days',
      text: 'select day, kind from calendar_day where organization_id = $1',
      values: by,
    }),
    settingOf(pool, organizationId),
    mealReachOf(pool, organizationId),
    subsidyUseOf(pool, organizationId),
    balanceLimits(pool, organizationId),
  ]);
  return {
    meals: meals.rows,
    types: new Map(
      types.rows.map((t) => [
        t.id,
        {
          name: t.name,
          limits: {
            singleLimitFen: t.single,
            dayLimitFen: t.day_fen,
            dayLimitCount: t.day_count,
            minBalanceFen: balances.get(t.id)?.minBalanceFen ?? null,
          },
        },
      ]),
    ),
    rules: rules.rows,
    sites: new Map(sites.rows.map((s) => [s.id, s])),
    calendar: new Map(days.rows.map((d) => [d.day, d.kind])),
    setting,
    reach,
    subsidyUse,
  };
}

export type RuleSource = (organizationId: number) => Promise<OrganizationRules>;

/** Rules by organization; concurrent callers share one read. */
export function ruleCache(pool: Pool, clock: Clock): RuleSource {
  const held = new Map<number, { at: number; rules: Promise<OrganizationRules> }>();
  return (organizationId) => {
    const found = held.get(organizationId);
    if (found && clock.now() - found.at < heldMs) return found.rules;
    const rules = load(pool, organizationId);
    held.set(organizationId, { at: clock.now(), rules });
    rules.catch(() => held.delete(organizationId));
    return rules;
  };
}
