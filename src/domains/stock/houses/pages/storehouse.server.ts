import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { ownContractor, withToday } from '../../../tenancy/public.server.ts';
import { lotColumns, nearEnd, pricedQty } from '../../goods/stock-columns.ts';
import '../../tables.ts';
import { refuseClosing } from '../close-house.ts';
import { storehouse, storehouseGoods, storehouseLot } from './storehouse.page.ts';

const lotCount = (where: string) =>
  sql<number>`(select count(*)::int from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
    where s.contractor_id = h.contractor_id and s.storehouse_id = h.id and s.qty > 0 and ${sql.raw(where)})`;

const list = bind(storehouse, {
  list: over(
    storehouse,
    'storehouse as h',
    {
      columns: {
        goodsCount: sql`(select count(*)::int from stock_balance b where b.contractor_id = h.contractor_id and b.storehouse_id = h.id and b.qty > 0)`,
        valueFen: sql`(select coalesce(sum(b.value_fen), 0)::bigint from stock_balance b
          where b.contractor_id = h.contractor_id and b.storehouse_id = h.id)`,
        nearCount: lotCount(`l.status = 'NORMAL' and l.expires_on >= clock.today and ${nearEnd('clock.today')}`),
        expiredCount: lotCount(`(l.status = 'EXPIRED' or l.status = 'NORMAL' and l.expires_on < clock.today)`),
        sealedCount: lotCount(`l.status = 'SEALED'`),
        transitCount: sql`(select count(*)::int from stock_bill b where b.contractor_id = h.contractor_id and b.to_storehouse_id = h.id
          and b.status = 'SENT')`,
        dueCount: sql`(select count(*)::int from stock_due d where d.contractor_id = h.contractor_id and d.storehouse_id = h.id
          and d.status = 'SHORT')`,
      },
    },
    (from, ctx) => withToday(from, ctx),
  ),
  ...tableCrud(storehouse, {
    table: 'storehouse',
    owner: (ctx) => ({ contractor_id: ownContractor(ctx) }),
    unique: { storehouse_name: 'name' },
  }),
  options: named('storehouse', {
    offered: `t.status = 'NORMAL'`,
    hint: `coalesce((select /* wall: the place of the row, by its name alone */ n.name from organization n where n.id = t.site_id), '中心仓')`,
  }),
  actions: {
    enable: setColumn('storehouse', 'status', 'NORMAL', '启用'),
    disable: async (ctx, input) =>
      (await refuseClosing(ctx, input.ids)) ?? setColumn('storehouse', 'status', 'DISABLED', '停用')(ctx, input),
  },
});

const goods = bind(storehouseGoods, {
  list: over(
    storehouseGoods,
    'stock_balance as b',
    {
      id: 'g.id',
      columns: {
        code: 'g.code',
        name: 'g.name',
        onHand: sql`stock_qty(b.qty, g.base_unit)`,
        reserved: sql`case when b.reserved_qty > 0 then stock_qty(b.reserved_qty, g.base_unit) end`,
        averageFen: sql`round(b.value_fen::numeric * ${sql.raw(pricedQty)} / nullif(b.qty, 0))::bigint`,
        expiresOn: sql`(select min(l.expires_on)::text from stock_lot s join lot l on l.contractor_id = s.contractor_id and l.id = s.lot_id
          where s.contractor_id = b.contractor_id and s.storehouse_id = b.storehouse_id and s.goods_id = b.goods_id and s.qty > 0)`,
      },
    },
    (from) =>
      from
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'b.contractor_id').onRef('g.id', '=', 'b.goods_id'),
        )
        .where('b.qty', '>', 0),
  ),
});

const lots = bind(storehouseLot, {
  list: over(
    storehouseLot,
    'stock_lot as s',
    {
      inner: ['goodsId as g', 'storehouseId as h'],
      // One lot may lie in several stores.
      id: sql<number>`('x' || left(md5(s.lot_id || '/' || s.storehouse_id), 12))::bit(48)::bigint`,
      columns: { lotId: 'l.id', ...lotColumns },
    },
    (from, ctx) =>
      withToday(from, ctx)
        .innerJoin('lot as l', (on) =>
          on.onRef('l.contractor_id', '=', 's.contractor_id').onRef('l.id', '=', 's.lot_id'),
        )
        .where('s.qty', '>', 0),
  ),
});

export default [list, goods, lots];
