/** What a home page says of recent days, out of the rollups: eaten, and paid in over counter and channels. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';

/** Net of corrections, supplements included; over the table's alias `u`. */
export const netConsumedFen = sql<number>`coalesce(sum(u.amount_fen - u.reversed_fen + u.supplement_fen), 0)::bigint`;

export interface EatenDay {
  consumeFen: number;
  /** Diners of the meals; what is bought outside of them is no meal. */
  heads: number;
}

/** By business day from `from` on, `YYYY-MM-DD`, within the scope of `db`; days without any are absent. */
export async function eatenByDay(db: Db, from: string): Promise<Map<string, EatenDay>> {
  const rows = await db
    .selectFrom('rollup_consume_place as u')
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

/** What a home shows of today against the same weekday before. */
export interface DayFigures {
  consumeFen: number;
  consumeLastWeekFen: number;
  heads: number;
  headsLastWeek: number;
  rechargeFen: number;
  rechargeLastWeekFen: number;
}

export function dayFigures(
  eaten: ReadonlyMap<string, EatenDay>,
  paidIn: ReadonlyMap<string, number>,
  today: string,
  lastWeek: string,
): DayFigures {
  return {
    consumeFen: eaten.get(today)?.consumeFen ?? 0,
    consumeLastWeekFen: eaten.get(lastWeek)?.consumeFen ?? 0,
    heads: eaten.get(today)?.heads ?? 0,
    headsLastWeek: eaten.get(lastWeek)?.heads ?? 0,
    rechargeFen: paidIn.get(today) ?? 0,
    rechargeLastWeekFen: paidIn.get(lastWeek) ?? 0,
  };
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
