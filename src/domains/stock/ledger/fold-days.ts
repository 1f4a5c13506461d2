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

/** How far a contractor's days are folded. */
export interface Folded {
  /** The last day; null: none is. */
  to: string | null;
  /** The last day until which those of the ends of months are there too. */
  endsTo: string | null;
}

export async function foldedOf(db: Sql, contractorId: number): Promise<Folded> {
  const { rows } = await db.query<Folded>(
    'select f.folded_to::text as to, f.ends_to::text as "endsTo" from stock_folded f where f.contractor_id = $1',
    [contractorId],
  );
  return rows[0] ?? { to: null, endsTo: null };
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

const told = ['business_date', ...dayColumns, 'qty_after', 'value_after_fen'];
const endsInto = `insert into stock_running_end (contractor_id, ends, storehouse_id, goods_id, ${told.join(', ')})`;
const ofRow = `r.storehouse_id, r.goods_id, ${told.map((one) => `r.${one}`).join(', ')}`;
/** Of the days after `$2` until `$3`: the latest of each goods takes the place of the one before. */
const latestText = `${endsInto}
  select distinct on (r.storehouse_id, r.goods_id) r.contractor_id, 'infinity'::date, ${ofRow} from stock_running r
  where r.contractor_id = $1 and r.business_date > coalesce($2::date, '-infinity') and r.business_date <= $3::date
  order by r.storehouse_id, r.goods_id, r.business_date desc
  on conflict (contractor_id, ends, storehouse_id, goods_id) do update set ${told.map((one) => `${one} = excluded.${one}`).join(', ')}`;
/** As each month that ended among those days left it. */
const endsText = `${endsInto}
  select b.contractor_id, m.ends, ${ofRow}
  from (select (s + interval '1 month' - interval '1 day')::date as ends from generate_series(date_trunc('month', coalesce($2::date + 1,
      (select min(r.business_date) from stock_running r where r.contractor_id = $1))), $3::date, interval '1 month') s) m
  join stock_balance b on b.contractor_id = $1
  cross join lateral (select r.* from stock_running r where r.contractor_id = b.contractor_id and r.storehouse_id = b.storehouse_id
    and r.goods_id = b.goods_id and r.business_date <= m.ends order by r.business_date desc limit 1) r
  where m.ends > coalesce($2::date, '-infinity') and m.ends <= $3::date
  on conflict (contractor_id, ends, storehouse_id, goods_id) do nothing`;

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
      const before = await foldedOf(tx, id);
      if (before.to !== null && before.to >= yesterday && before.endsTo === before.to) return;
      const to = before.to !== null && before.to > yesterday ? before.to : yesterday;
      if (before.to !== to) await tx.query(foldText, [id, before.to, to]);
      if (before.endsTo === null) await tx.query('delete from stock_running_end e where e.contractor_id = $1', [id]);
      await tx.query(latestText, [id, before.endsTo, to]);
      await tx.query(endsText, [id, before.endsTo, to]);
      await tx.query(
        `insert into stock_folded (contractor_id, folded_to, ends_to) values ($1, $2, $2)
         on conflict (contractor_id) do update set folded_to = excluded.folded_to, ends_to = excluded.ends_to`,
        [id, to],
      );
    });
  }
}

/** The days of a period and how they are written in SQL; null where it is open. */
interface Period {
  from: string | null;
  to: string | null;
  sql: { from: string; to: string; folded: string };
}

/**
 * Beside a balance `b`, in SQL: `p`, what it had moved before the first day, and `q`, until the last folded one of the period, where it
 * moved in it at all; what lies between is `q` less `p`. A month's end and the latest are read side by side, any other day goods by goods.
 */
export const runningText = ({ from, to, sql }: Period, folded: Folded) => {
  const atEnd = (
    name: string,
    ends: string,
    more = '',
  ) => `left join stock_running_end ${name} on ${name}.contractor_id = b.contractor_id
    and ${name}.ends = ${ends} and ${name}.storehouse_id = b.storehouse_id and ${name}.goods_id = b.goods_id${more}`;
  const lookUp = (name: string, until: string, where: string) => `left join lateral (select r.* from stock_running r
    where r.contractor_id = b.contractor_id and r.storehouse_id = b.storehouse_id and r.goods_id = b.goods_id and ${until}
    order by r.business_date desc limit 1) ${name} on ${where}`;
  const known = folded.to !== null && folded.endsTo === folded.to ? folded.to : null;
  const endsBefore = () => {
    if (from === null || known === null) return undefined;
    if (from > known) return `'infinity'::date`;
    return from.endsWith('-01') ? `${sql.from} - 1` : undefined;
  };
  const endsWithin = () => {
    if (known === null) return undefined;
    if (to === null || to >= known) return `'infinity'::date`;
    return addDays(to, 1).endsWith('-01') ? sql.to : undefined;
  };
  const [before, within] = [endsBefore(), endsWithin()];
  return [
    before ? atEnd('p', before) : lookUp('p', `r.business_date < ${sql.from}`, `${sql.from} is not null`),
    within
      ? atEnd('q', within, ` and q.business_date >= coalesce(${sql.from}, '-infinity')`)
      : lookUp(
          'q',
          `r.business_date >= coalesce(${sql.from}, '-infinity') and r.business_date <= least(${sql.to}, ${sql.folded})`,
          'true',
        ),
  ].join('\n  ');
};
