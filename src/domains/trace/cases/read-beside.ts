/** What stands beside the figures of a case: who was in the kitchen, what was done there, who opened the cabinets, where else the lots went. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Sql } from '../../../kit/server/db/sql-of.ts';

/** Hours before the stretch that the kitchen already worked for its first meal. */
const kitchenHours = 8;

export interface Stretch {
  fromMs: number;
  toMs: number;
}

/** Who was checked for the kitchen, or went in, on a day: with the check's result and the first time through a door. */
export interface KitchenPerson {
  id: number;
  day: string;
  place: string;
  name: string;
  /** Null: went in and was not checked. */
  result: string | null;
  why: string;
  certificateUntil: string | null;
  enteredAt: string | null;
}

export interface KitchenRecord {
  id: number;
  kind: string;
  at: string;
  place: string;
  object: string;
  how: string;
  passed: boolean | null;
}

export interface CabinetOpening {
  id: number;
  at: string;
  cabinet: string;
  way: string;
  name: string;
  seconds: number | null;
  illegal: boolean;
}

const hours = ({ fromMs, toMs }: Stretch): [string, string] => [isoAt(fromMs - kitchenHours * 3_600_000), isoAt(toMs)];

export async function kitchenOf(db: Sql, organizationId: number, stretch: Stretch): Promise<KitchenPerson[]> {
  const { rows } = await db.query<KitchenPerson>(
    `with checked as (
       select c.id, c.check_date as day, c.person_id, c.restaurant_id, c.result, array_to_string(c.why, '、') as why
       from morning_check c where c.organization_id = $1 and c.check_date between $2::timestamptz::date and $3::timestamptz::date
     ), entered as (
       select g.at::date as day, g.person_id, min(g.at) as at, min(d.restaurant_id) as restaurant_id
       from passage g join district d on d.organization_id = g.organization_id and d.id = g.district_id and d.family = 'KITCHEN'
       where g.organization_id = $1 and g.day between $2::timestamptz::date - 1 and $3::timestamptz::date
         and g.at >= $2 and g.at < $3 and g.direction = 'IN' and g.verdict = 'PASS' and g.person_id is not null
       group by 1, g.person_id
     )
     select coalesce(c.id, -p.id) as id, coalesce(c.day, e.day) as day, coalesce(r.name, '') as place, p.name, c.result,
       coalesce(c.why, '') as why, e.at as "enteredAt",
       (select max(h.expire_date) from health_certificate h
          join cook_user w on w.organization_id = h.organization_id and w.id = h.cook_user_id
        where h.organization_id = $1 and w.person_id = p.id and h.status = 'CONFIRMED') as "certificateUntil"
     from checked c full join entered e on e.person_id = c.person_id and e.day = c.day
     join person p on p.organization_id = $1 and p.id = coalesce(c.person_id, e.person_id)
     left join restaurant r on r.organization_id = $1 and r.id = coalesce(c.restaurant_id, e.restaurant_id)
     order by 2, (c.id is null) desc, c.id, p.id`,
    [organizationId, ...hours(stretch)],
  );
  return rows;
}

/** 消毒, 检测, 废弃物, 添加剂; corrected ones are left out for what stands in their place. */
export async function recordsOf(db: Sql, organizationId: number, stretch: Stretch): Promise<KitchenRecord[]> {
  const { rows } = await db.query<KitchenRecord>(
    `select o.id, o.kind, o.at, coalesce(r.name, '') as place, o.object, o.passed,
       concat_ws('，', nullif(o.way, ''), o.ppm || ' ppm', o.celsius || ' ℃', o.minutes || ' 分钟', nullif(o.batch, ''),
         nullif(o.value, ''), o.grams || ' 克', nullif(o.dish, ''), nullif(o.collector, '')) as how
     from operate_record o
     left join restaurant r on r.organization_id = o.organization_id and r.id = o.restaurant_id
     where o.organization_id = $1 and o.at >= $2 and o.at < $3 and not exists (select 1 from operate_record x
       where x.organization_id = o.organization_id and x.corrects_id = o.id)
     order by o.at, o.id`,
    [organizationId, ...hours(stretch)],
  );
  return rows;
}

/** From the stretch on: whoever came to the samples since, too. */
export async function openingsOf(
  db: Sql,
  organizationId: number,
  { fromMs }: Stretch,
  nowMs: number,
): Promise<CabinetOpening[]> {
  const { rows } = await db.query<CabinetOpening>(
    `select c.id, c.opened_at as at, d.name as cabinet, c.way, c.person_name as name, c.illegal,
       extract(epoch from c.closed_at - c.opened_at)::int as seconds
     from cabinet_open c join device d on d.id = c.device_id
     where c.organization_id = $1 and c.opened_at >= $2 and c.opened_at < $3 order by c.illegal desc, c.opened_at, c.id limit 500`,
    [organizationId, isoAt(fromMs), isoAt(nowMs)],
  );
  return rows;
}
