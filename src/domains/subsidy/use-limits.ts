/** Where, at which meals and how much a day subsidies of a rule may be spent, for whoever charges. */
import type { Pool } from 'pg';
import { asOf, asOfValues } from '../../kit/server/query/as-of.ts';
import type { ConsumeRequest, PurseView } from '../wallet/public.server.ts';

interface Reach {
  /** Empty: all. */
  mealIds: readonly number[];
  siteIds: readonly number[];
  /** Most a person may use on one business day; null does not bound. */
  dayLimitFen: number | null;
}

/** By rule; rules without bounds are absent. */
export type SubsidyUse = ReadonlyMap<number, Reach>;

/** The bounds of an organization's rules, those out of use included: their lots still live. One prepared statement. */
export async function subsidyUseOf(pool: Pool, organizationId: number, nowMs: number): Promise<SubsidyUse> {
  const { rows } = await pool.query<Reach & { id: number }>({
    name: 'rules-subsidies',
    text: `select id, use_meal_ids as "mealIds", use_site_ids as "siteIds", day_use_limit_fen as "dayLimitFen"
            from ${asOf('subsidy_rule')} r
            where (cardinality(use_meal_ids) > 0 or cardinality(use_site_ids) > 0 or day_use_limit_fen is not null)`,
    values: [organizationId, ...asOfValues(nowMs)],
  });
  return new Map(rows.map(({ id, ...reach }) => [id, reach]));
}

const takes = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id);

type Bounds = Pick<ConsumeRequest, 'purseCapFen' | 'ruleDayLimitsFen'>;

/** The bounds of a consumption at a place: nothing of a lot whose rule excludes it, and no rule beyond its day's most. */
export function subsidyBounds(use: SubsidyUse, place: { mealPeriodId: number; deploySiteId: number }): Bounds {
  const bounds: Bounds = {};
  const daily = [...use].flatMap(([id, { dayLimitFen }]) => (dayLimitFen === null ? [] : [[id, dayLimitFen] as const]));
  if (daily.length > 0) bounds.ruleDayLimitsFen = new Map(daily);
  if (use.size > 0)
    bounds.purseCapFen = (purse: PurseView) => {
      const reach = purse.ruleId === 0 ? undefined : use.get(purse.ruleId);
      const open = !reach || (takes(reach.mealIds, place.mealPeriodId) && takes(reach.siteIds, place.deploySiteId));
      return open ? Number.MAX_SAFE_INTEGER : 0;
    };
  return bounds;
}
