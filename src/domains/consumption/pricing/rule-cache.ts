/** An organization's prices, meals, types and sites, held in the process for a few seconds so that a swipe reads none of them. */
import type { Pool } from 'pg';
import type { Clock } from '../../../kit/server/clock.ts';
import { asOf, asOfValues } from '../../../kit/server/query/as-of.ts';
import { type AsOfSource, heldAsOf } from '../../../kit/server/query/held-as-of.ts';
import { balanceLimits } from '../../funding/public.server.ts';
import { type MealReach, mealReachOf } from '../../people/public.server.ts';
import { type SubsidyUse, subsidyUseOf } from '../../subsidy/public.server.ts';
import { type ConsumptionSetting, consumptionSetting } from '../settings.ts';
import type { MealTimes } from './meal-at.ts';
import type { DayKind, FixedRule, TypeLimits } from './price.ts';

export interface OrganizationRules {
  meals: readonly (MealTimes & { times: number | null })[];
  types: ReadonlyMap<number, { name: string; limits: TypeLimits }>;
  rules: readonly FixedRule[];
  sites: ReadonlyMap<number, SiteRule>;
  /** Restaurants that sell goods, no meals, with their names. */
  shops: ReadonlyMap<number, string>;
  calendar: ReadonlyMap<string, DayKind>;
  setting: ConsumptionSetting;
  /** Where and in which meals person types may eat. */
  reach: MealReach;
  /** Where and in which meals subsidies may be spent. */
  subsidyUse: SubsidyUse;
}

export interface SiteRule {
  name: string;
  /** Epoch ms. */
  madeAt: number;
  /** 0 where the site belongs to none. */
  restaurantId: number;
  restaurantName: string;
  active: boolean;
  /** Sells goods: what is bought here is no meal. */
  shop: boolean;
  /** Meals the restaurant serves; empty means all. */
  mealPeriodIds: readonly number[];
}

interface TypeRow {
  id: number;
  name: string;
  single: number | null;
  day_fen: number | null;
  day_count: number | null;
}

/** What prices a trade and is judged as it stood at the swipe. Limits of subsidies, purses and reach are the present ones. */
const ruledBy = ['meal_period', 'person_type', 'fixed_value_rule', 'deploy_site', 'restaurant', 'calendar_day'];

/** Rules as they stood at `thenMs`, or as they are now with what is planned for `nowMs` or before. */
async function load(pool: Pool, organizationId: number, nowMs: number, thenMs?: number): Promise<OrganizationRules> {
  const by = [organizationId, ...asOfValues(nowMs, thenMs)];
  const [meals, types, rules, sites, shops, days, setting, reach, subsidyUse, balances] = await Promise.all([
    pool.query<MealTimes & { times: number | null }>({
      name: 'rules-meals',
      text: `select id, name, start_time as "startTime", end_time as "endTime", times from ${asOf('meal_period')} m
             where status = 'NORMAL' order by start_time`,
      values: by,
    }),
    pool.query<TypeRow>({
      name: 'rules-types',
      text: `select id, name, single_limit_fen as single, day_limit_amount_fen as day_fen, day_limit_count as day_count
             from ${asOf('person_type')} t`,
      values: by,
    }),
    pool.query<FixedRule>({
      name: 'rules-fixed',
      text: `select id, meal_period_id as "mealPeriodId", type_id as "typeId", deploy_site_id as "deploySiteId",
                    restaurant_id as "restaurantId", first_price_fen as "firstPriceFen", second_price_fen as "secondPriceFen",
                    later_price_fen as "laterPriceFen", max_times as "maxTimes", date_type as "dateType",
                    start_date as "startDate", end_date as "endDate", priority
             from ${asOf('fixed_value_rule')} f where status = 'NORMAL'`,
      values: by,
    }),
    pool.query<SiteRule & { id: number }>({
      name: 'rules-sites',
      text: `select s.id, s.name, (extract(epoch from s.created_at) * 1000)::bigint as "madeAt",
                    coalesce(s.restaurant_id, 0) as "restaurantId", coalesce(r.name, '') as "restaurantName",
                    s.status = 'NORMAL' and coalesce(r.status, 'NORMAL') = 'NORMAL' as active,
                    s.kind = 'SHOP' or coalesce(r.kind, '') = 'SHOP' as shop,
                    coalesce(r.meal_period_ids, '{}') as "mealPeriodIds"
             from ${asOf('deploy_site')} s left join ${asOf('restaurant')} r on r.id = s.restaurant_id`,
      values: by,
    }),
    pool.query<{ id: number; name: string }>({
      name: 'rules-shops',
      text: `select id, name from ${asOf('restaurant')} r where kind = 'SHOP'`,
      values: by,
    }),
    pool.query<{ day: string; kind: DayKind }>({
      name: 'rules-days',
      text: `select day, kind from ${asOf('calendar_day')} d`,
      values: by,
    }),
    consumptionSetting(pool, organizationId),
    mealReachOf(pool, organizationId),
    subsidyUseOf(pool, organizationId, nowMs),
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
    shops: new Map(shops.rows.map((s) => [s.id, s.name])),
    calendar: new Map(days.rows.map((d) => [d.day, d.kind])),
    setting,
    reach,
    subsidyUse,
  };
}

/** Rules of an organization now, or as they stood at an instant (epoch ms) of the past. */
export type RuleSource = AsOfSource<OrganizationRules>;

/**
 * Rules as they stood at `atMs` (epoch ms) for what a site took then. A site that is younger than what it took, by a clock
 * set wrong or because the unit began here later, is judged by the rules it began with.
 */
export async function rulesThen(
  source: RuleSource,
  organizationId: number,
  siteId: number,
  atMs: number,
): Promise<OrganizationRules> {
  const then = await source(organizationId, atMs);
  if (then.sites.has(siteId)) return then;
  const site = (await source(organizationId)).sites.get(siteId);
  return site && site.madeAt > atMs ? source(organizationId, site.madeAt) : then;
}

/** Rules by organization; concurrent callers share one read. `backMs` is how old the oldest late record can be. */
export const ruleCache = (pool: Pool, clock: Clock, backMs: number): RuleSource =>
  heldAsOf(pool, clock, {
    tables: ruledBy,
    planned: ['subsidy_rule'],
    backMs,
    load: (organizationId, nowMs, thenMs) => load(pool, organizationId, nowMs, thenMs),
  });
