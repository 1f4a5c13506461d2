/**
 * SQL of a passage `g` into a kitchen: the worker `w` it was, the shift `t` it lies in, the check `k` that counted at that moment
 * and what it says. One text for the lists, the matrix and the alert, so that they cannot differ.
 */
import { byCheck } from '../words.ts';

/** Joins of a passage `g`; each may be absent. A check belongs to the shift it was taken for, else to the passage's day. */
export const entryJoins = `
  left join lateral (select c.* from cook_user c where c.organization_id = g.organization_id and c.person_id = g.person_id
    order by c.status = 'LEFT', c.id desc limit 1) w on true
  left join lateral (select s.* from kitchen_roster s where s.organization_id = g.organization_id and s.cook_user_id = w.id
    and g.at between s.start_at - interval '2 hours' and s.end_at + interval '1 hour' order by s.start_at desc limit 1) t on true
  left join lateral (select m.* from morning_check m where m.organization_id = g.organization_id and m.cook_user_id = w.id
    and m.check_at <= g.at and m.check_at >= coalesce(t.start_at - interval '2 hours', g.day::timestamp at time zone 'Asia/Shanghai')
    order by m.check_at desc, m.id desc limit 1) k on true`;

const certified = `exists (select 1 from health_certificate h where h.organization_id = g.organization_id and h.cook_user_id = w.id
  and h.status = 'CONFIRMED' and (g.at at time zone 'Asia/Shanghai')::date between h.issue_date and h.expire_date)`;

/** Sent home by a check that no certificate mends, and not let back before the moment. */
const sentHome = `exists (select 1 from morning_check f where f.organization_id = g.organization_id and f.cook_user_id = w.id
  and f.check_at <= g.at and f.otherwise = 'FAIL' and not exists (select 1 from morning_check_step b
    where b.organization_id = f.organization_id and b.cook_user_id = f.cook_user_id and b.kind = 'RETURN' and b.at > f.check_at
      and b.at <= g.at))`;

/** Let in where no check is asked for: the pass says what it rests on. */
const exempt = `g.judged = 'PASS' and g.judged_why not like '%${byCheck}'`;

/** One of `entryStandings`. A failure for want of a certificate that has come since counts as what it would have been. */
export const entryStanding = `case
  when w.id is null then case when g.judged = 'PASS' then 'EXEMPT' else 'NO_CHECK' end
  when ${sentHome} then 'FAILED_CHECK'
  when k.id is null then case when ${exempt} then 'EXEMPT' else 'NO_CHECK' end
  when case when k.result = 'FAIL' and ${certified} then k.otherwise else k.result end in ('FAIL', 'FIX') then 'FAILED_CHECK'
  else 'PASS' end`;

/** One of `entryResults`: the judgement of the moment with the kitchen's reason. */
export const entryResult = `case
  when g.judged <> 'REFUSED' then g.judged
  when w.id is null or w.status <> 'NORMAL' then 'NO_PERMISSION'
  when not ${certified} then 'CERT_EXPIRED'
  when (${entryStanding}) = 'FAILED_CHECK' then 'FAILED_CHECK'
  when (${entryStanding}) = 'NO_CHECK' then 'NO_MORNING_CHECK'
  else 'NO_PERMISSION' end`;
