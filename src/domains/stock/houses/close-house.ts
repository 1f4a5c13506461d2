/** A storehouse closes when nothing is left in it, on its way to it, or written down for it. */
import { sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { stockRefusals } from '../refusals.ts';

/** As many are named as fit into a sentence; the storehouse's own number opens them all. */
const named = 5;

export async function refuseClosing(ctx: Ctx, ids: readonly number[]): Promise<Refusal | undefined> {
  const { rows } = await sql<{ name: string; what: string[]; count: number }>`
    select h.name, (array_agg(p.what order by p.what))[1:${sql.lit(named)}] as what, count(*)::int as count from storehouse h join (
      select b.storehouse_id, g.name || ' ' || stock_qty(b.qty, g.base_unit) as what from stock_balance b
      join goods g on g.contractor_id = b.contractor_id and g.id = b.goods_id
      where b.contractor_id = ${ownContractor(ctx)} and b.storehouse_id = any(${ids}::bigint[]) and b.qty > 0
      union all select s.id, b.bill_no from stock_bill b, unnest(array[b.storehouse_id, b.to_storehouse_id]) as s (id)
      where b.contractor_id = ${ownContractor(ctx)} and s.id = any(${ids}::bigint[]) and b.status in ('DRAFT', 'SUBMITTED', 'SENT')
    ) p on p.storehouse_id = h.id
    where h.contractor_id = ${ownContractor(ctx)} group by h.id, h.name order by h.name limit 1`.execute(ctx.db);
  const [first] = rows;
  if (!first) return undefined;
  const more = first.count > named ? ` 等 ${first.count} 项` : '';
  return refuse(stockRefusals.HOUSE_NOT_EMPTY, { house: first.name, what: `${first.what.join('、')}${more}` });
}
