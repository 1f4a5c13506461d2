/** Where and when people may eat, for the domain that charges them: sites and meals per type, registration for days off. */
import type { Pool } from 'pg';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import '../refusals.ts';

export interface TypeMeal {
  allowed: boolean;
  /** Times per meal; null: the meal's own bound. */
  times: number | null;
  /** Most a single trade may cost, fen; null: the type's own bound. */
  singleLimitFen: number | null;
}

export interface MealReach {
  /** Sites of a type; a type that is absent may use every site. */
  sites: ReadonlyMap<number, ReadonlySet<number>>;
  /** By `type:meal`; what is absent is allowed without further bounds. */
  meals: ReadonlyMap<string, TypeMeal>;
  weekendListRequired: boolean;
  /** Why a person may not eat on a day off; asked only where registration is required. */
  unregistered: (diner: DayOffCase) => Promise<Refusal | undefined>;
}

/** The organization's rules, for a cache. */
export async function mealReachOf(pool: Pick<Pool, 'query'>, organizationId: number): Promise<MealReach> {
  const by = [organizationId];
  const [sites, meals, setting] = await Promise.all([
    pool.query<{ typeId: number; siteIds: number[] }>({
      name: 'reach-sites',
      text: `select type_id as "typeId", deploy_site_ids as "siteIds" from person_type_site
             where organization_id = $1 and cardinality(deploy_site_ids) > 0`,
      values: by,
    }),
    pool.query<TypeMeal & { typeId: number; mealId: number }>({
      name: 'reach-meals',
      text: `select type_id as "typeId", meal_period_id as "mealId", allowed, times, single_limit_fen as "singleLimitFen"
             from person_type_meal where organization_id = $1`,
      values: by,
    }),
    pool.query<{ required: boolean }>({
      name: 'reach-setting',
      text: 'select weekend_list_required as required from people_setting where organization_id = $1',
      values: by,
    }),
  ]);
  return {
    sites: new Map(sites.rows.map((r) => [r.typeId, new Set(r.siteIds)])),
    meals: new Map(meals.rows.map(({ typeId, mealId, ...rule }) => [`${typeId}:${mealId}`, rule])),
    weekendListRequired: setting.rows[0]?.required ?? false,
    unregistered: (diner) => refuseUnregistered(pool, diner),
  };
}

/** What a type's rule says of a meal; undefined without a rule. */
export function typeMeal(reach: MealReach, typeId: number, mealPeriodId: number): TypeMeal | undefined {
  return reach.meals.get(`${typeId}:${mealPeriodId}`);
}

export interface ReachCase {
  typeId: number;
  typeName: string;
  site: { id: number; name: string };
  meal: { id: number; name: string } | undefined;
}

/** Why this type may not eat at this site or in this meal; undefined when it may. */
export function refuseReach(reach: MealReach, { typeId, typeName, site, meal }: ReachCase): Refusal | undefined {
  const sites = reach.sites.get(typeId);
  if (sites && !sites.has(site.id)) return refuse('SITE_NOT_FOR_TYPE', { type: typeName, site: site.name });
  if (meal && typeMeal(reach, typeId, meal.id)?.allowed === false)
    return refuse('MEAL_NOT_FOR_TYPE', { type: typeName, meal: meal.name });
  return undefined;
}

export interface DayOffCase {
  organizationId: number;
  personId: number;
  name: string;
  /** Business day, `YYYY-MM-DD`. */
  date: string;
  dayKind: 'WEEKEND' | 'HOLIDAY';
  /** 0 between meals. */
  mealPeriodId: number;
}

async function refuseUnregistered(pool: Pick<Pool, 'query'>, diner: DayOffCase): Promise<Refusal | undefined> {
  const { rows } = await pool.query({
    name: 'reach-day-off',
    text: `select 1 from weekend_diner w
            where w.organization_id = $1 and w.person_id = $2 and w.rule_type in ($4, 'DATE_RANGE')
              and (w.start_date is null or w.start_date <= $3::date) and (w.end_date is null or w.end_date >= $3::date)
              and (cardinality(w.meal_period_ids) = 0 or $5 = any(w.meal_period_ids))
           union all
           select 1 from person p left join people_setting s on s.organization_id = p.organization_id
            where p.organization_id = $1 and p.id = $2 and p.boarder and coalesce(s.boarders_registered, true)
           limit 1`,
    values: [diner.organizationId, diner.personId, diner.date, diner.dayKind, diner.mealPeriodId],
  });
  if (rows.length > 0) return undefined;
  return refuse('NOT_REGISTERED_FOR_DAY', {
    date: diner.date,
    day: diner.dayKind === 'WEEKEND' ? '周末' : '节假日',
    name: diner.name,
  });
}
