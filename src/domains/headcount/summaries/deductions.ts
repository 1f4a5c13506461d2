/** What meals cost whom, out of the trades of meals: each trade with its reason, and what purse or wage bore it. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';
import { askedOf, within } from './asked.ts';
import { countedSql } from './report-figures.ts';

const sign = sql`case when t.kind = 'REVERSE' then -1 else 1 end`;
/**
 * The part of a trade that was not paid by a purse and stands against an account outside. Few trades have one: looked up for each of
 * them (`limit`), where `exists` would read the ledger of all.
 */
const outside = (account: string) => sql`case when t.third_fen > 0 and (select true from ledger_entry e
  where e.organization_id = t.organization_id and e.business_date = t.business_date and e.posting_id = t.id
    and e.account = ${sql.lit(account)} limit 1) then t.third_fen else 0 end`;
/** What wages bear, and what the unit does for its guests. */
const byWages = outside('channel:payroll');
const byUnit = outside('channel:unit');

/** Amounts of a trade `t`; what is taken back is negative, so that a column adds up to the net. */
export const deducted: Readonly<
  Record<'amountFen' | 'subsidyFen' | 'personalFen' | 'payrollFen' | 'unitFen', RawBuilder<number>>
> = {
  amountFen: sql`${sign} * t.amount_fen`,
  subsidyFen: sql`${sign} * t.subsidy_fen`,
  personalFen: sql`${sign} * (t.main_fen + t.gift_fen + t.arrears_fen + t.third_fen - ${byWages} - ${byUnit})`,
  payrollFen: sql`${sign} * ${byWages}`,
  unitFen: sql`${sign} * ${byUnit}`,
};

export const deductedReads = {
  amountFen: 'trade.amount_fen',
  subsidyFen: 'trade.subsidy_fen',
  personalFen: ['trade.main_fen', 'trade.gift_fen', 'trade.arrears_fen', 'trade.third_fen'],
  payrollFen: 'ledger_entry.account',
  unitFen: 'ledger_entry.account',
};

/** One meal eaten, whatever became of it later. */
export const eatenTrade = sql`t.kind = 'CONSUME' and t.attendance <> 'ORDERED_ABSENT'`;

/** Why a trade `t` with its posting `g`, report `r` and settlement `s` was made. */
export const basisOf = sql<string>`case
  when g.source_type = 'meal_report' then case t.kind when 'REVERSE' then 'NO_SHOW_BACK' else 'NO_SHOW' end
  when t.kind = 'REVERSE' then 'REVERSED'
  when g.source_type = 'guest_meal' then 'GUEST'
  when t.kind = 'SUPPLEMENT' then 'SUPPLEMENT'
  when t.attendance = 'ORDERED_ABSENT' then 'NO_SHOW'
  when r.id is not null then 'REPORTED'
  when s.id is null then 'PLAIN'
  when ${sql.raw(countedSql())} then 'COUNTED'
  else 'WALK_IN' end`;

/** Net of all trades within meals as the totals by place have it; undefined where the search asks for a part of the people. */
export async function netOfPlaces(ctx: Ctx, search: Search): Promise<number | undefined> {
  if (['departmentId', 'basis', 'keyword', 'personId'].some((key) => isAsked(search[key]))) return undefined;
  const asked = askedOf(ctx, search, 'businessDate');
  const { fen } = await ctx.db
    .selectFrom('consumed_by_place as u')
    .where('u.meal_period_id', '<>', 0)
    .where(within(asked, { table: 'u', day: sql.ref('u.business_date') }))
    .select(sql<number>`coalesce(sum(u.amount_fen - u.reversed_fen + u.supplement_fen), 0)::bigint`.as('fen'))
    .executeTakeFirstOrThrow();
  return fen;
}
