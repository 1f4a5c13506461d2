/** What goods were accepted at, day by day. */
import { sql } from 'kysely';
import { basisPoints } from '../../../kit/define/fen.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ReportRow } from '../../../kit/server/page/binding.ts';
import { businessDayOf } from '../../wallet/public.server.ts';
import '../tables.ts';

/** Days behind that tell which goods matter most. */
const recentDays = 90;

/** The goods most often accepted lately, the dearest of them; undefined where nothing has been. */
export const trendGoods = (ctx: Ctx): Promise<{ id: number; name: string } | undefined> =>
  ctx.db
    .selectFrom('receipt_line as l')
    .innerJoin('receipt as r', 'r.id', 'l.receipt_id')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .select(['g.id', 'g.name'])
    .where('l.status', '=', 'POSTED')
    .where('r.accepted_at', '>=', isoAt(ctx.clock.now() - recentDays * 86_400_000))
    .groupBy(['g.id', 'g.name'])
    .orderBy(sql`count(distinct r.id)`, 'desc')
    .orderBy(sql`sum(l.amount_fen)`, 'desc')
    .orderBy('g.id')
    .limit(1)
    .executeTakeFirst();

/** The stock day of a receipt `r`. */
export const receiptDay = businessDayOf(sql.ref('r.accepted_at'));
/** Base units of goods `g` that a price is told for. */
export const per = sql.raw(`case g.base_unit when 'PIECE' then 1 else 1000 end`);

interface Asked {
  goodsId: number;
  supplierId: number | undefined;
  from: string | null;
  to: string | null;
}

/** Rows of the days on which any of the goods was accepted, the oldest first. */
export async function priceDays(ctx: Ctx, { goodsId, supplierId, from, to }: Asked): Promise<ReportRow[]> {
  const day = receiptDay;
  const days = await ctx.db
    .selectFrom('receipt_line as l')
    .innerJoin('receipt as r', 'r.id', 'l.receipt_id')
    .innerJoin('goods as g', 'g.id', 'l.goods_id')
    .select([
      sql<string>`(${day})::text`.as('businessDate'),
      sql<string>`string_agg(distinct r.supplier_name, '、')`.as('supplierNames'),
      sql<string>`stock_qty(sum(l.qty)::bigint, max(g.base_unit))`.as('qtyWords'),
      sql<number>`sum(l.amount_fen)::bigint`.as('amountFen'),
      sql<number>`round(sum(l.amount_fen)::numeric * max(${per}) / sum(l.qty))::bigint`.as('priceFen'),
      sql<number>`min(round(l.amount_fen::numeric * ${per} / l.qty))::bigint`.as('lowFen'),
      sql<number>`max(round(l.amount_fen::numeric * ${per} / l.qty))::bigint`.as('highFen'),
    ])
    .where('l.goods_id', '=', goodsId)
    .where('l.status', '=', 'POSTED')
    .where('l.qty', '>', 0)
    .$if(supplierId !== undefined, (query) => query.where('r.supplier_id', '=', supplierId!))
    .where(sql<boolean>`${day} between coalesce(${from}::date, '-infinity') and coalesce(${to}::date, 'infinity')`)
    .groupBy(day)
    .orderBy('businessDate')
    .execute();
  const lists = await ctx.db
    .selectFrom('supply_price as p')
    .innerJoin('goods as g', 'g.id', 'p.goods_id')
    .select([
      'p.from_date as from',
      'p.to_date as to',
      sql<number>`round(p.price_fen::numeric * ${per} / p.unit_size)::bigint`.as('fen'),
    ])
    .where('p.goods_id', '=', goodsId)
    .$if(supplierId !== undefined, (query) => query.where('p.supplier_id', '=', supplierId!))
    .execute();
  const listOn = (on: string) => {
    const held = lists.filter((one) => one.from <= on && on <= one.to).map(({ fen }) => fen);
    return held.length > 0 ? Math.min(...held) : null;
  };
  return days.map((one, i) => {
    const before = days[i - 1]?.priceFen;
    return {
      id: i + 1,
      goodsId,
      supplierId: supplierId ?? null,
      ...one,
      change: before === undefined ? null : basisPoints(one.priceFen - before, before),
      listFen: listOn(one.businessDate),
    };
  });
}
