/** Where and at which meals subsidies of a rule may be spent, for whoever charges. */
import type { Pool } from 'pg';
import type { PurseView } from '../wallet/types.ts';

interface Reach {
  /** Empty: all. */
  mealIds: readonly number[];
  siteIds: readonly number[];
}

/** By rule; rules without bounds are absent. */
export type SubsidyUse = ReadonlyMap<number, Reach>;

/** The bounds of an organization's rules, those out of use included: their lots still live. One prepared statement. */
export async function subsidyUseOf(pool: Pool, organizationId: number): Promise<SubsidyUse> {
  const { rows } = await pool.query<Reach & { id: number }>({
    name: 'rules-subsidies',
    text: `select id, use_meal_ids as "mealIds", use_site_ids as "siteIds" from subsidy_rule
            where organization_id = $1 and (cardinality(use_meal_ids) > 0 or cardinality(use_site_ids) > 0)`,
    values: [organizationId],
  });
  return new Map(rows.map(({ id, ...reach }) => [id, reach]));
}

const takes = (ids: readonly number[], id: number) => ids.length === 0 || ids.includes(id);

/** How much a purse may give at a place: all, or nothing of a lot whose rule excludes it. Undefined where no rule has bounds. */
export function subsidyCap(
  use: SubsidyUse,
  place: { mealPeriodId: number; deploySiteId: number },
): ((purse: PurseView) => number) | undefined {
  if (use.size === 0) return undefined;
  return (purse) => {
    const reach = purse.ruleId === 0 ? undefined : use.get(purse.ruleId);
    const open = !reach || (takes(reach.mealIds, place.mealPeriodId) && takes(reach.siteIds, place.deploySiteId));
    return open ? Number.MAX_SAFE_INTEGER : 0;
  };
}
