/** Which shop a caterer keeps at an organization, and whether it may sell. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import type { ShopRow } from '../tables.ts';

/** A caterer at an organization. */
export interface Site {
  contractorId: number;
  organizationId: number;
}

export async function shopOf(tx: Sql, site: Site): Promise<ShopRow | undefined> {
  const { rows } = await tx.query<ShopRow>('select * from shop where contractor_id = $1 and organization_id = $2', [
    site.contractorId,
    site.organizationId,
  ]);
  return rows[0];
}

/** The shop whose tills stand at this place of the organization. */
export async function shopAtRestaurant(
  tx: Sql,
  organizationId: number,
  restaurantId: number,
): Promise<ShopRow | undefined> {
  const { rows } = await tx.query<ShopRow>(
    'select /* wall: the shop at a place of this organization */ * from shop where organization_id = $1 and restaurant_id = $2',
    [organizationId, restaurantId],
  );
  return rows[0];
}

export interface Freeze {
  /** NOTICE: sales go on, the shop and its tills are told from when on they stop. */
  state: 'OPEN' | 'NOTICE' | 'FROZEN';
  from: string | null;
  reason: string;
}

/** May the caterer's shops take orders and sell at `at`? What was paid before, refunds, stock and buying go on. */
export async function frozenAt(tx: Sql, contractorId: number, at: string): Promise<Freeze> {
  const { rows } = await tx.query<{ from: string; reason: string; frozen: boolean }>(
    `select freezes_at as "from", freeze_reason as reason, freezes_at <= $2::timestamptz as frozen from market_subscription
     where contractor_id = $1 and freezes_at is not null order by freezes_at, id limit 1`,
    [contractorId, at],
  );
  const first = rows[0];
  if (!first) return { state: 'OPEN', from: null, reason: '' };
  return { state: first.frozen ? 'FROZEN' : 'NOTICE', from: first.from, reason: first.reason };
}
