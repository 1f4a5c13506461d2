import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import type { Outcome } from '../../../../kit/define/page.ts';
import { maskText } from '../../../../kit/server/audit/mask.ts';
import { isoAt } from '../../../../kit/server/clock.ts';
import type { Ctx } from '../../../../kit/server/context.ts';
import { sqlOf } from '../../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Done, type Show, type Values } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseLine } from '../../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../../kit/server/refusal.ts';
import { channelNames, type PayChannel } from '../../../funding/public.server.ts';
import { notWhole, wholeUnits } from '../../../stock/public.ts';
import { ownContractor } from '../../../tenancy/public.server.ts';
import { shopOf } from '../../shelf/shops.ts';
import '../../tables.ts';
import { askPaid, paymentOf } from '../channel-money.ts';
import { handAs } from '../hand-as.ts';
import type { WantedOrder } from '../judge-order.ts';
import { cancelOrder, claimBack, finishOrder, moveOrder, pickOrder, refundOrder } from '../move-order.ts';
import { orderFlow } from '../order-states.ts';
import { readOrder, wantedQty } from '../order-store.ts';
import { paidLine } from '../paid-line.ts';
import { placeOrder, withCode } from '../place-order.ts';
import { personByJobNumber } from '../read-person.ts';
import { shopOrder, shopOrderItem, shopOrderPayment } from './supermarket_order.page.ts';

const keyOf = (row: ActionInput['rows'][number]) => ({ organizationId: Number(row.organizationId), id: row.id });
/** Does it to every row; what could not be done is told order by order. */
async function each(
  { rows }: ActionInput,
  act: (row: ActionInput['rows'][number]) => Promise<Refusal | undefined>,
): Promise<Done | Refusal> {
  const refused: [string, string][] = [];
  let last: Refusal | undefined;
  for (const row of rows) {
    last = await act(row);
    if (last) refused.push([String(row.orderNo), refusalMessage(last)]);
  }
  if (refused.length === 0) return null;
  if (rows.length === 1) return last!;
  return {
    receipt: {
      title: '办理结果',
      lines: [['已办理', `${rows.length - refused.length} 单`], ['未办理', `${refused.length} 单`], ...refused],
    },
  };
}

/** Who ordered, as the caterer sees it. */
const dinerOf = (row: ActionInput['rows'][number]): [string, string] => [
  '人员',
  maskText('name', String(row.personName)),
];

/** Without money: all of the selection or none. */
const plain =
  (event: 'accept' | 'deliver' | 'decline') =>
  async (ctx: Ctx, { rows }: ActionInput) => {
    const tx = sqlOf(ctx.db);
    for (const row of rows) {
      const no = await moveOrder(tx, ctx, keyOf(row), event);
      if (no) return no;
      await ctx.audit({ action: orderFlow.moves[event].label, targetId: row.id, targetName: String(row.orderNo) });
    }
    return null;
  };

/** Base units of what is typed in the rows of `key`: kilograms or litres of goods that are counted so, otherwise pieces, whole ones. */
async function inBase(
  ctx: Ctx,
  row: ActionInput['rows'][number],
  key: 'picked' | 'back',
  typed: readonly { lineNo: number; quantity: number }[],
): Promise<{ lineNo: number; qty: number }[] | Refusal> {
  const { rows } = await sqlOf(ctx.db).query<{ lineNo: number; size: number }>(
    `select i.line_no as "lineNo", case when g.base_unit = 'PIECE' then 1 else 1000 end as size from shop_order_item i
     join goods g on g.contractor_id = i.contractor_id and g.id = i.goods_id
     where i.organization_id = $1 and i.order_id = $2`,
    [row.organizationId, row.id],
  );
  const sizes = new Map(rows.map(({ lineNo, size }) => [lineNo, size]));
  const base: { lineNo: number; qty: number }[] = [];
  for (const [i, { lineNo, quantity }] of typed.entries()) {
    const qty = wholeUnits(quantity, sizes.get(lineNo) ?? 1);
    if (qty === undefined) return refuseLine({}, key, i, 'quantity', notWhole);
    base.push({ lineNo, qty });
  }
  return base;
}

const money = {
  finish: (ctx: Ctx, input: ActionInput) =>
    each(input, (row) => {
      const receiver = String(input.values.receiver ?? '').trim();
      const by = handAs(ctx, '完成订单', row.id, receiver);
      return finishOrder(ctx.services, keyOf(row), { by, receiver, identify: 'MANUAL' });
    }),
  cancel: (ctx: Ctx, input: ActionInput) =>
    each(input, (row) => {
      const reason = String(input.values.reason);
      return cancelOrder(ctx.services, keyOf(row), handAs(ctx, '取消订单', row.id, reason), reason);
    }),
  refund: (ctx: Ctx, input: ActionInput) =>
    each(input, (row) => refundOrder(ctx.services, keyOf(row), handAs(ctx, '售后退款', row.id))),
};

const byChannel = (row: ActionInput['rows'][number]) => row.payWay === 'WECHAT' || row.payWay === 'ALIPAY';

const channelOf = ({ payBy }: Values<typeof shopOrder.fields>): PayChannel | undefined =>
  payBy === 'WECHAT' || payBy === 'ALIPAY' ? payBy : undefined;

/** What a command does to purses is told by itself; one that a channel paid for touches none. */
const foretold =
  (key: 'finish' | 'cancel', said: (row: ActionInput['rows'][number]) => [string, string]) =>
  async (ctx: Ctx, input: ActionInput): Promise<Outcome | Refusal> => {
    const [row] = input.rows;
    if (input.rows.length === 1 && byChannel(row!)) return { lines: [dinerOf(row!), said(row!)] };
    return input.rows.length > 1
      ? { lines: [['选中', `${input.rows.length} 单，逐单办理；不能办理的写明原因，其余照常`]] }
      : ctx.services.rehearse(ctx, (inner) => money[key](inner, input));
  };

/** The lines by the numbers a dialog asks for, with what is wanted or was taken of each. */
async function numbered(ctx: Ctx, row: ActionInput['rows'][number]): Promise<[string, string]> {
  const order = await readOrder(sqlOf(ctx.db), Number(row.organizationId), row.id);
  const words = (order?.items ?? []).map((item) => {
    const qty = wantedQty(item);
    const said = item.by_weight ? `${qty / 1_000} 千克` : `${qty / item.unit_size} ${item.unit_name}`;
    return `${item.line_no} ${item.name} ${said}`;
  });
  return ['各行', words.join('；')];
}

/** 付款码: what whoever pays scans. */
async function showOrderCode(ctx: Ctx, { rows }: ActionInput): Promise<Show | Refusal> {
  const row = rows[0]!;
  const order = await readOrder(sqlOf(ctx.db), Number(row.organizationId), row.id);
  const shown = order && (await withCode(ctx.services, order));
  if (!shown || isRefusal(shown)) return shown ?? refuse('NOT_FOUND');
  const payment = await paymentOf(sqlOf(ctx.db), shown);
  if (!payment?.code) return refuse('NOT_NOW', { why: `${shown.order_no} 已付款或已关闭` });
  return {
    receipt: {
      title: `${channelNames[payment.channel]}扫码付款`,
      lines: [
        ['订单', shown.order_no],
        dinerOf(row),
        ['应付', `${formatFenGrouped(payment.amountFen)} 元`],
        ['有效至', isoAt(payment.expiresAt).slice(11, 16)],
      ],
      footer: '称重商品多付一成，多付的备货后原路退回；付款后自动接到「待接单」',
      qr: payment.code,
    },
  };
}

async function pick(ctx: Ctx, { rows, values }: ActionInput): Promise<Done | Refusal> {
  const row = rows[0]!;
  const typed = (values.picked ?? []) as { lineNo: number; quantity: number; reason: string | null }[];
  const base = await inBase(ctx, row, 'picked', typed);
  if (isRefusal(base)) return base;
  const picked = base.map((one, i) => ({ ...one, reason: typed[i]!.reason?.trim() ?? '' }));
  return (await pickOrder(ctx.services, keyOf(row), picked, handAs(ctx, '备货', row.id))) ?? null;
}

async function wantedOf(ctx: Ctx, values: Values<typeof shopOrder.fields>): Promise<WantedOrder | Refusal> {
  const personId = await personByJobNumber(sqlOf(ctx.db), values.organizationId!, values.jobNumber!);
  if (isRefusal(personId)) return personId;
  return {
    contractorId: ownContractor(ctx),
    organizationId: values.organizationId!,
    personId,
    deliveryDate: values.deliveryDate!,
    way: values.deliveryWay!,
    address: values.address ?? '',
    remark: values.remark ?? '',
    lines: (values.lines ?? []).map(({ goodsId, quantity }) => ({ goodsId: goodsId!, quantity: quantity! })),
  };
}

/** Of order `o`: the recalls that hold goods of it back. */
const recalled = sql<string | null>`(select string_agg(distinct i.recall_no, '、') from shop_order_item i
  where i.organization_id = o.organization_id and i.order_id = o.id and coalesce(i.picked_qty, i.qty) > 0)`;

const orders = bind(shopOrder, {
  list: over(
    shopOrder,
    'shop_order as o',
    {
      version: true,
      columns: {
        jobNumber: 'p.job_number',
        personName: 'p.name',
        lines: null,
        payBy: null,
        payWay: sql`case when o.pay_way = 'THIRD' then (select p.channel from third_trade p
          where p.organization_id = o.organization_id and p.id = o.third_trade_id) else o.pay_way end`,
        recalled,
        lacking: sql`(o.status in ('PAID', 'PICKING', 'DELIVERING') and (${recalled} is not null or exists (select 1 from stock_reservation r
          where r.contractor_id = o.contractor_id and r.document_type = 'SHOP_ORDER' and r.document_id = o.id and r.status = 'CUT')))`,
        pickCode: sql`case when o.status in ('PAID', 'PICKING', 'DELIVERING') then o.pick_code end`,
        tradeId: sql`o.trade_id::text`,
      },
    },
    (from) =>
      from.innerJoin('person as p', (on) =>
        on.onRef('p.organization_id', '=', 'o.organization_id').onRef('p.id', '=', 'o.person_id'),
      ),
  ),
  notice: async (ctx) => {
    const { rows } = await sqlOf(ctx.db).query<{ status: string; n: number }>(
      `select status, count(*)::int as n from shop_order where contractor_id = $1 and status in ('PAID', 'PICKING', 'DELIVERING', 'REFUNDING')
       group by 1 order by 1`,
      [ownContractor(ctx)],
    );
    if (rows.length === 0) return null;
    return {
      tone: 'info',
      text: `${rows.map(({ status, n }) => `${orderFlow.labelOf(status)} ${n} 单`).join('，')}。`,
    };
  },
  create: async (ctx, values) => {
    const wanted = await wantedOf(ctx, values);
    if (isRefusal(wanted)) return wanted;
    const order = await placeOrder(ctx.services, wanted, {
      by: handAs(ctx, '代下单', wanted.personId),
      source: 'STAFF',
      requestKey: ctx.requestKey ?? null,
      channel: channelOf(values),
    });
    return isRefusal(order) ? order : { id: order.id };
  },
  outcomes: {
    create: async (_ctx, { values }) => ({
      lines: [
        !channelOf(values)
          ? ['货款', '从本人账户冻结，称重商品多冻结一成；签收时按实际金额扣款']
          : ['货款', '下单后出示付款码，15 分钟内付款；称重商品多付一成，多付的备货后原路退回'],
      ],
    }),
    finish: foretold('finish', (row) => [
      '货款',
      `已由渠道付清，计 ${formatFenGrouped(Number(row.amountFen))} 元；多付的原路退回付款人`,
    ]),
    cancel: foretold('cancel', (row) => [
      '货款',
      row.status === 'UNPAID' ? '还没有付款，付款码随即失效' : '付款全部原路退回付款人',
    ]),
    ask: async (ctx, { rows }) => ({ lines: [dinerOf(rows[0]!), await numbered(ctx, rows[0]!)] }),
    pick: async (ctx, { rows }) => ({
      lines: [
        dinerOf(rows[0]!),
        await numbered(ctx, rows[0]!),
        byChannel(rows[0]!)
          ? ['已付款', `应付 ${formatFenGrouped(Number(rows[0]!.amountFen))} 元；缺货和少称的部分原路退回付款人`]
          : ['冻结', `现为 ${formatFenGrouped(Number(rows[0]!.amountFen))} 元；缺货和少称的部分即时退回可用余额`],
      ],
    }),
  },
  outsideTransaction: ['create', 'pick', 'finish', 'cancel', 'refund', 'code', 'asked'],
  actions: {
    ...money,
    code: showOrderCode,
    asked: async (ctx, { rows }) => (await askPaid(ctx.services, keyOf(rows[0]!))) ?? null,
    pick,
    accept: plain('accept'),
    deliver: plain('deliver'),
    decline: plain('decline'),
    ask: async (ctx, { rows, values }) => {
      const row = rows[0]!;
      const tx = sqlOf(ctx.db);
      const key = keyOf(row);
      const shop = await shopOf(tx, { contractorId: ownContractor(ctx), organizationId: key.organizationId });
      const back = await inBase(ctx, row, 'back', values.back as { lineNo: number; quantity: number }[]);
      if (isRefusal(back)) return back;
      const no = await claimBack(tx, ctx, key, {
        back,
        goodsBack: values.goodsBack === 'BACK',
        reason: String(values.reason),
        photo: (values.photo as string | null | undefined) ?? null,
        hours: shop?.after_sale_hours ?? 48,
      });
      if (no) return no;
      await ctx.audit({ action: '申请售后', targetId: row.id, targetName: `${row.orderNo}：${String(values.reason)}` });
      return null;
    },
  },
});

const items = bind(shopOrderItem, {
  list: over(
    shopOrderItem,
    'shop_order_item as i',
    {
      columns: {
        qtyWords: sql`stock_qty(i.qty, g.base_unit)`,
        pickedWords: sql`stock_qty(i.picked_qty, g.base_unit)`,
        backWords: sql`case when i.back_qty > 0 then stock_qty(i.back_qty, g.base_unit) end`,
        stockState: sql`case when coalesce(i.picked_qty, i.qty) > 0 and i.recall_no is not null then '召回 ' || i.recall_no else (select case r.status when 'HELD' then '已预留' when 'USED' then '已出库' when 'CUT' then '缺货' else '已释放' end
          from stock_reservation r where r.contractor_id = i.contractor_id and r.document_type = 'SHOP_ORDER' and r.line_id = i.id) end`,
      },
      names: { goodsId: 'i.name' },
    },
    (from) =>
      from.innerJoin('goods as g', (on) =>
        on.onRef('g.contractor_id', '=', 'i.contractor_id').onRef('g.id', '=', 'i.goods_id'),
      ),
  ),
});

const ofPayment = (key: string) => sql.raw(`p."${key}"`);

const payments = bind(shopOrderPayment, {
  list: over(
    shopOrderPayment,
    'shop_order as o',
    {
      columns: {
        orderId: 'o.id',
        tradeNo: sql`${ofPayment('tradeNo')}`,
        channel: sql`${ofPayment('channel')}`,
        amountFen: sql`${ofPayment('amountFen')}`,
        backFen: sql`${ofPayment('backFen')}`,
        refundedFen: sql`${ofPayment('refundedFen')}`,
        channelNo: sql`${ofPayment('channelNo')}`,
        paidAt: sql`${ofPayment('paidAt')}`,
        expiresAt: sql`${ofPayment('expiresAt')}`,
        error: sql`${ofPayment('error')}`,
        status: sql`${ofPayment('status')}`,
      },
    },
    (from) => from.innerJoin(paidLine.as('p'), (on) => on.onTrue()),
  ),
});

export default [orders, items, payments];
