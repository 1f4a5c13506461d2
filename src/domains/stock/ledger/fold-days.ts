/** Running totals of the stock, written at night; a period is the difference of two of them and the days that are not in them yet. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';
import { inTransaction } from '../../../kit/server/jobs/in-transaction.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { dayGroups } from './entry-kinds.ts';

/** The columns of a day that add up. */
export const dayColumns = dayGroups.flatMap((group) =>
  group === 'revalue' ? ['revalue_fen'] : [`${group}_qty`, `${group}_fen`],
);

/** The last day of a contractor whose totals are folded; null: none is. */
export async function foldedTo(db: Sql, contractorId: number): Promise<string | null> {
  const { rows } = await db.query<{ day: string }>(
    'select f.folded_to::text as day from stock_folded f where f.contractor_id = $1',
    [contractorId],
  );
  return rows[0]?.day ?? null;
}

const foldText = `
  insert into stock_running (contractor_id, storehouse_id, goods_id, business_date, ${dayColumns.join(', ')}, qty_after, value_after_fen)
  select d.contractor_id, d.storehouse_id, d.goods_id, d.business_date,
    ${dayColumns.map((one) => `coalesce(p.${one}, 0) + sum(d.${one}) over own`).join(', ')}, d.qty_after, d.value_after_fen
  from stock_day d
  left join lateral (select r.* from stock_running r where r.contractor_id = d.contractor_id and r.storehouse_id = d.storehouse_id
    and r.goods_id = d.goods_id and r.business_date <= $2::date order by r.business_date desc limit 1) p on $2::date is not null
  where d.contractor_id = $1 and d.business_date > coalesce($2::date, '-infinity') and d.business_date <= $3::date
  window own as (partition by d.storehouse_id, d.goods_id order by d.business_date)`;

/** Takes in what past days have moved, a contractor at a time; done again, nothing is doubled. */
export async function foldDays({ pool, clock }: Pick<Services, 'pool' | 'clock'>, signal?: AbortSignal): Promise<void> {
  const yesterday = addDays(businessDay(clock.now()), -1);
  const { rows } = await pool.query<{ id: number }>(
    `select /* wall: the house folds the days of every contractor */ distinct b.contractor_id as id from stock_balance b order by 1`,
  );
  for (const { id } of rows) {
    if (signal?.aborted) return;
    await inTransaction(pool, async (tx) => {
      await tx.query('set local statement_timeout = 300000');
      // Two that fold at once wait for each other.
      await tx.query('select pg_advisory_xact_lock(742011826, hashtext($1::text))', [id]);
      const before = await foldedTo(tx, id);
      if (before !== null && before >= yesterday) return;
      await tx.query(foldText, [id, before, yesterday]);
      await tx.query(
        `insert into stock_folded (contractor_id, folded_to) values ($1, $2)
         on conflict (contractor_id) do update set folded_to = excluded.folded_to`,
        [id, yesterday],
      );
    });
  }
}

/**
 * Beside a balance `b`, in SQL: `p`, what it had moved before the first day, and `q`, until the last folded one of the period, where it
 * moved in it at all; what lies between is `q` less `p`. The days are SQL of a date or null, `folded` is the last folded day.
 */
export const runningText = (from: string, to: string, folded: string) => {
  const row = (until: string) => `select r.* from stock_running r where r.contractor_id = b.contractor_id
    and r.storehouse_id = b.storehouse_id and r.goods_id = b.goods_id and ${until} order by r.business_date desc limit 1`;
  return `left join lateral (${row(`r.business_date < ${from}`)}) p on ${from} is not null
  left join lateral (${row(`r.business_date >= coalesce(${from}, '-infinity') and r.business_date <= least(${to}, ${folded})`)}) q on true`;
};
