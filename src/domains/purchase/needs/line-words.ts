/** A line `p` of what is bought, with its goods `g`, in words: quantity and price by the unit it is bought in. */
import { sql } from 'kysely';

const unitName = sql`coalesce((select u.name from goods_unit u where u.contractor_id = p.contractor_id and u.id = p.unit_id),
  case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end)`;

export const boughtWords = sql<string>`trim_scale(p.buy_qty::numeric / p.unit_size) || ' ' || ${unitName}`;
export const priceWords = sql<
  string | null
>`trim(to_char(p.price_fen / 100.0, '999999990.00')) || ' / ' || ${unitName}`;

/** A day more where supplier `s` takes no more orders at the hour of the list's `clock`. */
const cutOff = sql`case when s.order_until <= clock.hm then 1 else 0 end`;

/** Too late for the line's supplier: by what was computed, or by now, while it waits to be ordered. */
export const lateNow = sql<boolean>`(p.late or p.status = 'DRAFT' and exists (select 1 from supply_price x
  join supplier s on s.unit_type = 'CONTRACTOR' and s.unit_id = x.contractor_id and s.id = x.supplier_id
  where x.contractor_id = p.contractor_id and x.goods_id = p.goods_id and x.supplier_id = p.supplier_id
    and p.purchase_date between x.from_date and x.to_date and p.purchase_date - clock.today < x.lead_days + ${cutOff}))`;

/** Who else could still bring it: the cheapest of the suppliers that may deliver on the day and need no longer than there is. */
export const nextSupplier = sql<
  string | null
>`(select s.name || ' ' || trim(to_char(x.price_fen / 100.0, '999999990.00')) || ' / '
    || coalesce((select u.name from goods_unit u where u.contractor_id = x.contractor_id and u.id = x.unit_id),
      case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end)
  from supply_price x join supplier s on s.unit_type = 'CONTRACTOR' and s.unit_id = x.contractor_id and s.id = x.supplier_id
  where x.contractor_id = p.contractor_id and x.goods_id = p.goods_id and p.purchase_date between x.from_date and x.to_date
    and s.status = 'NORMAL' and not s.blacklisted and s.licence_end >= p.purchase_date and x.supplier_id is distinct from p.supplier_id
    and x.lead_days + ${cutOff} <= p.purchase_date - clock.today
  order by x.price_fen::numeric / x.unit_size, x.id limit 1)`;
