import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn } from '../../../../kit/server/page/crud.ts';
import { named } from '../../../../kit/server/page/named.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { withToday } from '../../../tenancy/public.server.ts';
import '../../tables.ts';
import { createGoods, goodsCrud } from '../create-goods.ts';
import { refuseDisable } from '../goods-rules.ts';
import { importGoods } from '../import-goods.ts';
import { lotChoices } from '../lot-choices.ts';
import { lotColumns, stockColumns } from '../stock-columns.ts';
import { goods, goodsLot, goodsUnit } from './goods.page.ts';

const attributeOf = (column: 'attribute_id' | 'value_id') => (value: unknown) =>
  sql`exists (select 1 from goods_attribute a where a.contractor_id = g.contractor_id and a.goods_id = g.id
    and a.${sql.ref(column)} = any(${[value].flat()}::bigint[]))`;

/** It has a price of today or later for them, or something of his lies in a store. */
const ofSupplier = (value: unknown) =>
  sql`(exists (select 1 from supply_price p where p.contractor_id = g.contractor_id and p.goods_id = g.id
      and p.supplier_id = any(${[value].flat()}::bigint[]) and p.to_date >= clock.today)
    or exists (select 1 from lot l join stock_lot s on s.contractor_id = l.contractor_id and s.lot_id = l.id
      where l.contractor_id = g.contractor_id and l.goods_id = g.id and s.qty > 0
        and l.supplier_name in (select p.name from supplier p where p.unit_type = 'CONTRACTOR' and p.unit_id = g.contractor_id
          and p.id = any(${[value].flat()}::bigint[]))))`;

const list = bind(goods, {
  list: over(
    goods,
    'goods as g',
    {
      columns: {
        ...stockColumns,
        units: sql`(select json_agg(json_build_object('id', u.id, 'name', u.name, 'size', u.size, 'forBuy', u.for_buy,
            'forIssue', u.for_issue, 'forSale', u.for_sale) order by u.size, u.id)
          from goods_unit u where u.contractor_id = g.contractor_id and u.goods_id = g.id and u.status = 'NORMAL')`,
        attributes: sql`(select json_agg(json_build_object('attributeId', a.attribute_id, 'valueId', a.value_id) order by a.attribute_id)
          from goods_attribute a where a.contractor_id = g.contractor_id and a.goods_id = g.id)`,
        attributeId: null,
        valueId: null,
        supplierId: null,
      },
      where: { attributeId: attributeOf('attribute_id'), valueId: attributeOf('value_id'), supplierId: ofSupplier },
    },
    (from, ctx) => withToday(from, ctx),
  ),
  ...goodsCrud,
  create: createGoods,
  options: named('goods', {
    search: ['name', 'code', 'barcode'],
    hint: `concat_ws(' · ', t.code, t.spec)`,
    offered: `t.status = 'NORMAL'`,
  }),
  notice: async (ctx) => {
    const { n } = await ctx.db
      .selectFrom('goods as g')
      .select(sql<number>`count(*)::int`.as('n'))
      .where(stockColumns.belowMin)
      .executeTakeFirstOrThrow();
    return n === 0
      ? null
      : {
          tone: 'warning',
          text: `${n} 种物料低于库存下限`,
          open: { label: '查看', path: '/admin/contractor/erp/goods?belowMin=true' },
        };
  },
  actions: {
    enable: setColumn('goods', 'status', 'NORMAL', '启用'),
    disable: async (ctx, input) =>
      (await refuseDisable(ctx, input.ids)) ?? setColumn('goods', 'status', 'DISABLED', '停用')(ctx, input),
  },
  importRows: importGoods({ create: createGoods }),
});

const lots = bind(goodsLot, {
  list: over(
    goodsLot,
    'stock_lot as s',
    { id: 'l.id', columns: { storehouseName: 'h.name', ...lotColumns } },
    (from, ctx) =>
      withToday(from, ctx)
        .innerJoin('lot as l', (on) =>
          on.onRef('l.contractor_id', '=', 's.contractor_id').onRef('l.id', '=', 's.lot_id'),
        )
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 's.contractor_id').onRef('g.id', '=', 's.goods_id'),
        )
        .innerJoin('storehouse as h', (on) =>
          on.onRef('h.contractor_id', '=', 's.contractor_id').onRef('h.id', '=', 's.storehouse_id'),
        )
        .where('s.qty', '>', 0),
  ),
  options: lotChoices,
  optionsWithin: ['goodsId'],
});

const units = bind(goodsUnit, {
  list: over(goodsUnit, 'goods_unit as u', { columns: { size: sql`stock_qty(u.size, g.base_unit)` } }, (from) =>
    from.innerJoin('goods as g', (on) =>
      on.onRef('g.contractor_id', '=', 'u.contractor_id').onRef('g.id', '=', 'u.goods_id'),
    ),
  ),
  options: named('goods_unit', {
    order: 't.size',
    offered: `t.status = 'NORMAL'`,
    hint: `(select stock_qty(t.size, g.base_unit) from goods g where g.contractor_id = t.contractor_id and g.id = t.goods_id)`,
    within: { goodsId: 'goods_id' },
  }),
  optionsWithin: ['goodsId'],
});

export default [list, lots, units];
