/**
 * What must hold of stock, each rule one statement (S1–S5, S7–S9, S10, S13, S14 of the design; those of shop and purchasing stand with
 * them; S15: making goods of others neither creates nor loses value). `$1` is a contractor, or null for all of them; `$2` the first day that is not proven yet, or null where all is to be: what was
 * proven can neither be changed nor added to, so that the day totals before `$2` stand for the entries before it.
 */
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { dayColumns } from '../ledger/fold-days.ts';

export interface StockBreak {
  rule: string;
  subject: string;
  found: string;
}

/** Breaks of a contractor, or of all; of what was done since a day, or ever. */
export type FindBreaks = (db: Sql, contractorId: number | null, since: string | null) => Promise<StockBreak[]>;

const of = (alias: string) => `($1::bigint is null or ${alias}.contractor_id = $1)`;
const since = (alias: string) => `($2::date is null or ${alias}.business_date >= $2)`;
/** What a balance `b` was before the first day that is looked at. */
const proven = `left join lateral (select d.qty_after, d.value_after_fen from stock_day d where d.contractor_id = b.contractor_id
    and d.storehouse_id = b.storehouse_id and d.goods_id = b.goods_id and d.business_date < $2 order by d.business_date desc limit 1) o on true`;
/** Of all, or of these alone: written only where a day is given, since what hangs on `$2` in a condition is no join for the planner. */
const among = (columns: string, partly: boolean, ids: string) => (partly ? `and (${columns}) in (${ids})` : '');
/** Lots that anything happened to. */
const moved = `select m.contractor_id, m.lot_id from stock_entry m where ${of('m')} and ${since('m')} and m.lot_id is not null`;
/** Sales that were booked, each at once when it was drawn up. */
const soldBills = `select m.contractor_id, m.id from stock_bill m where ${of('m')} and ${since('m')} and m.created_at >= $2::date - 1
  and m.kind in ('SALE', 'SALE_RETURN')`;
const at = `'goods ' || b.goods_id || ' in ' || b.storehouse_id`;

const statements: Readonly<Record<string, string | ((partly: boolean) => string)>> = {
  S1: `select ${at} as subject, b.qty || ' / ' || b.value_fen || '，流水合计 ' || coalesce(o.qty_after, 0) + coalesce(e.qty, 0) || ' / '
      || coalesce(o.value_after_fen, 0) + coalesce(e.fen, 0) as found
    from stock_balance b ${proven}
    left join (select e.contractor_id, e.storehouse_id, e.goods_id, sum(e.qty)::bigint as qty, sum(e.value_fen)::bigint as fen
      from stock_entry e where ${of('e')} and ${since('e')} group by 1, 2, 3) e using (contractor_id, storehouse_id, goods_id)
    where ${of('b')} and (b.qty, b.value_fen) is distinct from
      (coalesce(o.qty_after, 0) + coalesce(e.qty, 0), coalesce(o.value_after_fen, 0) + coalesce(e.fen, 0))`,
  S2: `select ${at} as subject, b.qty || '，各批次合计 ' || coalesce(l.qty, 0) as found
    from stock_balance b left join (select s.contractor_id, s.storehouse_id, s.goods_id, sum(s.qty)::bigint as qty
      from stock_lot s where ${of('s')} group by 1, 2, 3) l using (contractor_id, storehouse_id, goods_id)
    where ${of('b')} and b.qty <> coalesce(l.qty, 0)`,
  S3: `select ${at} as subject, '第 ' || c.version || ' 笔接不上前一笔' as found
    from (select e.contractor_id, e.storehouse_id, e.goods_id, e.version, e.qty, e.value_fen, e.qty_after, e.value_after_fen,
        row_number() over own as n, count(*) over (partition by e.contractor_id, e.storehouse_id, e.goods_id) as many,
        lag(e.qty_after) over own as qty_before, lag(e.value_after_fen) over own as fen_before
      from stock_entry e where ${of('e')} and ${since('e')}
      window own as (partition by e.contractor_id, e.storehouse_id, e.goods_id order by e.version)) c
    join stock_balance b using (contractor_id, storehouse_id, goods_id) ${proven}
    where c.version <> b.version - c.many + c.n or $2::date is null and c.many <> b.version
      or coalesce(c.qty_before, o.qty_after, 0) + c.qty <> c.qty_after
      or coalesce(c.fen_before, o.value_after_fen, 0) + c.value_fen <> c.value_after_fen
    union all select 'goods ' || e.goods_id || ' in ' || e.storehouse_id, '有流水，没有结存'
    from stock_entry e where ${of('e')} and ${since('e')} and not exists (select 1 from stock_balance b
      where b.contractor_id = e.contractor_id and b.storehouse_id = e.storehouse_id and b.goods_id = e.goods_id)
    union all select ${at}, '结存到第 ' || b.version || ' 笔，没有流水'
    from stock_balance b where ${of('b')} and $2::date is null and b.version <> 0 and not exists (select 1 from stock_entry e
      where e.contractor_id = b.contractor_id and e.storehouse_id = b.storehouse_id and e.goods_id = b.goods_id)`,
  S4: `select 'contractor ' || e.contractor_id || ' goods ' || e.goods_id || ' in ' || e.storehouse_id as subject, '结存 ' || e.qty_after || '，金额 ' || e.value_after_fen as found
    from stock_entry e where ${of('e')} and ${since('e')} and (e.qty_after < 0 or e.value_after_fen < 0 or e.qty_after = 0 and e.value_after_fen <> 0)`,
  S5: `select 'line ' || t.line_id || ' lot ' || t.lot_id as subject, '发出 ' || t.qty || ' / ' || t.value_fen || '，出库 ' || coalesce(o.qty, 0) || ' / '
      || coalesce(o.fen, 0) || '，入库 ' || coalesce(i.qty, 0) || ' / ' || coalesce(i.fen, 0) || '，途中损失 ' || t.lost_qty || ' / ' || t.lost_fen as found
    from stock_transit t
    left join lateral (select -sum(e.qty)::bigint as qty, -sum(e.value_fen)::bigint as fen from stock_entry e
      where e.contractor_id = t.contractor_id and e.bill_id = t.bill_id and e.line_id = t.line_id and e.lot_id = t.lot_id
        and e.kind = 'TRANSFER_OUT') o on true
    left join lateral (select sum(e.qty)::bigint as qty, sum(e.value_fen)::bigint as fen from stock_entry e
      where e.contractor_id = t.contractor_id and e.bill_id = t.bill_id and e.line_id = t.line_id and e.lot_id = t.lot_id
        and e.kind = 'TRANSFER_IN') i on true
    where ${of('t')} and ((o.qty, o.fen) is distinct from (t.qty, t.value_fen)
      or (coalesce(i.qty, 0), coalesce(i.fen, 0)) <> (t.received_qty, t.received_fen)
      or t.closed_at is null and t.received_qty + t.lost_qty <> 0)`,
  S7: `select 'goods ' || b.goods_id || ' in ' || b.storehouse_id || ' on ' || b.business_date as subject,
      coalesce(b.qty_before, o.qty_after, 0) || ' / ' || coalesce(b.fen_before, o.value_after_fen, 0) || ' 加当日出入不是 ' || b.qty_after
      || ' / ' || b.value_after_fen as found
    from (select d.*, lag(d.qty_after) over own as qty_before, lag(d.value_after_fen) over own as fen_before
      from stock_day d where ${of('d')} and ${since('d')}
      window own as (partition by d.contractor_id, d.storehouse_id, d.goods_id order by d.business_date)) b ${proven}
    where coalesce(b.qty_before, o.qty_after, 0) + b.in_qty - b.issue_qty - b.sale_qty - b.loss_qty - b.away_qty + b.count_qty <> b.qty_after
      or coalesce(b.fen_before, o.value_after_fen, 0) + b.in_fen - b.issue_fen - b.sale_fen - b.loss_fen - b.away_fen + b.count_fen
        + b.revalue_fen <> b.value_after_fen`,
  S8: (
    partly,
  ) => `select 'due ' || d.id as subject, '已入账 ' || d.booked_qty || '，各次合计 ' || coalesce(p.qty, 0) as found
    from stock_due d left join ${
      partly
        ? 'lateral (select sum(p.qty)::bigint as qty from stock_due_part p where p.contractor_id = d.contractor_id and p.due_id = d.id) p on true'
        : `(select p.contractor_id, p.due_id, sum(p.qty)::bigint as qty from stock_due_part p where ${of('p')} group by 1, 2) p
      on p.contractor_id = d.contractor_id and p.due_id = d.id`
    }
    where ${of('d')} and d.booked_qty <> coalesce(p.qty, 0)
      ${partly ? `and (d.booked_at >= $2::date or d.status <> 'BOOKED')` : ''}
    union all
    select 'bill ' || coalesce(e.bill_id, p.bill_id) || ' goods ' || coalesce(e.goods_id, p.goods_id),
      '销售 ' || coalesce(p.qty, 0) || '，流水 ' || coalesce(e.qty, 0)
    from (select p.contractor_id, p.bill_id, d.goods_id, sum(case d.kind when 'SALE' then -p.qty else p.qty end)::bigint as qty
      from stock_due_part p join stock_due d on d.contractor_id = p.contractor_id and d.id = p.due_id where ${of('p')}
        ${among('p.contractor_id, p.bill_id', partly, soldBills)} group by 1, 2, 3) p
    full join (select e.contractor_id, e.bill_id, e.goods_id, sum(e.qty)::bigint as qty from stock_entry e
      where ${of('e')} and e.kind in ('SALE', 'SALE_RETURN') ${partly ? 'and e.business_date >= $2::date - 2' : ''}
        ${among('e.contractor_id, e.bill_id', partly, soldBills)} group by 1, 2, 3) e using (contractor_id, bill_id, goods_id)
    where coalesce(p.qty, 0) <> coalesce(e.qty, 0)`,
  S9: `select ${at} as subject, '预留 ' || b.reserved_qty || '，各单据合计 ' || coalesce(r.qty, 0) as found
    from stock_balance b left join (select r.contractor_id, r.storehouse_id, r.goods_id, sum(r.qty)::bigint as qty
      from stock_reservation r where ${of('r')} and r.status = 'HELD' group by 1, 2, 3) r using (contractor_id, storehouse_id, goods_id)
    where ${of('b')} and b.reserved_qty <> coalesce(r.qty, 0)
    union all select 'reservation ' || r.id, '调拨 ' || r.document_id || ' 已' || coalesce('是 ' || b.status, '不在') || '，预留还在'
    from stock_reservation r left join stock_bill b on b.contractor_id = r.contractor_id and b.id = r.document_id
    where ${of('r')} and r.status = 'HELD' and r.document_type = 'TRANSFER' and b.status is distinct from 'DRAFT'`,
  S10: `select 'goods ' || coalesce(o.goods_id, n.goods_id) || ' in ' || coalesce(o.storehouse_id, n.storehouse_id) || ' to ' || coalesce(o.follows, n.month) as subject,
      '上月期末 ' || coalesce(o.closing_qty, 0) || ' / ' || coalesce(o.closing_fen, 0) || '，本月期初 ' || coalesce(n.opening_qty, 0) || ' / '
      || coalesce(n.opening_fen, 0) as found
    from (select l.*, m.storehouse_id, (m.month + interval '1 month')::date as follows from stock_month m
      join stock_month_line l on l.contractor_id = m.contractor_id and l.month_id = m.id
      where ${of('m')} and m.status in ('CLOSED', 'LOCKED') and exists (select 1 from stock_month x where x.contractor_id = m.contractor_id
        and x.storehouse_id = m.storehouse_id and x.month = (m.month + interval '1 month')::date and x.status in ('CLOSED', 'LOCKED'))) o
    full join (select l.*, m.storehouse_id, m.month from stock_month m
      join stock_month_line l on l.contractor_id = m.contractor_id and l.month_id = m.id
      where ${of('m')} and m.status in ('CLOSED', 'LOCKED') and exists (select 1 from stock_month x where x.contractor_id = m.contractor_id
        and x.storehouse_id = m.storehouse_id and x.month = (m.month - interval '1 month')::date and x.status in ('CLOSED', 'LOCKED'))) n
      on n.contractor_id = o.contractor_id and n.storehouse_id = o.storehouse_id and n.goods_id = o.goods_id and n.month = o.follows
    where (coalesce(o.closing_qty, 0), coalesce(o.closing_fen, 0)) <> (coalesce(n.opening_qty, 0), coalesce(n.opening_fen, 0))
    union all
    select 'month ' || m.id || ' goods ' || coalesce(l.goods_id, d.goods_id), '期末 ' || coalesce(l.closing_qty, 0) || ' / '
      || coalesce(l.closing_fen, 0) || '，当日结存 ' || coalesce(d.qty_after, 0) || ' / ' || coalesce(d.value_after_fen, 0)
    from stock_month m cross join lateral (
      select l.goods_id, l.closing_qty, l.closing_fen from stock_month_line l where l.contractor_id = m.contractor_id and l.month_id = m.id) l
    left join lateral (select d.goods_id, d.qty_after, d.value_after_fen from stock_day d where d.contractor_id = m.contractor_id
      and d.storehouse_id = m.storehouse_id and d.goods_id = l.goods_id and d.business_date < (m.month + interval '1 month')::date
      order by d.business_date desc limit 1) d on true
    where ${of('m')} and m.status in ('CLOSED', 'LOCKED')
      and (l.closing_qty, l.closing_fen) is distinct from (coalesce(d.qty_after, 0), coalesce(d.value_after_fen, 0))`,
  S13: (
    partly,
  ) => `select 'lot ' || l.id as subject, '入 ' || coalesce(e.came, 0) || '，出 ' || coalesce(e.went, 0) || '，在库 ' || coalesce(s.qty, 0)
      || '，在途 ' || coalesce(t.qty, 0) || '，途中损失 ' || coalesce(t.lost, 0) as found
    from lot l
    left join (select e.contractor_id, e.lot_id, sum(e.qty) filter (where e.kind not in ('TRANSFER_IN', 'TRANSFER_OUT') and e.qty > 0)::bigint as came,
        -sum(e.qty) filter (where e.kind not in ('TRANSFER_IN', 'TRANSFER_OUT') and e.qty < 0)::bigint as went
      from stock_entry e where ${of('e')} and e.lot_id is not null
        ${among('e.contractor_id, e.lot_id', partly, moved)} group by 1, 2) e on e.contractor_id = l.contractor_id and e.lot_id = l.id
    left join (select s.contractor_id, s.lot_id, sum(s.qty)::bigint as qty from stock_lot s where ${of('s')} group by 1, 2) s
      on s.contractor_id = l.contractor_id and s.lot_id = l.id
    left join (select t.contractor_id, t.lot_id, sum(t.qty - t.received_qty - t.lost_qty)::bigint as qty, sum(t.lost_qty)::bigint as lost
      from stock_transit t where ${of('t')} group by 1, 2) t on t.contractor_id = l.contractor_id and t.lot_id = l.id
    where ${of('l')} ${among('l.contractor_id, l.id', partly, moved)}
      and coalesce(e.came, 0) - coalesce(e.went, 0) <> coalesce(s.qty, 0) + coalesce(t.qty, 0) + coalesce(t.lost, 0)`,
  S14: `select 'goods ' || coalesce(d.goods_id, e.goods_id) || ' in ' || coalesce(d.storehouse_id, e.storehouse_id) || ' on ' || coalesce(d.business_date, e.business_date) as subject,
      '日汇总 ' || coalesce(d.qty, 0) || ' / ' || coalesce(d.fen, 0) || '，流水合计 ' || coalesce(e.qty, 0) || ' / ' || coalesce(e.fen, 0) as found
    from (select d.contractor_id, d.storehouse_id, d.goods_id, d.business_date,
        d.in_qty - d.issue_qty - d.sale_qty - d.loss_qty - d.away_qty + d.count_qty as qty,
        d.in_fen - d.issue_fen - d.sale_fen - d.loss_fen - d.away_fen + d.count_fen + d.revalue_fen as fen
      from stock_day d where ${of('d')} and ${since('d')}) d
    full join (select e.contractor_id, e.storehouse_id, e.goods_id, e.business_date, sum(e.qty)::bigint as qty, sum(e.value_fen)::bigint as fen
      from stock_entry e where ${of('e')} and ${since('e')} group by 1, 2, 3, 4) e using (contractor_id, storehouse_id, goods_id, business_date)
    where (coalesce(d.qty, 0), coalesce(d.fen, 0)) <> (coalesce(e.qty, 0), coalesce(e.fen, 0))`,
  S15: `select 'bill ' || b.id as subject, coalesce(e.fen, 0) || ' 是投料与产出之差，其中价差 ' || coalesce(v.fen, 0) as found
    from stock_bill b
    left join lateral (select sum(e.value_fen)::bigint as fen from stock_entry e where e.contractor_id = b.contractor_id and e.bill_id = b.id) e on true
    left join lateral (select sum(v.amount_fen)::bigint as fen from price_variance v where v.contractor_id = b.contractor_id and v.bill_id = b.id) v on true
    where ${of('b')} and b.kind = 'MAKE' and coalesce(e.fen, 0) + coalesce(v.fen, 0) <> 0`,
  S16: `select 'goods ' || d.goods_id || ' in ' || d.storehouse_id || ' on ' || d.business_date as subject,
      case when r.goods_id is null then '这一天没有加进累计' else '累计与前一天加当日不符' end as found
    from stock_day d
    join stock_folded f on f.contractor_id = d.contractor_id and d.business_date <= f.folded_to
    left join (select r.*, lag(r) over (partition by r.contractor_id, r.storehouse_id, r.goods_id order by r.business_date) as before
      from stock_running r where ${of('r')} and ${since('r')}) r on r.contractor_id = d.contractor_id
      and r.storehouse_id = d.storehouse_id and r.goods_id = d.goods_id and r.business_date = d.business_date
    left join lateral (select x from stock_running x where x.contractor_id = d.contractor_id and x.storehouse_id = d.storehouse_id
      and x.goods_id = d.goods_id and x.business_date < $2 order by x.business_date desc limit 1) o on $2::date is not null and r.before is null
    where ${of('d')} and ${since('d')} and (r.goods_id is null
      or (r.qty_after, r.value_after_fen) <> (d.qty_after, d.value_after_fen)
      or (${dayColumns.map((one) => `r.${one} - coalesce((coalesce(r.before, o.x)).${one}, 0)`).join(', ')})
        <> (${dayColumns.map((one) => `d.${one}`).join(', ')}))
    union all
    select 'goods ' || b.goods_id || ' in ' || b.storehouse_id || ' at ' || m.ends, '期末与此前最后一天的累计不符'
    from stock_balance b
    join stock_folded f on f.contractor_id = b.contractor_id and f.ends_to = f.folded_to
    cross join lateral (select 'infinity'::date as ends union all
      select distinct e.ends from stock_running_end e where e.contractor_id = b.contractor_id and e.ends < 'infinity'
        and ($2::date is null or e.ends >= $2)) m
    cross join lateral (select r.* from stock_running r where r.contractor_id = b.contractor_id and r.storehouse_id = b.storehouse_id
      and r.goods_id = b.goods_id and r.business_date <= least(m.ends, f.folded_to) order by r.business_date desc limit 1) r
    left join stock_running_end e on e.contractor_id = b.contractor_id and e.ends = m.ends and e.storehouse_id = b.storehouse_id
      and e.goods_id = b.goods_id
    where ${of('b')} and (e.business_date, e.qty_after, e.value_after_fen, ${dayColumns.map((one) => `e.${one}`).join(', ')})
      is distinct from (r.business_date, r.qty_after, r.value_after_fen, ${dayColumns.map((one) => `r.${one}`).join(', ')})`,
};

async function broken(
  db: Sql,
  rules: readonly string[],
  contractorId: number | null,
  since: string | null,
): Promise<StockBreak[]> {
  const breaks: StockBreak[] = [];
  for (const rule of rules) {
    const text = statements[rule]!;
    // Every statement is given both: one that asks for no day says so.
    const { rows } = await db.query<Omit<StockBreak, 'rule'>>(
      `select subject, found from (${typeof text === 'string' ? text : text(since !== null)}) s where $2::date is null or true order by 1, 2`,
      [contractorId, since],
    );
    // One by one: of a broken ledger there may be more than a call takes arguments.
    for (const row of rows) breaks.push({ rule, ...row });
  }
  return breaks;
}

/** All breaks, of one contractor or of all; inside a repeatable read transaction while documents are posted. */
export const checkStock = (
  db: Sql,
  contractorId: number | null = null,
  since: string | null = null,
): Promise<StockBreak[]> => broken(db, Object.keys(statements), contractorId, since);

/** What the ledger's page says of itself: S1 and S2, from the first day that is not proven. */
export const balanceBreaks = (db: Sql, contractorId: number, since: string | null): Promise<StockBreak[]> =>
  broken(db, ['S1', 'S2'], contractorId, since);

/** What the page of months says of itself: S7, S10, S14 and S16. */
export const monthBreaks = (db: Sql, contractorId: number, since: string | null): Promise<StockBreak[]> =>
  broken(db, ['S7', 'S10', 'S14', 'S16'], contractorId, since);
