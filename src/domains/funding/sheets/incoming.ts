/**
 * Money in and out per business day by the way it took, out of the rollups. What came in is read at the outside account
 * it came from, so that money which repaid a debt counts like any other.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import { netConsumedFen } from '../../wallet/public.server.ts';
import { keptFee } from '../code/kept-fee.ts';

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
  /** Recharges and deposits taken back, by the way they had come. */
  onlineReversedFen: number;
  cashReversedFen: number;
  importReversedFen: number;
  refundFen: number;
  cashOutFen: number;
  /**
   * The same recharges and deposits read at their other side, where they arrived: taken in, and with what was taken back;
   * and what refunds and cash-outs gave away, read where it went. What the two sides say is held against each other.
   */
  arrivedFen: number;
  keptFen: number;
  givenFen: number;
  /** Consumption net of corrections, with supplements: what the purses paid, and what was paid past them. */
  purseFen: number;
  thirdFen: number;
  /** Fees of the channels for recharges, as their bills have them. */
  feeFen: number;
}

const outside = sql`(u.account = 'cash_drawer' or u.account like 'channel:%')`;
const taken = sql`u.posting_kind in ('RECHARGE', 'DEPOSIT')`;
const paidBack = sql`(u.posting_kind in ('REFUND', 'CASH_OUT') or u.reverses_kind in ('REFUND', 'CASH_OUT'))`;
const over = (condition: RawBuilder<unknown>, amount: RawBuilder<unknown>) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${condition}), 0)::bigint`;
const out = sql`u.out_fen - u.in_fen`;
const back = sql`u.in_fen - u.out_fen`;
const recharged = (account: string) => over(sql`u.posting_kind = 'RECHARGE' and u.account = ${account}`, out);
const reversed = (account: RawBuilder<unknown>) =>
  over(sql`u.posting_kind = 'REVERSE' and u.reverses_kind in ('RECHARGE', 'DEPOSIT') and ${account}`, back);
const consumed = (account: RawBuilder<unknown>) =>
  over(
    sql`(u.posting_kind in ('CONSUME', 'SUPPLEMENT') or u.reverses_kind in ('CONSUME', 'SUPPLEMENT')) and ${account}`,
    out,
  );
const paidOut = (kind: string) =>
  over(sql`(u.posting_kind = ${kind} or u.reverses_kind = ${kind}) and u.account = 'wallet:MAIN'`, out);

/** Fees of the orders booked on a day, by day. */
async function fees(ctx: Ctx, from: string | null, to: string | null, operatorIds: readonly number[] | null) {
  let query = ctx.db
    .selectFrom('recharge_order as o')
    .select(['o.business_date as date', sql<number>`sum(o.fee_fen)::bigint`.as('feeFen')])
    .where('o.posting_id', 'is not', null)
    .where('o.fee_fen', '>', 0)
    .groupBy('o.business_date');
  if (from) query = query.where('o.business_date', '>=', from);
  if (to) query = query.where('o.business_date', '<=', to);
  if (operatorIds) query = query.where(sql<boolean>`o.operator_id = any(${operatorIds}::bigint[])`);
  return new Map((await query.execute()).map((row) => [row.date, row.feeFen]));
}

/**
 * One row per day with any movement, within the days given (either may be null); of these operators alone when
 * `operatorIds` are given.
 */
export async function incomingDays(
  ctx: Ctx,
  from: string | null,
  to: string | null,
  operatorIds: readonly number[] | null = null,
): Promise<IncomingDay[]> {
  let query = ctx.db
    .selectFrom((operatorIds ? 'rollup_operator_day as u' : 'rollup_account_day as u') as 'rollup_account_day as u')
    .select([
      'u.business_date as date',
      recharged('channel:wechat').as('wechatFen'),
      recharged('channel:alipay').as('alipayFen'),
      recharged('channel:bank').as('bankFen'),
      recharged('channel:transfer').as('transferFen'),
      recharged('cash_drawer').as('cashFen'),
      recharged('channel:import').as('importFen'),
      recharged('channel:device').as('deviceFen'),
      over(sql`u.posting_kind = 'DEPOSIT' and u.account = 'cash_drawer'`, out).as('depositFen'),
      reversed(sql`u.account like 'channel:%' and u.account <> 'channel:import'`).as('onlineReversedFen'),
      reversed(sql`u.account = 'cash_drawer'`).as('cashReversedFen'),
      reversed(sql`u.account = 'channel:import'`).as('importReversedFen'),
      paidOut('REFUND').as('refundFen'),
      paidOut('CASH_OUT').as('cashOutFen'),
      over(sql`${taken} and not ${outside}`, back).as('arrivedFen'),
      over(sql`(${taken} or u.reverses_kind in ('RECHARGE', 'DEPOSIT')) and not ${outside}`, back).as('keptFen'),
      over(sql`${paidBack} and u.account not like 'wallet:%'`, back).as('givenFen'),
      consumed(sql`u.account like 'wallet:%' and u.account <> 'wallet:COUNT'`).as('purseFen'),
      consumed(sql`u.account like 'channel:%'`).as('thirdFen'),
    ])
    .groupBy('u.business_date')
    .orderBy('u.business_date', 'desc');
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  if (operatorIds) query = query.where(sql<boolean>`u.operator_id = any(${operatorIds}::bigint[])`);
  const [days, feeOf] = await Promise.all([query.execute(), fees(ctx, from, to, operatorIds)]);
  return days.map((day) => ({ ...day, feeFen: feeOf.get(day.date) ?? 0 }));
}

/** Fees that the channels keep of meals paid past the purses, by business day. */
export async function mealFees(ctx: Ctx, from: string | null, to: string | null): Promise<Map<string, number>> {
  let query = ctx.db
    .selectFrom('third_trade as t')
    .select(['t.business_date as date', sql<number>`sum(${keptFee})::bigint`.as('feeFen')])
    .where('t.status', '=', 'SUCCESS')
    .groupBy('t.business_date');
  if (from) query = query.where('t.business_date', '>=', from);
  if (to) query = query.where('t.business_date', '<=', to);
  return new Map((await query.execute()).map((row) => [row.date, row.feeFen]));
}

/** Net consumption by business day as the consumption totals have it, whatever it was paid from. */
export async function consumedByDay(ctx: Ctx, from: string | null, to: string | null): Promise<Map<string, number>> {
  let query = ctx.db
    .selectFrom('consumed_by_place as u')
    .select(['u.business_date as date', netConsumedFen.as('fen')])
    .groupBy('u.business_date');
  if (from) query = query.where('u.business_date', '>=', from);
  if (to) query = query.where('u.business_date', '<=', to);
  return new Map((await query.execute()).map((row) => [row.date, row.fen]));
}

/** Ids of those who booked something and are called so; null when nobody is asked for. */
export async function operatorsNamed(ctx: Ctx, name: unknown): Promise<number[] | null> {
  if (typeof name !== 'string' || name.trim() === '') return null;
  const booked = await ctx.db.selectFrom('rollup_operator_day as u').select('u.operator_id as id').distinct().execute();
  const named = await ctx.db
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [0, ...booked.map((o) => o.id)])
    .where(sql<boolean>`position(${name.trim()} in name) > 0`)
    .execute();
  return named.map((a) => a.id);
}

/** The bounds of a `businessDate` search. */
export function searchedDays(search: Readonly<Record<string, unknown>>): [string | null, string | null] {
  const [from, to] = Array.isArray(search.businessDate) ? search.businessDate : [];
  return [
    typeof from === 'string' && from ? from.slice(0, 10) : null,
    typeof to === 'string' && to ? to.slice(0, 10) : null,
  ];
}
