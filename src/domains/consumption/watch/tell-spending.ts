/** 消费异常: of each unit, who spent far more on the business day that has ended than he does; a card that somebody else has looks like this. */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { raise } from '../../alerts/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** So many times what he spends on a day on which he spends, of the days before, and so much more. */
const times = 3;
const moreFen = 3_000;
/** Days looked back on, and how many of them say what he spends. */
const backDays = 30;
const leastDays = 5;
/** People named; the page behind it shows all. */
const mostNamed = 5;

interface Unusual {
  people: number;
  mostFen: number;
  /** Job numbers, who spent most first: an alert goes to robots, which are told no names. */
  named: string[];
}

async function unusualOn({ pool }: Services, organizationId: number, day: string): Promise<Unusual> {
  const { rows } = await pool.query<Unusual>(
    `with spent as (
       select person_id, business_date, sum(amount_fen) as fen from trade
       where organization_id = $1 and business_date between $2 and $3 group by 1, 2),
     people as (
       select person_id, coalesce(sum(fen) filter (where business_date = $3), 0) as fen, count(*) filter (where business_date < $3 and fen > 0) as days,
         avg(fen) filter (where business_date < $3 and fen > 0) as usual
       from spent group by 1)
     select count(*)::int as people, coalesce(max(s.fen), 0)::bigint as "mostFen",
       (coalesce(array_agg(coalesce(p.job_number, p.person_no) order by s.fen desc, p.id), '{}'))[1:$7] as named
     from people s join person p on p.organization_id = $1 and p.id = s.person_id
     where s.days >= $4 and s.fen >= $5 * s.usual and s.fen >= s.usual + $6`,
    [organizationId, addDays(day, -backDays), day, leastDays, times, moreFen, mostNamed],
  );
  return rows[0]!;
}

/** Each morning; running it twice tells nothing twice. */
export async function tellSpending(services: Services): Promise<void> {
  const { db, ids, clock, pool } = services;
  const today = businessDay(clock.now());
  const day = addDays(today, -1);
  const { rows: units } = await pool.query<{ id: number }>(
    `select /* wall: a job over every unit, each told of its own */ id from organization where status = 'NORMAL' order by id`,
  );
  for (const { id: organizationId } of units) {
    const { people, mostFen, named } = await unusualOn(services, organizationId, day);
    if (people === 0) continue;
    await db.transaction().execute((trx) =>
      raise({ db: trx, ids, clock }, organizationId, {
        kind: 'ABNORMAL_SPEND',
        object: `day:${day}`,
        objectName: `${day} 的消费`,
        at: Date.parse(`${today}T04:00:00+08:00`),
        detail:
          `${people} 人当天消费达到各自平时的 ${times} 倍且多出 ${formatFenGrouped(moreFen)} 元以上，最多的 ` +
          `${formatFenGrouped(mostFen)} 元：工号 ${named.join('、')}${people > named.length ? ' 等' : ''}`,
        open: { path: '/admin/organization/personal_consume_summary', search: { businessDate: [day, day] } },
      }),
    );
  }
}
