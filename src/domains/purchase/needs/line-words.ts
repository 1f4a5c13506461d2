/** A line `p` of what is bought, with its goods `g`, in words: quantity and price by the unit it is bought in. */
import { sql } from 'kysely';

const unitName = sql`coalesce((select u.name from goods_unit u where u.contractor_id = p.contractor_id and u.id = p.unit_id),
  case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end)`;

export const boughtWords = sql<string>`trim_scale(p.buy_qty::numeric / p.unit_size) || ' ' || ${unitName}`;
export const priceWords = sql<
  string | null
>`trim(to_char(p.price_fen / 100.0, '999999990.00')) || ' / ' || ${unitName}`;
