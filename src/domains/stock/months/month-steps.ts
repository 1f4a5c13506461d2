/** What has to be done before a storehouse's month is closed, each with what is still open. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { balancesText } from '../ledger/balances-at.ts';
import type { StockStep } from './month-states.ts';

interface Of {
  contractorId: number;
  storehouseId: number;
  /** First and last day of the month. */
  from: string;
  to: string;
}

const travelMs = 3 * 86_400_000;

/** Days of the month that begins on `month`. */
export const daysOf = (month: string): { from: string; to: string } => ({
  from: month,
  to: addDays(`${addDays(month, 31).slice(0, 7)}-01`, -1),
});

/** `$1` contractor, `$2` storehouse, `$3`, `$4` the month, `$5` three days ago; each answers what is open, in words. */
const asked: readonly { key: string; title: string; text: string }[] = [
  {
    key: 'bills',
    title: '单据已过账',
    text: `select b.bill_no as what from stock_bill b
      where b.contractor_id = $1 and $2 in (b.storehouse_id, b.to_storehouse_id) and b.status in ('DRAFT', 'SUBMITTED')
        and b.created_at < ($4::date + 1)::timestamp at time zone 'Asia/Shanghai' + interval '4 hours' order by b.id`,
  },
  {
    key: 'transit',
    title: '没有在途超过 3 天的调拨',
    text: `select b.bill_no as what from stock_bill b where b.contractor_id = $1 and $2 in (b.storehouse_id, b.to_storehouse_id)
        and b.status = 'SENT' and exists (select 1 from stock_transit t
          where t.contractor_id = b.contractor_id and t.bill_id = b.id and t.closed_at is null and t.sent_at < $5::timestamptz) order by b.id`,
  },
  {
    key: 'priced',
    title: '验收价格已批准',
    text: `select r.receipt_no as what from receipt r where r.contractor_id = $1 and r.storehouse_id = $2 and r.status = 'HELD'
        and r.created_at < ($4::date + 1)::timestamp at time zone 'Asia/Shanghai' + interval '4 hours' order by r.id`,
  },
  {
    key: 'dues',
    title: '没有待补库存',
    text: `select g.name || ' ' || stock_qty(sum(d.qty - d.booked_qty)::bigint, g.base_unit) as what from stock_due d
      join goods g on g.contractor_id = d.contractor_id and g.id = d.goods_id
      where d.contractor_id = $1 and d.storehouse_id = $2 and d.status <> 'BOOKED'
        and d.sold_at < ($4::date + 1)::timestamp at time zone 'Asia/Shanghai' + interval '4 hours' group by g.id, g.name, g.base_unit order by 1`,
  },
  {
    key: 'counted',
    title: 'A 类物料已盘点',
    text: `select g.name as what from (
        select d.goods_id, sum(d.fen) over (order by d.fen desc, d.goods_id) - d.fen as before_fen, sum(d.fen) over () as total_fen
        from (${balancesText('b.contractor_id = $1 and b.storehouse_id = $2', 'd.business_date <= $4::date')}) d
        where d.fen > 0) a
      join goods g on g.contractor_id = $1 and g.id = a.goods_id
      where a.before_fen < a.total_fen * 0.7 and not exists (select 1 from stock_count c
        join stock_count_line l on l.contractor_id = c.contractor_id and l.count_id = c.id
        where c.contractor_id = $1 and c.storehouse_id = $2 and c.status = 'POSTED' and l.goods_id = a.goods_id
          and l.counted_at >= $3::date::timestamp at time zone 'Asia/Shanghai') order by g.code`,
  },
];

const shown = 3;

export async function monthSteps(db: Sql, of: Of, nowMs: number): Promise<StockStep[]> {
  const values = [of.contractorId, of.storehouseId, of.from, of.to, isoAt(nowMs - travelMs)];
  const steps: StockStep[] = [];
  for (const { key, title, text } of asked) {
    // Parameters a statement has no use for are named, so that all take the same.
    const { rows } = await db.query<{ what: string }>(
      `with given as (select $1::bigint, $2::bigint, $3::date, $4::date, $5::timestamptz) ${text}`,
      values,
    );
    const more = rows.length > shown ? ` 等 ${rows.length} 项` : '';
    steps.push({
      key,
      title,
      ok: rows.length === 0,
      figure:
        rows.length === 0
          ? '无'
          : `${rows
              .slice(0, shown)
              .map(({ what }) => what)
              .join('、')}${more}`,
    });
  }
  return steps;
}
