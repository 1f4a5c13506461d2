/** Money in and out per business day by the way it took, out of the account rollup. */
import { sql } from 'kysely';
import type { Ctx } from '../../kit/server/context.ts';

export interface IncomingDay {
  date: string;
  /** Fen by channel account: cash over RECHARGE stands under `cash`. */
  wechatFen: number;
  alipayFen: number;
  bankFen: number;
  transferFen: number;
  cashFen: number;
  importFen: number;
  deviceFen: number;
  /** Counter cash deposits. */
  depositFen: number;
  /** Recharges and deposits taken back. */
  reversedFen: number;
  refundFen: number;
  cashOutFen: number;
  /** Consumption net of corrections, with supplements; third-party part excluded. */
  consumeFen: number;
  thirdFen: number;
}

const channel = (name: string) =>
  sql<number>`coalesce(sum(u.out_fen) filter (where u.posting_kind = 'RECHARGE' and u.account = ${name}), 0)::bigint`;

/** One row per day with any movement, within the days given (either may be null). */
export function incomingDays(ctx: Ctx, from: string | null, to: string | null): Promise<IncomingDay[]> {
  const purse = sql`u.account like 'wallet:%' and u.account <> 'wallet:COUNT'`;
  let query = ctx.db
    .selectFrom('rollup_account_day as u')
    .select([
      'u.business_date as date',
      channel('channel:wechat').as('wechatFen'),
      channel('channel:alipay').as('alipayFen'),
      channel('channel:bank').as('bankFen'),
      channel('channel:transfer').as('transferFen'),
      channel('cash_drawer').as('cashFen'),
      channel('channel:import').as('importFen'),
      channel('channel:device').as('deviceFen'),
      sql<number>`coalesce(sum(u.in_fen) filter (where u.posting_kind = 'DEPOSIT' and u.account = 'wallet:MAIN'), 0)::bigint`.as(
        'depositFen',
      ),
      sql<number>`coalesce(sum(u.out_fen - u.in_fen) filter (where u.posting_kind = 'REVERSE'
        and u.reverses_kind in ('RECHARGE', 'DEPOSIT') and u.account = 'wallet:MAIN'), 0)::bigint`.as('reversedFen'),
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

/** The bounds of a `businessDate` search. */
export function searchedDays(search: Readonly<Record<string, unknown>>): [string | null, string | null] {
  const [from, to] = Array.isArray(search.businessDate) ? search.businessDate : [];
  return [
    typeof from === 'string' && from ? from.slice(0, 10) : null,
    typeof to === 'string' && to ? to.slice(0, 10) : null,
  ];
}
