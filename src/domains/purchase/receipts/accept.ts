/** Acceptance of a delivery: checks by line, the record, lots and stock for what is taken; what is priced too high waits. */

import type { Fields } from '../../../kit/define/field.ts';
import type { Preview } from '../../../kit/define/preview.ts';
import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { followLines } from '../needs/place-orders.ts';
import { orderFlow } from '../needs/purchase-states.ts';
import { purchaseRefusals } from '../refusals.ts';
import type { SupplyOrderRow } from '../tables.ts';
import { type DraftLine, dropDraft, keepDraft, readDraft } from './keep-draft.ts';
import { receipt } from './pages/receipt.page.ts';
import { acceptLine, type Expected, type Weighed } from './read-receipt.ts';
import { papersSeen } from './receipt-words.ts';
import { postLines, type Taken, writeReceipt } from './write-receipt.ts';

type ReceiptValues = Values<typeof receipt.fields>;
const delivered = { fields: receipt.fields as Fields, cell: 'verdict', instead: '拒收' };

/** Lines of an order that still wait, with what is needed to judge them. */
async function expectedOf(ctx: Ctx, orderId: number): Promise<Expected[]> {
  const { rows } = await sqlOf(ctx.db).query<Expected>(
    `select p.id as "purchaseId", p.goods_id as "goodsId", g.name as goods, p.unit_id as "unitId", p.unit_size as "unitSize", p.buy_qty as "buyQty",
       p.received_qty as "receivedQty", p.price_fen as "listFen", g.tracked, g.stored, g.max_temp as "maxTemp", g.shelf_days as "shelfDays", g.papers,
       coalesce(a.fen, 0)::bigint as "pastFen", coalesce(a.qty, 0)::bigint as "pastQty"
     from daily_purchase p join goods g on g.contractor_id = p.contractor_id and g.id = p.goods_id
     left join lateral (select sum(l.amount_fen) as fen, sum(l.qty) as qty from receipt r
       join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
       where r.contractor_id = p.contractor_id and l.goods_id = p.goods_id and l.status = 'POSTED' and r.accepted_at > $3::timestamptz - interval '30 days') a on true
     where p.contractor_id = $1 and p.order_id = $2 and p.status in ('ORDERED', 'PART_RECEIVED') order by g.code, p.id for update of p`,
    [ownContractor(ctx), orderId, isoAt(ctx.clock.now())],
  );
  return rows;
}

async function openOrder(ctx: Ctx, orderId: number): Promise<SupplyOrderRow | Refusal> {
  const order = await ctx.db.selectFrom('supply_order').selectAll().where('id', '=', orderId).executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  if (order.status !== 'ORDERED' && order.status !== 'PART_RECEIVED')
    return refuse(purchaseRefusals.DELIVERY_DONE, {
      no: order.order_no,
      status: order.status === 'RECEIVED' ? '已到齐' : orderFlow.labelOf(order.status),
    });
  return order;
}

/** What the order lets come, as rows to be weighed. */
export async function previewReceipt(ctx: Ctx, values: ReceiptValues): Promise<Preview | Refusal> {
  const order = await openOrder(ctx, values.orderId!);
  if (isRefusal(order)) return order;
  const { rows } = await sqlOf(ctx.db).query<Record<string, unknown>>(
    `select p.id as "purchaseId", g.name as "goodsName", trim_scale((p.buy_qty - p.received_qty)::numeric / p.unit_size)::text as ordered,
       coalesce((select u.name from goods_unit u where u.contractor_id = p.contractor_id and u.id = p.unit_id),
         case g.base_unit when 'G' then '克' when 'ML' then '毫升' else '个' end) as unit,
       -- What the supplier said he brings stands there already, to be weighed; the price is the order's until somebody types another.
       coalesce(case when p.received_qty = 0 then y.qty_milli / 1000.0 end, (p.buy_qty - p.received_qty)::float8 / p.unit_size)::float8 as gross,
       0 as tare, p.price_fen as "priceFen", nullif(y.lot_no, '') as "lotNo", y.produced_on::text as "producedOn",
       y.expires_on::text as "expiresOn", null as temp, 'GOOD' as look, 'TAKE' as verdict, null as reason
     from daily_purchase p join goods g on g.contractor_id = p.contractor_id and g.id = p.goods_id
     left join supply_reply y on y.contractor_id = p.contractor_id and y.purchase_id = p.id
     where p.contractor_id = $1 and p.order_id = $2 and p.status in ('ORDERED', 'PART_RECEIVED') order by g.code, p.id`,
    [ownContractor(ctx), order.id],
  );
  const sent = values.lines;
  if (!sent || sent.length === 0) return withDraft(ctx, order.id, rows);
  await keepDraft(ctx, order.id, sent as readonly DraftLine[]);
  const judged = await judgeLines(ctx, order, sent as readonly Weighed[], values.papers ?? []);
  if (isRefusal(judged)) return judged;
  const refused = sent.filter((line) => line.verdict === 'REFUSE').length;
  const held = judged.filter(({ accepted }) => accepted.heldWhy !== '').length;
  return {
    figures: [
      { label: '验收', value: sent.length - refused, kind: 'int', unit: '种' },
      { label: '拒收', value: refused, kind: 'int', unit: '种', bad: refused > 0 },
      { label: '价格待批', value: held, kind: 'int', unit: '种', bad: held > 0 },
    ],
    notices: weighedWords(judged),
  };
}

/** What the second inspector signs for: the net of each, by the unit it was ordered in, what is short and what is turned away. */
function weighedWords(judged: readonly Taken[]): NonNullable<Preview['notices']> {
  const net = ({ of, accepted }: Taken) => `${of.goods} ${accepted.typedMilli / 1_000}`;
  const taken = judged.filter(({ line }) => line.verdict !== 'REFUSE');
  const short = taken.filter(({ of, accepted }) => of.buyQty !== null && of.receivedQty + accepted.qty < of.buyQty);
  const refused = judged.filter(({ line }) => line.verdict === 'REFUSE');
  const orderedWords = ({ of, accepted }: Taken) =>
    `${of.goods} 订 ${(of.buyQty! - of.receivedQty) / of.unitSize} 收 ${accepted.typedMilli / 1_000}`;
  return [
    { tone: 'info', text: `净重或数量：${taken.map(net).join('，') || '没有收的'}`, more: '按采购单位' },
    ...(short.length > 0
      ? [
          {
            tone: 'warning' as const,
            text: `少于订购：${short.map(orderedWords).join('，')}`,
            more: '没到的留在采购单里，到了再收；不再要的由采购取消余量',
          },
        ]
      : []),
    ...(refused.length > 0
      ? [
          {
            tone: 'warning' as const,
            text: `拒收：${refused.map(({ of, line }) => `${of.goods}（${line.reason}）`).join('，')}`,
          },
        ]
      : []),
  ];
}

/** The rows with what one of the inspectors has typed already laid over them. */
async function withDraft(ctx: Ctx, orderId: number, rows: readonly Record<string, unknown>[]): Promise<Preview> {
  const draft = await readDraft(ctx, orderId);
  if (!draft) return { rows, figures: [] };
  return {
    rows: rows.map((row) => {
      const typed = draft.lines.get(row.purchaseId as number);
      return typed ? { ...row, ...typed } : { ...row, off: true };
    }),
    figures: [],
    notices: [
      {
        tone: 'info',
        text: `接着${draft.savedName} ${draft.savedAt.slice(5, 16).replace('T', ' ')} 填到的内容`,
        more: '没有验收入库以前，两位验收人在任何一台平板上打开这张采购单都能接着填。',
      },
    ],
  };
}

/** What is wrong with several lines, said at once: beside a scale nobody looks over a delivery once for every mistake. */
export function together(refusals: readonly Refusal[]): Refusal {
  const [first] = refusals;
  if (refusals.length === 1) return first!;
  const fields = Object.assign({}, ...refusals.map((one) => one.fields)) as Record<string, string>;
  const all = refusals.map(({ params }) => params.detail).join('；');
  return refuse('INVALID_FIELDS', { detail: all }, { ...fields, lines: all });
}

/** Goods that ask for papers are not taken without them; `instead` is what becomes of those that come without. */
export function refusePapers(
  of: Expected,
  { verdict }: Weighed,
  row: number,
  papers: readonly string[],
  { fields, cell, instead }: { fields: Fields; cell: string; instead: string } = delivered,
): Refusal | undefined {
  const missing = (of.papers ?? []).filter((paper) => !papers.includes(paper));
  if (verdict === 'REFUSE' || missing.length === 0) return undefined;
  const words = missing.map((paper) => labelIn(papersSeen, paper)).join('、');
  return refuseLine(fields, 'lines', row, cell, `「${of.goods}」须有${words}：在「随货票证」里勾选，没有的${instead}`);
}

/** Every line as it would be accepted, or what is wrong with those that are not. */
async function judgeLines(
  ctx: Ctx,
  order: SupplyOrderRow,
  lines: readonly Weighed[],
  papers: readonly string[],
): Promise<Taken[] | Refusal> {
  const expected = new Map((await expectedOf(ctx, order.id)).map((one) => [one.purchaseId, one]));
  const taken: Taken[] = [];
  const wrong: Refusal[] = [];
  for (const [row, line] of lines.entries()) {
    const of = expected.get(line.purchaseId!);
    if (!of) return refuse('STALE', { of: order.id });
    const accepted = refusePapers(of, line, row, papers) ?? acceptLine(of, line, row, businessDay(ctx.clock.now()));
    if (isRefusal(accepted)) wrong.push(accepted);
    else taken.push({ of, line, accepted });
  }
  return wrong.length > 0 ? together(wrong) : taken;
}

export async function acceptDelivery(ctx: Ctx, values: ReceiptValues): Promise<{ id: number } | Refusal> {
  const order = await openOrder(ctx, values.orderId!);
  if (isRefusal(order)) return order;
  const second = ctx.witness!;
  if (order.maker_id === ctx.session.accountId || order.maker_id === second.accountId)
    return refuse(purchaseRefusals.RECEIPT_ORDERER, { no: order.order_no, name: order.maker_name });
  const taken = await judgeLines(ctx, order, (values.lines ?? []) as readonly Weighed[], values.papers ?? []);
  if (isRefusal(taken)) return taken;
  const supplier = await ctx.db
    .selectFrom('supplier')
    .selectAll()
    .where('id', '=', order.supplier_id)
    .executeTakeFirstOrThrow();
  const head = {
    order_id: order.id,
    supplier_id: supplier.id,
    supplier_name: supplier.name,
    supplier_address: supplier.address ?? '',
    supplier_phone: supplier.phone ?? '',
    storehouse_id: order.storehouse_id,
    emergency: false,
    buy_reason: null,
    pay_way: null,
    photo: values.photo ?? null,
    papers: values.papers ?? [],
  };
  const id = await writeReceipt(ctx, head, taken, second);
  const no = await postLines(ctx, id, order, second);
  if (no) return no;
  await arrive(ctx, taken);
  await followLines(ctx, [order.id]);
  await dropDraft(ctx, order.id);
  await ctx.audit({
    action: '验收',
    targetId: id,
    targetName: `${order.order_no} ${taken.length} 种，与 ${second.name}`,
  });
  return { id };
}

/** What has come counts for its line; within the tolerance it is complete. */
async function arrive(ctx: Ctx, taken: readonly Taken[]): Promise<void> {
  for (const { of, line, accepted } of taken) {
    if (line.verdict === 'REFUSE' || of.buyQty === null) continue;
    const received = of.receivedQty + accepted.qty;
    const status = received >= of.buyQty ? 'RECEIVED' : 'PART_RECEIVED';
    await ctx.db
      .updateTable('daily_purchase')
      .set((eb) => ({
        received_qty: received,
        status,
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', of.purchaseId)
      .execute();
  }
}
