/** Months of units come up for the platform's look: when the unit has closed them, at the latest on the fifth. */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { businessDay, monthOf } from '../../wallet/public.server.ts';

const askedByDay = 5;
const watchedDays = 95;

export async function followMonths({ pool, clock, ids }: Pick<Services, 'pool' | 'clock' | 'ids'>): Promise<void> {
  const today = businessDay(clock.now());
  const now = isoAt(clock.now());
  const { rows } = await pool.query<{ id: number; month: string }>(
    `select /* wall: the house follows every unit */ distinct u.organization_id as id, date_trunc('month', u.business_date)::date::text as month
     from rollup_account_day u where u.business_date >= $1::date and u.business_date < $2::date
       and not exists (select from unit_month m where m.organization_id = u.organization_id and m.month = date_trunc('month', u.business_date)::date)
     order by 2, 1`,
    [addDays(today, -watchedDays), monthOf(today)],
  );
  for (const { id, month } of rows)
    await pool.query(
      `insert into unit_month (organization_id, id, month, status, created_at) values ($1, $2, $3, 'OPEN', $4) on conflict do nothing`,
      [id, await ids.next(), month, now],
    );
  await pool.query(
    `update /* wall: the house follows every unit */ unit_month m set status = 'PENDING', version = version + 1
     where status = 'OPEN' and (exists (select from period p where p.organization_id = m.organization_id and p.month = m.month)
       or $1::date >= (m.month + interval '1 month')::date + $2::int - 1)`,
    [today, askedByDay],
  );
}
