/** 长期未就餐: one alert a department, while people who eat nearly always have not for days and nobody said that they are away. */
import { addDays } from '../../../kit/server/clock.ts';
import type { Services } from '../../../kit/server/context.ts';
import { type Found, keepAlerts } from '../../alerts/public.server.ts';
import { businessDay } from '../../wallet/public.server.ts';

/** Days with meals without him, and those before them that say he eats: so many, and on so many percent of them. */
const missingDays = 5;
const habitDays = 20;
const leastHabit = 10;
const habitPercent = 60;
/** A day is one with meals where so many percent of the busiest day's people ate: on others nobody is missed. */
const servedPercent = 30;
/** Days looked back on for those: holidays lie among them. */
const backDays = 60;
const mostNamed = 5;

interface Missing {
  departmentId: number | null;
  department: string | null;
  people: number;
  /** Job numbers: an alert goes to robots, which are told no names. */
  named: string[];
  /** When the last of them ate. */
  lastOn: string;
}

async function missingIn({ pool }: Services, organizationId: number, today: string): Promise<Missing[]> {
  const { rows } = await pool.query<Missing>(
    `with eaten as (
       select distinct person_id, business_date as day from trade
       where organization_id = $1 and business_date between $2 and $3 and kind = 'CONSUME' and mode <> 'SHOP'),
     heads as (select day, count(*) as n from eaten group by 1),
     served as (select day, row_number() over (order by day desc) as back from heads
       where n * 100 >= (select max(n) from heads) * $4),
     known as (select count(*) filter (where back > $5) as days, min(day) filter (where back <= $5) as since from served where back <= $5 + $6),
     people as (
       select e.person_id, max(e.day) as last_on from eaten e join served s on s.day = e.day and s.back <= $5 + $6
       group by 1
       having bool_and(s.back > $5) and count(*) * 100 >= (select days from known) * $7)
     select p.department_id as "departmentId", d.name as department, count(*)::int as people, max(m.last_on) as "lastOn",
       (array_agg(coalesce(p.job_number, p.person_no) order by m.last_on, p.id))[1:$9] as named
     from people m join known k on k.days >= $8
     join person p on p.organization_id = $1 and p.id = m.person_id and p.status = 'NORMAL'
     left join department d on d.organization_id = p.organization_id and d.id = p.department_id
     where not exists (select from meal_absence a where a.organization_id = $1 and a.person_id = p.id and a.status = 'NORMAL'
       and a.from_date <= $3 and a.to_date >= k.since)
     group by 1, 2 order by 1`,
    [
      organizationId,
      addDays(today, -backDays),
      addDays(today, -1),
      servedPercent,
      missingDays,
      habitDays,
      habitPercent,
      leastHabit,
      mostNamed,
    ],
  );
  return rows;
}

/** Each morning, of every unit. Closed by hand it stays so until somebody else is missing. */
export async function tellMissing(services: Services): Promise<void> {
  const today = businessDay(services.clock.now());
  const { rows: units } = await services.pool.query<{ id: number }>(
    `select /* wall: a job over every unit, each told of its own */ id from organization where status = 'NORMAL' order by id`,
  );
  const found: Found[] = [];
  for (const { id: organizationId } of units)
    for (const { departmentId, department, people, named, lastOn } of await missingIn(services, organizationId, today))
      found.push({
        organizationId,
        alarm: {
          object: `department:${departmentId ?? 0}`,
          objectName: department ?? '未分部门',
          at: Date.parse(`${addDays(lastOn, 1)}T04:00:00+08:00`),
          detail: `${people} 人连续 ${missingDays} 个供餐日没有就餐，也没有请假：工号 ${named.join('、')}${people > named.length ? ' 等' : ''}`,
          open: {
            path: '/admin/organization/user',
            ...(departmentId === null ? {} : { search: { departmentId: [departmentId] } }),
          },
        },
      });
  await keepAlerts(services, 'NO_MEAL_PERSON', found);
}
