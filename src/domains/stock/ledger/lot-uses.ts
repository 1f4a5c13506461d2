/** Where lots went, for tracing: the meals a lot was issued to, and the lots issued to meals. What came back is taken off. */
import type { Sql } from '../../../kit/server/db/sql-of.ts';

export interface LotUse {
  siteId: number | null;
  diningDate: string | null;
  mealPeriodId: number | null;
  goodsId: number;
  issuedWords: string;
  /** Dishes that the issues name. */
  said: string | null;
}

const issued = `stock_entry e
  join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
  join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id`;
const told = `nullif(string_agg(distinct nullif(b.dish_name, ''), '、'), '') as said, stock_qty(-sum(e.qty)::bigint, g.base_unit) as "issuedWords"`;

export async function lotUses(db: Sql, contractorId: number, lotId: number): Promise<LotUse[]> {
  const { rows } = await db.query<LotUse>(
    `select b.site_id as "siteId", b.dining_date as "diningDate", b.meal_period_id as "mealPeriodId", e.goods_id as "goodsId", ${told}
     from ${issued}
     where e.contractor_id = $1 and e.lot_id = $2 and e.kind in ('ISSUE', 'ISSUE_RETURN')
     group by 1, 2, 3, 4, g.base_unit having sum(e.qty) < 0
     order by 2 desc nulls last, 1`,
    [contractorId, lotId],
  );
  return rows;
}

export interface MealLot {
  id: number;
  date: string;
  mealPeriodId: number;
  goods: string;
  lotNo: string;
  supplier: string;
  producedOn: string | null;
  expiresOn: string | null;
  status: 'NORMAL' | 'SEALED' | 'EXPIRED';
  issuedWords: string;
  said: string | null;
}

/** Lots of all caterers that were issued to meals of the organization. */
export async function lotsOf(
  db: Sql,
  organizationId: number,
  meals: readonly { date: string; mealPeriodId: number }[],
): Promise<MealLot[]> {
  const { rows } = await db.query<MealLot>(
    `select /* wall: what was issued to the organization itself */ l.id, b.dining_date as date, b.meal_period_id as "mealPeriodId",
       g.name as goods, coalesce(nullif(l.lot_no, ''), '#' || l.id) as "lotNo", l.supplier_name as supplier,
       l.produced_on as "producedOn", l.expires_on as "expiresOn", l.status, ${told}
     from ${issued} join lot l on l.contractor_id = e.contractor_id and l.id = e.lot_id
     where b.site_id = $1 and (b.dining_date, b.meal_period_id) in (select * from unnest($2::date[], $3::bigint[]))
       and e.kind in ('ISSUE', 'ISSUE_RETURN')
     group by l.contractor_id, l.id, 2, 3, g.name, g.base_unit having sum(e.qty) < 0
     order by 2, 3, g.name, l.id`,
    [organizationId, meals.map(({ date }) => date), meals.map(({ mealPeriodId }) => mealPeriodId)],
  );
  return rows;
}
