/** 应急采购: judged line by line as a delivery is, signed by two, in stock at once; what is dearer than usual waits for a third. */

import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Values } from '../../../kit/server/page/binding.ts';
import { refuseLine } from '../../../kit/server/page/values.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { purchaseRefusals } from '../refusals.ts';
import { refusePapers, together } from './accept.ts';
import { marketBuy } from './pages/market_buy.page.ts';
import { acceptLine, type Expected, type Weighed } from './read-receipt.ts';
import { postLines, type Taken, writeReceipt } from './write-receipt.ts';

type Bought = Omit<Weighed, 'verdict'> & { goodsId: number; unitId: number | null };

/** Goods as they were bought, in their order: with the cheapest list price of the day and what was paid in thirty days. */
async function goodsOf(ctx: Ctx, lines: readonly Bought[]): Promise<(Expected | undefined)[]> {
  const { rows } = await sqlOf(ctx.db).query<Expected & { nth: number }>(
    `select a.nth::int as nth, null as "purchaseId", g.id as "goodsId", g.name as goods, u.id as "unitId", coalesce(u.size, 1) as "unitSize",
       null as "buyQty", 0 as "receivedQty", l.fen as "listFen", g.tracked, g.stored, g.max_temp as "maxTemp", g.shelf_days as "shelfDays", g.papers,
       coalesce(p.fen, 0)::bigint as "pastFen", coalesce(p.qty, 0)::bigint as "pastQty"
     from unnest($2::bigint[], $3::bigint[]) with ordinality as a (goods, unit, nth)
     join goods g on g.contractor_id = $1 and g.id = a.goods and g.status = 'NORMAL'
     left join goods_unit u on u.contractor_id = $1 and u.id = a.unit and u.goods_id = g.id
     left join lateral (select round(x.price_fen::numeric * coalesce(u.size, 1) / x.unit_size)::bigint as fen from supply_price x
       where x.contractor_id = $1 and x.goods_id = g.id and $4::date between x.from_date and x.to_date
       order by x.price_fen::numeric / x.unit_size limit 1) l on true
     left join lateral (select sum(l.amount_fen) as fen, sum(l.qty) as qty from receipt r
       join receipt_line l on l.contractor_id = r.contractor_id and l.receipt_id = r.id
       where r.contractor_id = $1 and l.goods_id = g.id and l.status = 'POSTED' and r.accepted_at > $5::timestamptz - interval '30 days') p on true
     where a.unit is null or u.id is not null`,
    [
      ownContractor(ctx),
      lines.map(({ goodsId }) => goodsId),
      lines.map(({ unitId }) => unitId ?? null),
      businessDay(ctx.clock.now()),
      isoAt(ctx.clock.now()),
    ],
  );
  const byLine = new Map(rows.map(({ nth, ...one }) => [nth, one]));
  return lines.map((_, i) => byLine.get(i + 1));
}

const without = { fields: marketBuy.fields, cell: 'goodsId', instead: '不能买' };

/** Lines as they come into stock, or all that is wrong with them. */
async function judge(ctx: Ctx, lines: readonly Bought[], papers: readonly string[]): Promise<Taken[] | Refusal> {
  const known = await goodsOf(ctx, lines);
  const today = businessDay(ctx.clock.now());
  const taken: Taken[] = [];
  const wrong: Refusal[] = [];
  for (const [row, bought] of lines.entries()) {
    const of = known[row];
    const line: Weighed = { ...bought, verdict: 'TAKE' };
    const accepted = of
      ? (refusePapers(of, line, row, papers, without) ?? acceptLine(of, line, row, today, marketBuy.fields))
      : refuseLine(marketBuy.fields, 'lines', row, 'unitId', '不是该商品的单位，或商品已停用');
    if (isRefusal(accepted)) wrong.push(accepted);
    else taken.push({ of: of!, line, accepted });
  }
  return wrong.length > 0 ? together(wrong) : taken;
}

/** Who may not deliver may not sell at a market either. */
async function refuseSeller(ctx: Ctx, name: string): Promise<Refusal | undefined> {
  const black = await ctx.db
    .selectFrom('supplier')
    .select('black_reason')
    .where('unit_type', '=', 'CONTRACTOR')
    .where('name', '=', name)
    .where('blacklisted', '=', true)
    .executeTakeFirst();
  return (
    black &&
    refuse(
      purchaseRefusals.SUPPLIER_BAD,
      { supplier: name, why: `在黑名单（${black.black_reason}）` },
      { sellerName: '在黑名单' },
    )
  );
}

/** Writes what two bought at a market and brings it into stock; answers its id. */
export async function buyAtMarket(
  ctx: Ctx,
  values: Values<typeof marketBuy.fields>,
): Promise<{ id: number } | Refusal> {
  const name = values.sellerName!.trim();
  const no = await refuseSeller(ctx, name);
  if (no) return no;
  const taken = await judge(ctx, (values.lines ?? []) as unknown as readonly Bought[], values.papers ?? []);
  if (isRefusal(taken)) return taken;
  const second = ctx.witness!;
  const head = {
    order_id: null,
    supplier_id: null,
    supplier_name: name,
    supplier_address: values.sellerAddress!,
    supplier_phone: values.sellerPhone!,
    storehouse_id: values.storehouseId!,
    emergency: true,
    buy_reason: values.buyReason!,
    pay_way: values.payWay!,
    photo: values.photo!,
    papers: values.papers ?? [],
  };
  const id = await writeReceipt(ctx, head, taken, second);
  const posted = await postLines(ctx, id, { storehouse_id: head.storehouse_id, order_no: `YJ${id}` }, second);
  if (posted) return posted;
  await ctx.audit({
    action: '应急采购',
    targetId: id,
    targetName: `YJ${id} ${name} ${taken.length} 种，与 ${second.name}`,
    changes: [{ key: 'buyReason', label: '事由', before: null, after: head.buy_reason }],
  });
  return { id };
}
