/** SQL: where the worker `w` stands at today's shift, as `standingAt` says it, for lists that search by it; null who has none. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { recheckMinutes } from '../words.ts';

/** The shift whose window holds the moment, else the one of the calendar's day. */
export const todayStanding = (nowMs: number) => {
  const now = sql`${isoAt(nowMs)}::timestamptz`;
  return sql`(select case
      when exists (select 1 from morning_check f where f.organization_id = w.organization_id and f.cook_user_id = w.id
          and f.otherwise = 'FAIL' and not exists (select 1 from morning_check_step s where s.organization_id = f.organization_id
            and s.cook_user_id = f.cook_user_id and s.kind = 'RETURN' and s.at > f.check_at)) then 'OFF_DUTY'
      when k.result = 'FIX' and k.check_at < ${now} - make_interval(mins => ${sql.lit(recheckMinutes)}) then 'OFF_DUTY'
      when k.result = 'FAIL' then 'OFF_DUTY'
      when k.result = 'PASS' and k.recheck_of is not null then 'RECHECK_PASS'
      when k.result is not null then k.result
      when t.leave is not null then 'LEAVE'
      else 'NOT_CHECKED' end
    from kitchen_roster t
    left join lateral (select case when m.result = 'FAIL' and m.otherwise <> 'FAIL' and exists (
            select 1 from health_certificate c where c.organization_id = w.organization_id and c.cook_user_id = w.id
              and c.status = 'CONFIRMED' and (${now} at time zone 'Asia/Shanghai')::date between c.issue_date and c.expire_date)
          then m.otherwise else m.result end as result, m.check_at, m.recheck_of
        from morning_check m
        where m.organization_id = w.organization_id and m.cook_user_id = w.id
          and m.check_at between t.start_at - interval '2 hours' and t.end_at
          and not exists (select 1 from morning_check_step s where s.organization_id = m.organization_id
            and s.cook_user_id = m.cook_user_id and s.kind = 'RETURN' and s.at >= m.check_at)
        order by m.check_at desc, m.id desc limit 1) k on true
    where t.organization_id = w.organization_id and t.cook_user_id = w.id
      and (t.day = (${now} at time zone 'Asia/Shanghai')::date
        or ${now} between t.start_at - interval '2 hours' and t.end_at)
    order by (${now} between t.start_at - interval '2 hours' and t.end_at) desc, t.start_at limit 1)`;
};
