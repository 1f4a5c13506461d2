import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { openPath } from '../../../../kit/define/open-page.ts';
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { openCode, revokeCode } from '../../../../kit/server/open/codes.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { moves } from '../../../../kit/server/page/moves.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import order from '../../orders/open/order.open.ts';
import '../../tables.ts';
import { moveLines, refuseLate } from '../approve-order.ts';
import { boughtWords, priceWords } from '../line-words.ts';
import { orderChoices } from '../order-choices.ts';
import { orderFlow } from '../purchase-states.ts';
import { supplyOrder, supplyOrderLine } from './supply_order.page.ts';

const subjectOf = (ctx: Ctx, id: number) => ({ organizationId: ownContractor(ctx), subject: String(id) });

const orderMoves = moves(orderFlow, {
  table: 'supply_order',
  name: (doc) => doc.order_no,
  stamped: true,
  check: { approve: refuseLate },
  after: {
    approve: (ctx, doc) => moveLines(ctx, doc, 'ORDERED'),
    refuse: (ctx, doc) => moveLines(ctx, doc, 'DRAFT'),
  },
});

const orders = bind(supplyOrder, {
  list: over(supplyOrder, 'supply_order as o', {
    version: true,
    maker: 'o.maker_id',
    columns: {
      receivedFen: sql`(select coalesce(sum(r.amount_fen), 0)::bigint from receipt r where r.contractor_id = o.contractor_id and r.order_id = o.id)`,
      linked: sql<boolean>`exists (select from open_code c where c.organization_id = o.contractor_id and c.page = ${order.name} and c.subject = o.id::text
        and c.revoked_at is null)`,
    },
  }),
  options: orderChoices,
  actions: {
    ...orderMoves,
    link: async (ctx, { rows }) => {
      const row = rows[0]!;
      // It ends with the day after delivery: what is accepted by then is nobody's to change.
      const until = isoAt(Date.parse(`${addDays(String(row.deliveryDate), 2)}T00:00:00+08:00`));
      const path = openPath(order, await openCode(ctx, order, subjectOf(ctx, row.id), until));
      await ctx.audit({ action: '发给供应商', targetId: row.id, targetName: String(row.orderNo) });
      return {
        link: {
          title: `采购单 ${row.orderNo}`,
          path,
          note: '供应商打开后逐项确认数量与单价，可以填批号和日期，验收时自动带出；送货次日失效',
        },
      };
    },
    endLink: async (ctx, { rows }) => {
      const row = rows[0]!;
      if (!(await revokeCode(ctx, order, subjectOf(ctx, row.id))))
        return refuse('NOT_NOW', { why: `${row.orderNo} 没有发过链接` });
      await ctx.audit({ action: '停用链接', targetId: row.id, targetName: String(row.orderNo) });
      return null;
    },
    print: async (ctx, { ids, rows }) => {
      const [row] = rows;
      // Who orders and where to: the paper is read by somebody who has nothing else.
      const { buyer, contact, phone, place, address } = await ctx.db
        .selectFrom('supply_order as o')
        .innerJoin('contractor as c', 'c.id', 'o.contractor_id')
        .innerJoin('storehouse as h', 'h.id', 'o.storehouse_id')
        .leftJoin('account as a', 'a.id', 'o.maker_id')
        .select([
          'c.name as buyer',
          sql<string>`case when a.phone is null then c.contact else o.maker_name end`.as('contact'),
          sql<string>`coalesce(a.phone, c.phone)`.as('phone'),
          'h.name as place',
          'h.address',
        ])
        .where('o.id', '=', ids[0]!)
        .executeTakeFirstOrThrow();
      const lines = await ctx.db
        .selectFrom('daily_purchase as p')
        .innerJoin('goods as g', 'g.id', 'p.goods_id')
        .select(['g.name', 'g.spec', boughtWords.as('buy'), priceWords.as('price'), 'p.amount_fen as fen'])
        .where('p.order_id', '=', ids[0]!)
        .orderBy('g.code')
        .execute();
      return {
        receipt: {
          title: '采购单',
          lines: [
            ['单号', String(row!.orderNo)],
            ['供应商', String(row!.supplierName)],
            ['采购方', buyer],
            ['联系', `${contact} ${phone}`],
            ['送货', `${row!.deliveryDate} 送到 ${place}${address ? `（${address}）` : ''}`],
            ['合计', `${formatFenGrouped(row!.amountFen as number)} 元`],
          ],
          sheets: [
            {
              columns: [
                { label: '行' },
                { label: '商品' },
                { label: '数量', align: 'right' },
                { label: '单价', align: 'right' },
                { label: '金额（元）', align: 'right' },
              ],
              rows: lines.map(({ name, spec, buy, price, fen }, i) => [
                String(i + 1),
                `${name}${spec ? `（${spec}）` : ''}`,
                buy,
                price ?? '',
                formatFenGrouped(fen),
              ]),
              totals: ['合计', '', '', '', formatFenGrouped(row!.amountFen as number)],
              signatures: ['采购：', '供应商：', '日期：'],
            },
          ],
          footer: '送货须随附检疫、合格证明；验收由两人签字',
          code: String(row!.orderNo),
          link: `/admin/contractor/erp/supply_order/record?id=${ids[0]}`,
        },
      };
    },
  },
  reads: ['print'],
});

const lines = bind(supplyOrderLine, {
  list: over(
    supplyOrderLine,
    'daily_purchase as p',
    {
      columns: {
        goodsName: 'g.name',
        buy: boughtWords,
        unitPrice: priceWords,
        replyWords: sql`trim_scale(y.qty_milli / 1000.0)::text`,
        replyFen: sql`case when y.price_fen <> p.price_fen then y.price_fen end`,
        replyNote: sql`concat_ws('，', nullif(y.note, ''), '批号 ' || nullif(y.lot_no, ''), '到期 ' || y.expires_on)`,
        received: sql`case when p.received_qty > 0 then stock_qty(p.received_qty, g.base_unit) end`,
      },
    },
    (from) =>
      from
        .innerJoin('goods as g', (on) =>
          on.onRef('g.contractor_id', '=', 'p.contractor_id').onRef('g.id', '=', 'p.goods_id'),
        )
        .leftJoin('supply_reply as y', (on) =>
          on.onRef('y.contractor_id', '=', 'p.contractor_id').onRef('y.purchase_id', '=', 'p.id'),
        ),
  ),
});

export default [orders, lines];
