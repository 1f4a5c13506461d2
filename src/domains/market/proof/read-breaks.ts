/** What does not agree in the books of a caterer: of stock, buying and the shop together, in words. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { checkBooks, foundLast, type StockBreak, shownSince } from '../../stock/public.server.ts';
import { ownContractor } from '../../tenancy/public.server.ts';
import { businessDay, monthOf } from '../../wallet/public.server.ts';
import '../tables.ts';
import type { proofSpans } from './proof-words.ts';

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
  [/\btrade (\d+)/, '交易 $1'],
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

export type ProofSpan = (typeof proofSpans)[number]['value'];

/** Months that come before this one, by what is asked for. */
const monthsBefore = { TWO_MONTHS: 1, HALF_YEAR: 5 } as const;

/** The first day that is looked at; null where everything is. */
async function firstDay(ctx: Ctx, span: Exclude<ProofSpan, 'NIGHT'>): Promise<string | null> {
  if (span === 'ALL') return null;
  if (span === 'LATEST') return shownSince(sqlOf(ctx.db), ctx.clock.now());
  let first = monthOf(businessDay(ctx.clock.now()));
  for (let n = 0; n < monthsBefore[span]; n += 1) first = monthOf(addDays(first, -1));
  return first;
}

async function breaksOf(ctx: Ctx, span: ProofSpan): Promise<StockBreak[]> {
  const db = sqlOf(ctx.db);
  const contractorId = ownContractor(ctx);
  if (span === 'NIGHT') return foundLast(db, contractorId);
  return checkBooks(ctx.services, db, contractorId, await firstDay(ctx, span));
}

/** Every break there is now, or that the night found; what was proven by night is not looked at again unless somebody asks. */
export async function readBreaks(ctx: Ctx, span: ProofSpan = 'LATEST'): Promise<ToldBreak[]> {
  const breaks = await breaksOf(ctx, span);
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
