/** What a home page says of recent days, out of the rollups: eaten, and paid in over counter and channels. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';
import { businessDayEnd } from '../business-day.ts';
import { placeTotals, type Read } from './place-totals.ts';

/** Net of corrections, supplements included; over the table's alias `u`. */
export const netConsumedFen = sql<number>`coalesce(sum(u.amount_fen - u.reversed_fen + u.supplement_fen), 0)::bigint`;

export interface EatenDay {
  consumeFen: number;
  /** Diners of the meals; what is bought outside of them is no meal. */
  heads: number;
}

/** By business day from `from` on, `YYYY-MM-DD`, within the scope of `ctx`; days without any are absent. Past days as the nights folded them. */
export async function eatenByDay(ctx: Read, from: string): Promise<Map<string, EatenDay>> {
  const totals = await placeTotals(ctx, 'meal');
  const rows = await ctx.db
    .selectFrom(totals.as('u'))
    .select([
      'u.business_date as date',
      netConsumedFen.as('consumeFen'),
      sql<number>`coalesce(sum(u.heads) filter (where u.meal_period_id <> 0), 0)::bigint`.as('heads'),
    ])
    .where('u.business_date', '>=', from)
    .groupBy('u.business_date')
    .execute();
  return new Map(rows.map(({ date, ...day }) => [date, day]));
}

/** What was eaten on a business day so far, by organization, within the scope of `db`. */
export async function eatenOn(db: Db, day: string): Promise<Map<number, EatenDay>> {
  const rows = await db
    .selectFrom('consumed_by_place as u')
    .select([
      'u.organization_id as id',
      netConsumedFen.as('consumeFen'),
      sql<number>`coalesce(sum(u.heads) filter (where u.meal_period_id <> 0), 0)::bigint`.as('heads'),
    ])
    .where('u.business_date', '=', day)
    .groupBy('u.organization_id')
    .execute();
  return new Map(rows.map(({ id, ...eaten }) => [id, eaten]));
}

/** What a day had come to at some moment of it. */
export interface SoFar {
  netFen: number;
  /** Once per person and meal. */
  heads: number;
  /** Once per person, meal and restaurant. */
  placeHeads: number;
}

/** Nothing of a day is booked before it begins: said for the index by time, which a scope without a unit is found by. */
const begins = (day: string) => isoAt(businessDayEnd(addDays(day, -1)));

/** What was eaten on the business day and booked by the instant (epoch ms), by organization, within the scope of `db`. */
export async function eatenBy(db: Db, day: string, untilMs: number): Promise<Map<number, SoFar>> {
  const rows = await db
    .selectFrom('trade')
    .select([
      'organization_id as id',
      sql<number>`sum(case kind when 'REVERSE' then -abs(amount_fen) else amount_fen end)::bigint`.as('netFen'),
      sql<number>`coalesce(sum(heads) filter (where meal_period_id <> 0), 0)::bigint`.as('heads'),
      sql<number>`sum(restaurant_heads)::bigint`.as('placeHeads'),
    ])
    .where('business_date', '=', day)
    .where('recorded_at', '>=', begins(day))
    .where('recorded_at', '<=', isoAt(untilMs))
    .groupBy('organization_id')
    .execute();
  return new Map(rows.map(({ id, ...soFar }) => [id, soFar]));
}

/** Diners of each meal of the business day that were booked by the instant (epoch ms), within the scope of `db`. */
export async function mealHeadsBy(db: Db, day: string, untilMs: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('trade')
    .select(['meal_period_id as id', sql<number>`sum(heads)::bigint`.as('heads')])
    .where('business_date', '=', day)
    .where('recorded_at', '>=', begins(day))
    .where('recorded_at', '<=', isoAt(untilMs))
    .groupBy('meal_period_id')
    .execute();
  return new Map(rows.map(({ id, heads }) => [id, heads]));
}

/** What was paid in on the business day and booked by the instant (epoch ms), reversals taken out. No swipe pays in. */
export async function paidInBy(db: Db, day: string, untilMs: number): Promise<number> {
  const { fen } = await db
    .selectFrom('entry_row as e')
    .innerJoin('posting_row as p', (on) =>
      on
        .onRef('p.organization_id', '=', 'e.organization_id')
        .onRef('p.business_date', '=', 'e.business_date')
        .onRef('p.id', '=', 'e.posting_id'),
    )
    .select(sql<number>`coalesce(sum(e.amount_fen), 0)::bigint`.as('fen'))
    .where('e.business_date', '=', day)
    .where('e.account', '=', 'wallet:MAIN')
    .where('p.recorded_at', '<=', isoAt(untilMs))
    .where(
      sql<boolean>`(p.kind in ('RECHARGE', 'DEPOSIT') or (p.kind = 'REVERSE' and p.reverses_kind in ('RECHARGE', 'DEPOSIT')))`,
    )
    .executeTakeFirstOrThrow();
  return fen;
}

/** Fen by business day from `from` on, reversals taken out. */
export async function paidInByDay(db: Db, from: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('rollup_account_day as u')
    .select(['u.business_date as date', sql<number>`coalesce(sum(u.in_fen - u.out_fen), 0)::bigint`.as('fen')])
    .where('u.business_date', '>=', from)
    .where('u.account', '=', 'wallet:MAIN')
    .where(
      sql<boolean>`(u.posting_kind in ('RECHARGE', 'DEPOSIT')
        or (u.posting_kind = 'REVERSE' and u.reverses_kind in ('RECHARGE', 'DEPOSIT')))`,
    )
    .groupBy('u.business_date')
    .execute();
  return new Map(rows.map((row) => [row.date, row.fen]));
}

/** Money in all purses that hold money, within the scope. */
export async function floatFen(db: Db): Promise<number> {
  const { fen } = await db
    .selectFrom('wallet')
    .select(sql<number>`coalesce(sum(balance_fen), 0)::bigint`.as('fen'))
    .where('kind', '<>', 'COUNT')
    .executeTakeFirstOrThrow();
  return fen;
}
