/** M1–M3: what orders say of money and portions is what holds, trades and lines say. They run with the proof of the ledger. */
import type { LedgerRule } from '../../wallet/public.server.ts';
import { liveOrders } from '../orders/order-words.ts';

const live = liveOrders.map((status) => `'${status}'`).join(', ');
const yuan = (fen: string) => `to_char(${fen} / 100.0, 'FM999999990.00')`;

export const orderRules: readonly LedgerRule[] = [
  {
    code: 'M1',
    sql: `
      with held as (select * from hold where (organization_id = $1 or $1 = 0) and source_type = 'meal_order' and status = 'ACTIVE'),
      live as (select * from meal_order where (organization_id = $1 or $1 = 0) and hold_id is not null and status in (${live}))
      select 'M1' as rule, coalesce(o.organization_id, h.organization_id) as organization_id,
        coalesce('订单 ' || o.order_no, '冻结 ' || h.id) as subject,
        case when o.id is null then ${yuan('h.amount_fen')} || ' 元没有未取的订单' when h.id is null then '没有有效的冻结'
          else '冻结 ' || ${yuan('h.amount_fen')} || '，订单 ' || ${yuan('o.amount_fen')} end as found
      from live o full join held h on h.organization_id = o.organization_id and h.id = o.hold_id
      where o.id is null or h.id is null or h.amount_fen <> o.amount_fen`,
  },
  {
    code: 'M2',
    sql: `
      select 'M2' as rule, o.organization_id, '订单 ' || o.order_no as subject,
        case when l.fen + o.fee_fen <> o.amount_fen
          then '菜品与送餐费合计 ' || ${yuan('(l.fen + o.fee_fen)')} || '，金额 ' || ${yuan('o.amount_fen')}
          else '入账净额 ' || ${yuan('coalesce(t.amount_fen - coalesce(v.reversed_fen, 0), 0)')} || '，应为 ' || ${yuan('w.fen')} end as found
      from meal_order o
      join (select x.organization_id, x.order_id, x.revision, sum(x.amount_fen)::bigint as fen from meal_order_item x
        where x.organization_id = $1 or $1 = 0 group by 1, 2, 3) l
        on l.organization_id = o.organization_id and l.order_id = o.id and l.revision = o.revision
      cross join lateral (select case o.status when 'EATEN' then o.amount_fen - o.refunded_fen when 'NO_SHOW' then o.booked_fen
        else 0 end as fen) w
      left join trade t on t.organization_id = o.organization_id and t.id = o.posting_id
      left join posting_reversed v on v.organization_id = o.organization_id and v.posting_id = o.posting_id
      where (o.organization_id = $1 or $1 = 0) and o.status not in ('UNPAID', 'EXPIRED')
        and (l.fen + o.fee_fen <> o.amount_fen or coalesce(t.amount_fen - coalesce(v.reversed_fen, 0), 0) <> w.fen)`,
  },
  {
    code: 'M3',
    sql: `
      select 'M3' as rule, o.organization_id, '订单 ' || o.order_no as subject,
        '份数 ' || o.portions || '，菜品明细 ' || coalesce(l.qty, 0) as found
      from meal_order o
      left join (select x.organization_id, x.order_id, x.revision, sum(x.qty) as qty from meal_order_item x
        where x.organization_id = $1 or $1 = 0 group by 1, 2, 3) l
        on l.organization_id = o.organization_id and l.order_id = o.id and l.revision = o.revision
      where (o.organization_id = $1 or $1 = 0) and o.status not in ('UNPAID', 'EXPIRED') and o.portions <> coalesce(l.qty, 0)`,
  },
];
