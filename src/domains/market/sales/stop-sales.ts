/** A recall in the shops: what lies in their stores of its lots goes off the shelf, and open orders with such goods go no further. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';

const reasonOf = (no: string) => `召回 ${no}`;
/** Lots of the recall, or any sealed lot, in a storehouse. */
const liesAt = (house: string, goods: string, which: string) => `exists (select 1 from stock_lot t join lot l
  on l.contractor_id = t.contractor_id and l.id = t.lot_id where t.contractor_id = $1 and t.storehouse_id = ${house}
  and t.goods_id = ${goods} and t.qty > 0 and ${which})`;
const sealed = `l.status = 'SEALED'`;
/** Of the recall `r` that stopped it: released, now or before. Two may hold the same goods, and only the first is written on them. */
const released = (which: string) =>
  `exists (select 1 from lot_recall r where r.contractor_id = $1 and ${which} and r.status = 'RELEASED')`;

export const recallSales: NonNullable<Services['recallSales']> = {
  stop: async (ctx, { no, lotIds }) => {
    const tx = sqlOf(ctx.db);
    const contractorId = ownContractor(ctx);
    const now = isoAt(ctx.clock.now());
    const { rows: orders } = await tx.query<{ organizationId: number; what: string }>(
      `with held as (
         update shop_order_item i set recall_no = $3 from shop_order o
         where o.contractor_id = $1 and o.status in ('UNPAID', 'PAID', 'PICKING', 'DELIVERING') and i.organization_id = o.organization_id
           and i.order_id = o.id and coalesce(i.picked_qty, i.qty) > 0 and i.recall_no is null
           and ${liesAt('o.storehouse_id', 'i.goods_id', 'l.id = any($2::bigint[])')}
         returning i.organization_id, i.order_id)
       update shop_order o set version = o.version + 1, updated_at = $4
       from (select distinct organization_id, order_id from held) h
       where o.contractor_id = $1 and o.organization_id = h.organization_id and o.id = h.order_id
       returning o.organization_id as "organizationId", o.order_no as what`,
      [contractorId, lotIds, no, now],
    );
    const { rows: shelves } = await tx.query<{ organizationId: number; what: string }>(
      `update shop_shelf s set status = 'OFF', off_reason = $3, updated_at = $4, version = s.version + 1 from shop p, goods g
       where s.contractor_id = $1 and s.status = 'ON' and p.contractor_id = s.contractor_id and p.organization_id = s.organization_id
         and g.contractor_id = s.contractor_id and g.id = s.goods_id
         and ${liesAt('p.storehouse_id', 's.goods_id', 'l.id = any($2::bigint[])')}
       returning s.organization_id as "organizationId", g.name as what`,
      [contractorId, lotIds, reasonOf(no), now],
    );
    return { shelves, orders };
  },
  resume: async (ctx) => {
    const tx = sqlOf(ctx.db);
    const contractorId = ownContractor(ctx);
    const now = isoAt(ctx.clock.now());
    await tx.query(
      `update shop_order_item i set recall_no = null from shop_order o
       where o.contractor_id = $1 and i.organization_id = o.organization_id and i.order_id = o.id and ${released('r.recall_no = i.recall_no')}
         and not ${liesAt('o.storehouse_id', 'i.goods_id', sealed)}`,
      [contractorId],
    );
    await tx.query(
      `update shop_shelf s set status = 'ON', off_reason = '', updated_at = $2, version = s.version + 1 from shop p
       where s.contractor_id = $1 and s.status = 'OFF' and ${released(`'${reasonOf('')}' || r.recall_no = s.off_reason`)}
         and p.contractor_id = s.contractor_id
         and p.organization_id = s.organization_id and not ${liesAt('p.storehouse_id', 's.goods_id', sealed)}`,
      [contractorId, now],
    );
  },
};
