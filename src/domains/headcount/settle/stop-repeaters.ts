/**
 * 停报: who missed as many meals of the month as the rule bears reports no more for some days; at twice as many once more.
 * Nobody is kept from eating. What turns out to be no miss later lifts nothing: somebody does, with a reason.
 */
import { addDays, isoAt } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { businessDay } from '../../wallet/public.server.ts';
import { clockHand } from './meal-clock.ts';

/**
 * $1 unit, $2 first and $3 last day of the month so far: people with more multiples of the bound than stops of the rule. A stop
 * begins the day after the one it was found on, so that of the last day of a month is none of the next.
 */
const due = `
  select m.person_id as "personId", u.id as "ruleId", u.name, m.misses, u.stop_days as days
  from (select r.person_id, r.rule_id, count(*)::int as misses from meal_report r
    where r.organization_id = $1 and r.dining_date between $2 and $3 and r.final and r.status = 'REPORTED'
      and r.fate in ('IGNORED', 'WARNED', 'EXEMPT', 'CHARGE') group by 1, 2) m
  join meal_rule u on u.organization_id = $1 and u.id = m.rule_id and u.status = 'NORMAL' and u.stop_after is not null
  where m.misses / u.stop_after > (select count(*) from meal_list l where l.organization_id = $1 and l.rule_id = u.id
      and l.person_id = m.person_id and l.from_date > $2::date)
  order by 1`;

interface Due {
  personId: number;
  ruleId: number;
  name: string;
  misses: number;
  days: number;
}

/** Once a night; the stop begins with the next business day. */
export async function stopRepeaters(services: Services, organizationId: number): Promise<number> {
  const nowMs = services.clock.now();
  const today = businessDay(nowMs);
  const { rows } = await services.pool.query<Due>(due, [organizationId, `${today.slice(0, 7)}-01`, today]);
  if (rows.length === 0) return 0;
  const from = addDays(today, 1);
  await services.pool.query(
    `insert into meal_list (organization_id, id, person_id, kind, from_date, to_date, reason, made_at, made_by, made_name, rule_id)
     select $1, n.id, n.person, 'BLACK', $2, n.until, n.reason, $3, $4, $5, n.rule
     from unnest($6::bigint[], $7::bigint[], $8::date[], $9::text[], $10::bigint[]) as n (id, person, until, reason, rule)`,
    [
      organizationId,
      from,
      isoAt(nowMs),
      clockHand.id,
      clockHand.name,
      await services.ids.take(rows.length),
      rows.map((row) => row.personId),
      rows.map((row) => addDays(from, row.days - 1)),
      rows.map((row) => `本月报餐未就餐 ${row.misses} 次，规则「${row.name}」停报 ${row.days} 天`),
      rows.map((row) => row.ruleId),
    ],
  );
  return rows.length;
}
