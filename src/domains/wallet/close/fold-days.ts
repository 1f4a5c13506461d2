/**
 * Folds past days of the consumption totals: without devices and lanes, and once for the whole unit. A report of a month over
 * a thousand units then reads thousands of rows, not millions.
 */
import type { Pool } from 'pg';
import { consumeSums } from '../totals/write-rollups.ts';

const columns = consumeSums.map(([column]) => column);
const summed = columns.map((column) => `sum(${column})`).join(', ');

const mine = 'organization_id = $1 and business_date = any($2::date[])';
// rollup_consume_restaurant follows the first by a trigger of its own.
const folds = [
  { table: 'rollup_consume_fold', restaurant: 'restaurant_id', meal: ', meal_period_id' },
  { table: 'rollup_consume_unit', restaurant: '-1', meal: '' },
] as const;

/**
 * Folds the days up to `until` (YYYY-MM-DD) that are not folded yet or were booked into since. The marks go first: a booking in
 * flight holds its mark until it commits, so that what is added up afterwards has it, and a later one leaves a new mark.
 * @returns how many days were folded.
 */
export async function foldDays(pool: Pool, organizationId: number, until: string): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows: stale } = await client.query<{ day: string }>(
      `delete from rollup_stale where organization_id = $1 and business_date <= $2::date returning business_date::text as day`,
      [organizationId, until],
    );
    const { rows: fresh } = await client.query<{ day: string }>(
      `select distinct business_date::text as day from consumed_by_place
       where organization_id = $1 and business_date <= $2::date and business_date > coalesce(
         (select max(business_date) from rollup_consume_unit where organization_id = $1), '-infinity'::date)`,
      [organizationId, until],
    );
    const days = [...new Set([...stale, ...fresh].map(({ day }) => day))];
    for (const { table, restaurant, meal } of days.length > 0 ? folds : []) {
      await client.query(`delete from ${table} where ${mine}`, [organizationId, days]);
      const key = `organization_id, business_date, ${restaurant} as restaurant_id${meal}`;
      const group = `group by 1, 2, 3${meal}`;
      await client.query(
        `insert into ${table} (organization_id, business_date, restaurant_id${meal}, ${columns.join(', ')}, people_net_fen)
         select p.*, coalesce(n.fen, 0)
         from (select ${key}, ${summed} from consumed_by_place where ${mine} ${group}) p
         left join (select ${key}, sum(amount_fen - reversed_fen + supplement_fen) as fen from consumed_by_people
           where ${mine} ${group}) n using (organization_id, business_date, restaurant_id${meal})`,
        [organizationId, days],
      );
    }
    await client.query('commit');
    return days.length;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** From now on readers take days up to `until` folded: those of every unit are. */
export async function foldedUntil(pool: Pool, until: string): Promise<void> {
  await pool.query(
    `insert into rollup_folded (until) values ($1::date)
     on conflict (only_row) do update set until = greatest(rollup_folded.until, excluded.until)`,
    [until],
  );
}
