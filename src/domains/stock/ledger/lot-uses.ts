/**
 * Where lots went, for tracing: the meals a lot was issued to, and the lots issued to meals, both through what was made of lots. What came
 * back is taken off.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { madeOfText, makingText } from './made-lots.ts';

export interface LotUse {
  siteId: number | null;
  diningDate: string | null;
  mealPeriodId: number | null;
  /** What was issued: the lot's own goods, or what was made of it. */
  goodsId: number;
  issuedWords: string;
  /** Dishes that the issues name. */
  said: string | null;
}

const issued = `stock_entry e
  join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
  join goods g on g.contractor_id = e.contractor_id and g.id = e.goods_id`;
const said = `nullif(string_agg(distinct nullif(b.dish_name, ''), '、'), '') as said`;
const issuedQty = 'stock_qty(-sum(e.qty)::bigint, g.base_unit)';

export async function lotUses(db: Sql, contractorId: number, lotId: number): Promise<LotUse[]> {
  const { rows } = await db.query<LotUse>(
    `with recursive ${madeOfText}
     select b.site_id as "siteId", b.dining_date as "diningDate", b.meal_period_id as "mealPeriodId", e.goods_id as "goodsId", ${said},
       case when e.lot_id = any($2) then '' else g.name || ' ' end || ${issuedQty} as "issuedWords"
     from made m, ${issued}
     where e.contractor_id = $1 and e.lot_id = m.lot_id and e.kind in ('ISSUE', 'ISSUE_RETURN')
     group by 1, 2, 3, 4, e.lot_id, g.name, g.base_unit having sum(e.qty) < 0
     order by 2 desc nulls last, 1`,
    [contractorId, [lotId]],
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
    `with recursive issued as (
       select /* wall: what was issued to the organization itself */ e.contractor_id, e.lot_id, b.dining_date as day, b.meal_period_id as meal,
         g.name as goods, ${said}, ${issuedQty} as words
       from ${issued}
       where b.site_id = $1 and (b.dining_date, b.meal_period_id) in (select * from unnest($2::date[], $3::bigint[]))
         and e.kind in ('ISSUE', 'ISSUE_RETURN')
       group by 1, 2, 3, 4, g.name, g.base_unit having sum(e.qty) < 0),
     went (contractor_id, lot_id, day, meal, said, words, goods, through) as (
       select contractor_id, lot_id, day, meal, said, words, goods, false from issued
       union
       select /* wall: what was made into what was issued to the organization itself */ w.contractor_id, o.lot_id, w.day, w.meal, w.said,
         w.words, w.goods, true
       from went w join ${makingText} on i.contractor_id = w.contractor_id and i.lot_id = w.lot_id and o.kind = 'MAKE_OUT')
     select /* wall: the lots of both */ l.id, w.day as date, w.meal as "mealPeriodId", g.name as goods,
       coalesce(nullif(l.lot_no, ''), '#' || l.id) as "lotNo", l.supplier_name as supplier, l.produced_on as "producedOn",
       l.expires_on as "expiresOn", l.status, w.said, string_agg(case when w.through then w.goods || ' ' else '' end || w.words, '、') as "issuedWords"
     from went w join lot l on l.contractor_id = w.contractor_id and l.id = w.lot_id
     join goods g on g.contractor_id = l.contractor_id and g.id = l.goods_id
     group by l.contractor_id, l.id, 2, 3, g.name, w.said
     order by 2, 3, g.name, l.id`,
    [organizationId, meals.map(({ date }) => date), meals.map(({ mealPeriodId }) => mealPeriodId)],
  );
  return rows;
}

export interface DishMeal {
  siteId: number;
  date: string;
  mealPeriodId: number;
  /** What the dish takes; null where that is not known. */
  goodsId: number | null;
  dish: string;
}

/** Lots of the contractor that were issued to these meals, as goods of the dish or by its name, and those they were made of. */
export async function lotsIntoDish(db: Sql, contractorId: number, meals: readonly DishMeal[]): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `with recursive asked as materialized (select * from jsonb_to_recordset($2::jsonb) as a ("siteId" bigint, date date, "mealPeriodId" bigint,
       "goodsId" bigint, dish text)),
     went (lot_id) as (
       (select e.lot_id from asked a
        join stock_bill b on b.contractor_id = $1 and b.site_id = a."siteId" and b.dining_date = a.date
          and coalesce(b.meal_period_id, a."mealPeriodId") = a."mealPeriodId" and b.dish_name in ('', a.dish)
        join stock_entry e on e.contractor_id = b.contractor_id and e.bill_id = b.id and e.kind in ('ISSUE', 'ISSUE_RETURN')
          and (e.goods_id = a."goodsId" or b.dish_name = a.dish)
        group by e.lot_id having sum(e.qty) < 0)
       union
       select o.lot_id from went w join ${makingText} on i.contractor_id = $1 and i.lot_id = w.lot_id and o.kind = 'MAKE_OUT')
     select lot_id as id from went where lot_id is not null order by 1`,
    [contractorId, JSON.stringify(meals)],
  );
  return rows.map(({ id }) => id);
}

export interface LotElsewhere {
  /** The lot. */
  id: number;
  date: string;
  mealPeriodId: number;
  said: string | null;
}

/** The meals of the organization that any of the lots was issued to. */
export async function mealsOfLots(db: Sql, organizationId: number, lotIds: readonly number[]): Promise<LotElsewhere[]> {
  const { rows } = await db.query<LotElsewhere>(
    `select /* wall: what was issued to the organization itself */ e.lot_id as id, b.dining_date as date,
       b.meal_period_id as "mealPeriodId", nullif(string_agg(distinct nullif(b.dish_name, ''), '、'), '') as said
     from stock_entry e join stock_bill b on b.contractor_id = e.contractor_id and b.id = e.bill_id
     where b.site_id = $1 and e.lot_id = any($2::bigint[]) and b.dining_date is not null and e.kind in ('ISSUE', 'ISSUE_RETURN')
     group by e.lot_id, 2, 3 having sum(e.qty) < 0 order by 2, 3`,
    [organizationId, lotIds],
  );
  return rows;
}
