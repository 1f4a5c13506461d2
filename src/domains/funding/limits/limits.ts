/** Bounds of stored value and of spending by person type (余额限制). */

/**
 * Most a named card's main account may hold where the organization set nothing: 5,000 yuan, the bound for named
 * single-purpose prepaid cards (Ministry of Commerce, 2012).
 */
export const defaultMaxBalanceFen = 500_000;

export interface BalanceLimit {
  /** Spendable money needed before a consumption; null does not bound. */
  minBalanceFen: number | null;
  maxBalanceFen: number;
  /** At or below this the account counts as low; null reminds nobody. */
  lowAlertFen: number | null;
}

interface Executor {
  query<R extends object>(text: string, values: readonly unknown[]): Promise<{ rows: R[] }>;
}

const unset: BalanceLimit = { minBalanceFen: null, maxBalanceFen: defaultMaxBalanceFen, lowAlertFen: null };

/**
 * Limits by type id; types nobody set anything for are absent. For consumption: `minBalanceFen` is
 * `ConsumeLimits.minBalanceFen`.
 */
export async function balanceLimits(executor: Executor, organizationId: number): Promise<Map<number, BalanceLimit>> {
  const { rows } = await executor.query<BalanceLimit & { typeId: number }>(
    `select type_id as "typeId", min_balance_fen as "minBalanceFen", max_balance_fen as "maxBalanceFen",
            low_alert_fen as "lowAlertFen"
       from balance_limit where organization_id = $1`,
    [organizationId],
  );
  return new Map(rows.map(({ typeId, ...limit }) => [typeId, limit]));
}

/** The limit that holds for a type. */
export async function limitOf(executor: Executor, organizationId: number, typeId: number): Promise<BalanceLimit> {
  return (await balanceLimits(executor, organizationId)).get(typeId) ?? unset;
}

/** Most a type's main account may hold, out of limits already read. */
export const maxBalanceIn = (limits: ReadonlyMap<number, BalanceLimit>, typeId: number): number =>
  limits.get(typeId)?.maxBalanceFen ?? defaultMaxBalanceFen;
