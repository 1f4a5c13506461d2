/**
 * Money in and out per business day by the way it took, out of the day totals. What came in is counted where it came in
 * (drawer, channel), not in the main account: part of it may have repaid a debt.
 */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';
import { likeText } from './search.ts';

export interface IncomingDay {
  date: string;
  /** Fen by channel; cash over RECHARGE stands under `cash`. Before anything was reversed. */
  wechatFen: number;
  alipayFen: number;
  bankFen: number;
  transferFen: number;
  cashFen: number;
  importFen: number;
  deviceFen: number;
  /** Counter cash deposits. */
  depositFen: number;
  /** Recharges and deposits taken back: of the drawer, of batches, of all others. */
  cashBackFen: number;
  importBackFen: number;
  otherBackFen: number;
  refundFen: number;
  cashOutFen: number;
  /** Consumption net of corrections, with supplements; third-party part excluded. */
  consumeFen: number;
  thirdFen: number;
}

export interface IncomingFilter {
  /** Business days, both included; null is open. */
  from: string | null;
  to: string | null;
  /** Part of an operator's name; only what went through their hands. */
  operatorName: string | null;
}

const channel = (name: string) =>
  sql<number>`coalesce(sum(u.out_fen) filter (where u.posting_kind = 'RECHARGE' and u.account = ${name}), 0)::bigint`;
const takenBack = (where: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(u.in_fen - u.out_fen) filter (where u.posting_kind = 'REVERSE'
    and u.reverses_kind in ('RECHARGE', 'DEPOSIT') and ${where}), 0)::bigint`;

/** One row per day with any movement, newest first. */
export async function incomingDays(ctx: Ctx, { from, to, operatorName }: IncomingFilter): Promise<IncomingDay[]> {
  const purse = sql`u.account like 'wallet:%' and u.account <> 'wallet:COUNT'`;
  const days = operatorName
    ? ctx.db
        .selectFrom('rollup_operator_day as u')
        .innerJoin('account as a', 'a.id', 'u.operator_id')
        .where('a.name', 'ilike', likeText(operatorName))
    : ctx.db.selectFrom('rollup_account_day as u');
  let query = (days as ReturnType<typeof ctx.db.selectFrom<'rollup_account_day as u'>>)
    .select([
      'u.business_date as date',
      channel('channel:wechat').as('wechatFen'),
      channel('channel:alipay').as('alipayFen'),
      channel('channel:bank').as('bankFen'),
      channel('channel:transfer').as('transferFen'),
      channel('cash_drawer').as('cashFen'),
      channel('channel:import').as('importFen'),
      channel('channel:device').as('deviceFen'),
      sql<number>`coalesce(sum(u.out_fen) filter (where u.posting_kind = 'DEPOSIT' and u.account = 'cash_drawer'), 0)::bigint`.as(
        'depositFen',
      ),
      takenBack(sql`u.account = 'cash_drawer'`).as('cashBackFen'),
      takenBack(sql`u.account = 'channel:import'`).as('importBackFen'),
      takenBack(sql`u.account like 'channel:%' and u.account <> 'channel:import'`).as('otherBackFen'),
      sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where (u.posting_kind = 'REFUND'
        or u.reverses_kind = 'REFUND') and u.account = 'wallet:MAIN'), 0)::bigint`.as('refundFen'),
      sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where (u.posting_kind = 'CASH_OUT'
        or u.reverses_kind = 'CASH_OUT') and u.account = 'wallet:MAIN'), 0)::bigint`.as('cashOutFen'),
      sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where (u.posting_kind in ('CONSUME', 'SUPPLEMENT')
        or u.reverses_kind in ('CONSUME', 'SUPPLEMENT')) and ${purse}), 0)::bigint`.as('consumeFen'),
      sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where (u.posting_kind in ('CONSUME', 'SUPPLEMENT')
        or u.reverses_kind in ('CONSUME', 'SUPPLEMENT')) and u.account like 'channel:%'), 0)::bigint`.as('thirdFen'),
    ])
    .groupBy('u.business_date')
    .orderBy('u.business_date', 'desc');
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  return query.execute();
}

/** Fees that recharges bore, by business day, fen. */
export async function rechargeFees(ctx: Ctx, { from, to, operatorName }: IncomingFilter): Promise<Map<string, number>> {
  let query = ctx.db
    .selectFrom('recharge_order')
    .select(['business_date as date', sql<number>`sum(fee_fen)::bigint`.as('fen')])
    .where('posting_id', 'is not', null)
    .where('fee_fen', '<>', 0)
    .where('status', '<>', 'REVERSED')
    .groupBy('business_date');
  if (from) query = query.where('business_date', '>=', from);
  if (to) query = query.where('business_date', '<=', to);
  if (operatorName) query = query.where('operator_name', 'ilike', likeText(operatorName));
  return new Map((await query.execute()).map((row) => [row.date ?? '', row.fen]));
}

/** The bounds of a `businessDate` search. */
export function searchedDays(search: Readonly<Record<string, unknown>>): [string | null, string | null] {
  const [from, to] = Array.isArray(search.businessDate) ? search.businessDate : [];
  return [
    typeof from === 'string' && from ? from.slice(0, 10) : null,
    typeof to === 'string' && to ? to.slice(0, 10) : null,
  ];
}
