/** 下单: lines at the agent's prices, and locking prices and stock when it is handed in. */
import { formatFenGrouped, mulDivHalfUp } from '../../../kit/define/fen.ts';
import type { Outcome } from '../../../kit/define/page.ts';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { openBill } from '../bills/open-bill.ts';
import { onShelf, reserved } from '../goods/stock.ts';
import { billingRefusals } from '../refusals.ts';
import type { PurchaseOrderRow } from '../tables.ts';

/** Days an order waits for its money before the bill is overdue. */
const payWithinDays = 7;

interface Asked {
  goodsId: number;
  qty: number;
}

interface Priced extends Asked {
  name: string;
  listPriceFen: number;
  priceFen: number;
}

/** The agent's price of a good: its grade's own, or the list price at the grade's discount. */
export function gradePrice(
  priceFen: number,
  gradePrices: readonly { gradeId: number; priceFen: number }[],
  grade: { id: number; discount: number },
): number {
  const own = gradePrices.find((one) => one.gradeId === grade.id)?.priceFen;
  return own ?? mulDivHalfUp(priceFen, grade.discount, 10_000);
}

async function priced(tx: Sql, agentId: number, asked: readonly Asked[]): Promise<Priced[] | Refusal> {
  const { rows: grades } = await tx.query<{ id: number; discount: number }>(
    'select /* wall: the agent that buys */ g.id, g.discount from agent a join agent_grade g on g.id = a.grade_id where a.id = $1',
    [agentId],
  );
  const { rows } = await tx.query<{
    id: number;
    name: string;
    priceFen: number;
    gradePrices: { gradeId: number; priceFen: number }[];
  }>(
    `select id, name || ' ' || spec as name, price_fen as "priceFen", grade_prices as "gradePrices" from device_goods
     where id = any($1::bigint[]) and status = 'ON'`,
    [asked.map(({ goodsId }) => goodsId)],
  );
  const lines: Priced[] = [];
  for (const { goodsId, qty } of asked) {
    const good = rows.find(({ id }) => id === goodsId);
    if (!good) return refuse(billingRefusals.DEVICE_GOODS_OFF, { no: lines.length + 1 });
    const priceFen = gradePrice(good.priceFen, good.gradePrices, grades[0]!);
    lines.push({ goodsId, qty, name: good.name, listPriceFen: good.priceFen, priceFen });
  }
  return lines;
}

const sums = (lines: readonly Priced[]) => {
  const listFen = lines.reduce((sum, one) => sum + Math.max(one.listPriceFen, one.priceFen) * one.qty, 0);
  const payFen = lines.reduce((sum, one) => sum + one.priceFen * one.qty, 0);
  return { listFen, payFen, discountFen: listFen - payFen };
};

export async function createOrder(
  ctx: Ctx,
  values: Readonly<Record<string, unknown>>,
): Promise<{ id: number } | Refusal> {
  const { unitType, unitId, accountId, name } = ctx.session;
  if (unitType !== 'AGENT' || unitId === null) return refuse('NOT_PERMITTED', { what: '采购订单由代理商下单' });
  const tx = sqlOf(ctx.db);
  const lines = await priced(tx, unitId, values.lines as Asked[]);
  if (isRefusal(lines)) return lines;
  const { listFen, payFen, discountFen } = sums(lines);
  const id = await ctx.ids.next();
  const at = isoAt(ctx.clock.now());
  const orderNo = `CG${dateAt(ctx.clock.now()).replaceAll('-', '')}${id}`;
  await tx.query(
    `insert into purchase_order (id, order_no, agent_id, contact, phone, address, remark, list_fen, discount_fen, pay_fen, status, maker_id,
       maker_name, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'DRAFT', $11, $12, $13, $13)`,
    [
      id,
      orderNo,
      unitId,
      values.contact,
      values.phone,
      values.address,
      values.remark ?? '',
      listFen,
      discountFen,
      payFen,
      accountId,
      name,
      at,
    ],
  );
  for (const [i, line] of lines.entries())
    await tx.query(
      `insert into purchase_order_line (id, order_id, agent_id, line_no, goods_id, qty, list_price_fen, price_fen, amount_fen)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        await ctx.ids.next(),
        id,
        unitId,
        i + 1,
        line.goodsId,
        line.qty,
        line.listPriceFen,
        line.priceFen,
        line.qty * line.priceFen,
      ],
    );
  await ctx.audit({
    action: '下单',
    targetId: id,
    targetName: orderNo,
    changes: [{ key: 'payFen', label: '应付', before: null, after: formatFenGrouped(payFen) }],
  });
  return { id };
}

async function askedLines(tx: Sql, order: PurchaseOrderRow): Promise<Asked[]> {
  const { rows } = await tx.query<Asked>(
    `select goods_id as "goodsId", qty from purchase_order_line where agent_id = $1 and order_id = $2 order by line_no`,
    [order.agent_id, order.id],
  );
  return rows;
}

/** Goods of which there are too few; their rows are held, so that two agents do not get the same last one. */
async function refuseShort(tx: Sql, lines: readonly Priced[]): Promise<Refusal | undefined> {
  const ids = lines.map(({ goodsId }) => goodsId);
  await tx.query('select 1 from device_goods where id = any($1::bigint[]) order by id for update', [ids]);
  const { rows } = await tx.query<{ id: number; free: number }>(
    `select /* wall: what the platform has */ g.id, (${onShelf}) - ${reserved} as free from device_goods g where g.id = any($1::bigint[])`,
    [ids],
  );
  for (const line of lines) {
    // The order in hand is among those that wait already.
    const free = (rows.find(({ id }) => id === line.goodsId)?.free ?? 0) + line.qty;
    if (free < line.qty)
      return refuse(billingRefusals.DEVICE_GOODS_SHORT, { name: line.name, free: Math.max(0, free), qty: line.qty });
  }
  return undefined;
}

/** Of a draft that is locked: its prices of today are frozen, the goods set aside, its bill drawn. */
export async function lockIn(ctx: Ctx, order: PurchaseOrderRow): Promise<Refusal | undefined> {
  const tx = sqlOf(ctx.db);
  const lines = await priced(tx, order.agent_id, await askedLines(tx, order));
  if (isRefusal(lines)) return lines;
  const short = await refuseShort(tx, lines);
  if (short) return short;
  const { listFen, payFen, discountFen } = sums(lines);
  for (const line of lines)
    await tx.query(
      `update purchase_order_line set list_price_fen = $4, price_fen = $5::bigint, amount_fen = qty * $5::bigint
       where agent_id = $1 and order_id = $2 and goods_id = $3`,
      [order.agent_id, order.id, line.goodsId, line.listPriceFen, line.priceFen],
    );
  const now = ctx.clock.now();
  const bill = await openBill(ctx, tx, {
    kind: 'DEVICE_ORDER',
    unitType: 'AGENT',
    unitId: order.agent_id,
    title: `设备采购 ${order.order_no}`,
    amountFen: payFen,
    dueOn: addDays(dateAt(now), payWithinDays),
    document: { type: 'PURCHASE_ORDER', id: order.id },
    maker: { id: ctx.session.accountId, name: ctx.session.name },
  });
  await tx.query(
    `update purchase_order set list_fen = $3, discount_fen = $4, pay_fen = $5, bill_id = $6, submitted_at = $7
     where agent_id = $1 and id = $2`,
    [order.agent_id, order.id, listFen, discountFen, payFen, bill.id, isoAt(now)],
  );
  return undefined;
}

/** What 提交订单 locks. */
export async function submitOutcome(ctx: Ctx, { ids }: ActionInput): Promise<Outcome | Refusal> {
  const order = await ctx.db
    .selectFrom('purchase_order')
    .selectAll()
    .where('id', '=', ids[0] ?? 0)
    .executeTakeFirst();
  if (!order) return refuse('NOT_FOUND');
  const tx = sqlOf(ctx.db);
  const lines = await priced(tx, order.agent_id, await askedLines(tx, order));
  if (isRefusal(lines)) return lines;
  const { listFen, payFen, discountFen } = sums(lines);
  const yuan = (fen: number) => `${formatFenGrouped(fen)} 元`;
  return {
    lines: [
      ...lines.map((one) => [one.name, `${one.qty} × ${yuan(one.priceFen)}`] as [string, string]),
      ['标价合计', yuan(listFen)],
      ['等级优惠', yuan(discountFen)],
    ],
    amountFen: payFen,
  };
}
