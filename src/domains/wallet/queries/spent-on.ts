/** What people have had on a day, counted from their trades: reversed ones are taken out, orders left standing are none. */
import { sql } from 'kysely';
import type { Db } from '../../../kit/server/context.ts';
import type { CounterState } from '../types.ts';
import '../tables.ts';

/** By person, for those who have had something; `db` sees the organization. */
export async function spentOnDay(
  db: Db,
  date: string,
  mealPeriodId: number,
  personIds: readonly number[],
): Promise<Map<number, CounterState>> {
  const meal = sql`t.meal_period_id = ${mealPeriodId}`;
  const standing = sql`not coalesce(r.reversed_fen = r.amount_fen and r.reversed_count = r.count_used, false)`;
  const fen = sql`t.amount_fen - coalesce(r.reversed_fen, 0)`;
  const rows = await db
    .selectFrom('trade as t')
    .leftJoin('posting_reversed as r', (on) =>
      on.onRef('r.organization_id', '=', 't.organization_id').onRef('r.posting_id', '=', 't.id'),
    )
    .select([
      't.person_id as personId',
      sql<number>`count(*) filter (where ${meal} and ${standing})`.as('mealCount'),
      sql<number>`coalesce(sum(${fen}) filter (where ${meal}), 0)::bigint`.as('mealAmountFen'),
      sql<number>`count(*) filter (where ${standing})`.as('dayCount'),
      sql<number>`coalesce(sum(${fen}), 0)::bigint`.as('dayAmountFen'),
    ])
    .where('t.occurred_date', '=', date)
    .where('t.business_date', '>=', date)
    .where('t.kind', '=', 'CONSUME')
    .where('t.attendance', '<>', 'ORDERED_ABSENT')
    .where(sql<boolean>`t.person_id = any(${personIds}::bigint[])`)
    .groupBy('t.person_id')
    .execute();
  return new Map(rows.map(({ personId, ...counters }) => [personId, counters]));
}
