/** 每日收入: contract days by the restaurants that earned them, and the management fees of months on their last day. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import '../tables.ts';

const zero = sql<number>`0::bigint`;

/**
 * One row per restaurant of a contract day, one per fee charged; each adds to what the caterer earns. `among`: the restaurants
 * whose days alone are told, without what the contract came to as a whole.
 */
export function incomeRows(db: Db, among: readonly number[] | null) {
  const ofContract = (column: string) =>
    among ? sql<number | null>`null::bigint` : sql<number | null>`${sql.ref(column)}`;
  const days = db
    .selectFrom('settle_place_day as p')
    .innerJoin('settle_day as d', (on) =>
      on
        .onRef('d.organization_id', '=', 'p.organization_id')
        .onRef('d.contract_id', '=', 'p.contract_id')
        .onRef('d.business_date', '=', 'p.business_date'),
    )
    .where('p.contract_id', '<>', 0)
    // Where main money was divided when it was topped up, a restaurant may have earned nothing by itself.
    .where(sql<boolean>`(p.eaten_fen, p.third_fen, p.shop_fen, p.fee_fen) <> (0, 0, 0, 0)`)
    .where(among ? sql<boolean>`p.restaurant_id = any(${among}::bigint[])` : sql<boolean>`true`)
    .select([
      'p.organization_id',
      'p.id',
      'p.business_date',
      'p.contractor_id',
      'p.contract_id',
      sql<number | null>`nullif(p.restaurant_id, 0)`.as('restaurant_id'),
      'p.eaten_fen',
      'p.third_fen',
      'p.shop_fen',
      'p.fee_fen',
      'p.service_fen',
      'p.share_fen',
      'p.contractor_fen',
      sql<number>`0::bigint`.as('manage_fen'),
      sql<number | null>`d.service_ratio`.as('service_ratio'),
      sql<number | null>`d.share_ratio`.as('share_ratio'),
      ofContract('d.due_fen').as('day_due_fen'),
      ofContract('d.funded_fen').as('day_funded_fen'),
      ofContract('d.claim_fen').as('day_claim_fen'),
      sql<string>`d.settled_at`.as('settled_at'),
      sql<number | null>`d.version`.as('changes'),
    ]);
  const fees = db
    .selectFrom('unit_posting as g')
    .innerJoin('unit_entry as e', 'e.posting_id', 'g.id')
    .where('g.kind', '=', 'MANAGE_FEE')
    .where('e.unit_type', '=', 'CONTRACTOR')
    .where(among ? sql<boolean>`false` : sql<boolean>`true`)
    .select([
      'g.organization_id',
      'g.id',
      sql<string>`g.bucket_date`.as('business_date'),
      'g.contractor_id',
      'g.contract_id',
      sql<number | null>`null::bigint`.as('restaurant_id'),
      zero.as('eaten_fen'),
      zero.as('third_fen'),
      zero.as('shop_fen'),
      zero.as('fee_fen'),
      zero.as('service_fen'),
      zero.as('share_fen'),
      zero.as('contractor_fen'),
      sql<number>`-e.amount_fen`.as('manage_fen'),
      sql<number | null>`null::int`.as('service_ratio'),
      sql<number | null>`null::int`.as('share_ratio'),
      sql<number | null>`null::bigint`.as('day_due_fen'),
      sql<number | null>`null::bigint`.as('day_funded_fen'),
      sql<number | null>`null::bigint`.as('day_claim_fen'),
      sql<string>`g.recorded_at`.as('settled_at'),
      sql<number | null>`null::int`.as('changes'),
    ]);
  return days.unionAll(fees);
}
