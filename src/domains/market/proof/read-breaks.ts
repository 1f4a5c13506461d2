/** What does not agree in the books of a caterer: of stock, buying and the shop together, in words. */
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { checkPurchase } from '../../purchase/public.server.ts';
import { checkStock, provenTo, type StockBreak } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import '../tables.ts';
import { checkMarket } from './invariants.ts';

export interface ToldBreak {
  rule: string;
  subject: string;
  found: string;
  goodsId: number | null;
  goodsName: string | null;
  storehouseId: number | null;
  storehouseName: string | null;
}

/** What a break is about, out of its key: `goods 12 in 34 on 2026-11-20`. */
const about: readonly (readonly [RegExp, string])[] = [
  [/^contractor \d+ /, ''],
  [/\bon (\d{4}-\d\d-\d\d)/, '$1'],
  [/\bto (\d{4}-\d\d-\d\d)/, '到 $1'],
  [/\bat infinity/, '到今天'],
  [/\bat (\d{4}-\d\d-\d\d)/, '到 $1'],
  [/\breceipt line (\d+)/, '验收明细 $1'],
  [/\bmoney of order (\d+)/, '订单 $1 的冻结'],
  [/\bpayment of order (\d+)/, '订单 $1 的渠道付款'],
  [/\border (\d+)/, '订单 $1'],
  [/\btrade (\d+) line (\d+)/, '交易 $1 第 $2 行'],
  [/\bline (\d+)/, '单据明细 $1'],
  [/\blot (\d+)/, '批次 $1'],
  [/\bdue (\d+)/, '待补 $1'],
  [/\bbill (\d+)/, '单据 $1'],
  [/\bmonth (\d+)/, '月结 $1'],
  [/\bpurchase (\d+)/, '采购明细 $1'],
  [/\breservation (\d+)/, '预留 $1'],
];
const idIn = (subject: string, word: string) => {
  const found = new RegExp(`\\b${word} (\\d+)`).exec(subject);
  return found ? Number(found[1]) : null;
};

async function namesOf(ctx: Ctx, table: 'goods' | 'storehouse', ids: readonly (number | null)[]) {
  const rows = await ctx.db
    .selectFrom(table)
    .select(['id', 'name'])
    .where(
      'id',
      'in',
      [0, ...ids].filter((id) => id !== null),
    )
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Every break there is now; what was proven by night is not looked at again. */
export async function readBreaks(ctx: Ctx): Promise<ToldBreak[]> {
  const db = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  const breaks: StockBreak[] = [
    ...(await checkStock(db, contractorId, await provenTo(db, ctx.clock.now()))),
    ...(await checkPurchase(db, contractorId)),
    ...(await checkMarket(db, contractorId)),
  ];
  const told = breaks.map((one) => ({
    ...one,
    goodsId: idIn(one.subject, 'goods'),
    storehouseId: idIn(one.subject, 'in'),
  }));
  const goods = await namesOf(
    ctx,
    'goods',
    told.map(({ goodsId }) => goodsId),
  );
  const houses = await namesOf(
    ctx,
    'storehouse',
    told.map(({ storehouseId }) => storehouseId),
  );
  return told.map(({ subject, goodsId, storehouseId, ...one }) => {
    const goodsName = goods.get(goodsId ?? 0) ?? null;
    const storehouseName = houses.get(storehouseId ?? 0) ?? null;
    const named = subject
      .replace(/\bgoods \d+/, goodsName ? `「${goodsName}」` : '商品')
      .replace(/\bin \d+/, storehouseName ? `在「${storehouseName}」` : '');
    const words = about.reduce((text, [key, word]) => text.replace(key, word), named);
    return { ...one, subject: words, goodsId, goodsName, storehouseId, storehouseName };
  });
}
