/**
 * Faces belong on the terminals that need them and on no others: the person agreed to the purpose the terminal serves, and may
 * pass, work or eat where it stands.
 */

import type { Ctx } from '../../../kit/server/context.ts';
import { type Sql, sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Acting, acting } from '../acting.ts';
import { lockPeople } from '../cards/card-list.ts';
import { pushItems } from '../pushes/push-items.ts';
import '../tables.ts';

/**
 * Does the terminal `d` (type `t`, district `z` it is a door of) need the face `f` of the person `p`? Gates by their rules,
 * whatever the hour; kitchens, check terminals and cabinets for those who work there; all others by the sites of the type.
 */
const needed = `case
  when t.kind in ('MORNING_CHECK', 'SAMPLE_CABINET') then 'MORNING_CHECK' = any(f.purposes) and exists (
    select 1 from cook_user w where w.organization_id = p.organization_id and w.person_id = p.id and w.status <> 'LEFT')
  when z.family = 'KITCHEN' then 'MORNING_CHECK' = any(f.purposes) and exists (
    select 1 from cook_user w join kitchen_permission c on c.organization_id = w.organization_id and c.district_id = z.id and c.allowed
      and (c.cook_user_id = w.id or (c.post = w.post and not exists (select 1 from kitchen_permission own
        where own.organization_id = w.organization_id and own.district_id = z.id and own.cook_user_id = w.id)))
    where w.organization_id = p.organization_id and w.person_id = p.id and w.status <> 'LEFT')
  when t.kind = 'GATE' then f.purposes && array['GATE', 'ATTENDANCE'] and (
    not exists (select 1 from door_rule r where r.organization_id = p.organization_id and r.district_id = z.id and r.status = 'NORMAL')
    or exists (select 1 from door_rule r left join department g on g.organization_id = p.organization_id and g.id = p.department_id
      where r.organization_id = p.organization_id and r.district_id = z.id and r.status = 'NORMAL' and r.effect = 'ALLOW'
        and not p.id = any(r.except_ids)
        and (p.id = any(r.person_ids) or p.type_id = any(r.type_ids) or (g.above || g.id) && r.department_ids
          or cardinality(r.person_ids) + cardinality(r.type_ids) + cardinality(r.department_ids) = 0)))
  else 'MEAL' = any(f.purposes) and not exists (select 1 from person_type_site s
    where s.organization_id = p.organization_id and s.type_id = p.type_id and cardinality(s.deploy_site_ids) > 0
      and not coalesce(d.deploy_site_id = any(s.deploy_site_ids), false)) end`;

const terminals = `device d join device_type t on t.id = d.type_id and 'FACE' = any(t.abilities)
  left join door o on o.organization_id = d.organization_id and o.device_id = d.id
  left join district z on z.organization_id = o.organization_id and z.id = o.district_id`;

interface Pair {
  personId: number;
  deviceId: number;
  version: number;
}

interface Of {
  typeIds?: readonly number[];
  personIds?: readonly number[];
  deviceIds?: readonly number[];
}

const narrowed = `(p.type_id = any($2::bigint[]) or p.id = any($3::bigint[]) or d.id = any($4::bigint[]))`;
const columns = (organizationId: number, { typeIds = [], personIds = [], deviceIds = [] }: Of) => [
  organizationId,
  typeIds,
  personIds,
  deviceIds,
];

/** Where faces that are in use are needed, of these people or on these terminals. */
export async function facesNeeded(executor: Sql, organizationId: number, of: Of): Promise<Pair[]> {
  const { rows } = await executor.query<Pair>(
    `select p.id as "personId", d.id as "deviceId", f.feature_version as version
     from person p join face_info f on f.organization_id = p.organization_id and f.person_id = p.id and f.status = 'OK' and f.paused_at is null
     join (${terminals}) on d.organization_id = p.organization_id and d.status in ('ACTIVE', 'REPAIR')
     where p.organization_id = $1 and p.status <> 'CLOSED' and ${narrowed} and ${needed} order by p.id, d.id`,
    columns(organizationId, of),
  );
  return rows;
}

/**
 * Tells terminals that need a face no more to delete it, after people, their types, purposes or rules changed or a face was paused; what was never
 * fetched is not sent any more. Runs in the caller's transaction, under the people lock.
 */
export async function withdrawOutOfReach(executor: Sql, who: Acting, of: Of, byName: string): Promise<void> {
  const { rows } = await executor.query<Pair>(
    `select q.target_id as "personId", q.device_id as "deviceId", q.target_version as version
     from person p join face_info f on f.organization_id = p.organization_id and f.person_id = p.id
     join (${terminals}) on d.organization_id = p.organization_id
     join lateral (select * from device_push n where n.organization_id = p.organization_id and n.target_type = 'FACE'
         and n.target_id = p.id and n.device_id = d.id and n.status <> 'SUPERSEDED' order by n.id desc limit 1) q
       on q.action <> 'DELETE'
     where p.organization_id = $1 and ${narrowed} and (f.paused_at is not null or not (${needed})) order by p.id, d.id`,
    columns(who.organizationId, of),
  );
  await pushItems(
    executor,
    who,
    'FACE',
    rows.map((row) => ({ ...row, action: 'DELETE' as const })),
    byName,
  );
}

/** Brings faces where they are needed now and takes them away where they are not; under the people lock. */
export async function settleFaces(executor: Sql, who: Acting, of: Of, byName: string): Promise<void> {
  await withdrawOutOfReach(executor, who, of, byName);
  const items = (await facesNeeded(executor, who.organizationId, of)).map((row) => ({
    ...row,
    action: 'ADD' as const,
  }));
  await pushItems(executor, who, 'FACE', items, byName);
}

/** The same after a domain above changed who passes or works where, in its transaction. */
export async function facesFollow(ctx: Ctx, of: Of): Promise<void> {
  const who = acting(ctx);
  const executor = sqlOf(ctx.db);
  await lockPeople(executor, who.organizationId);
  await settleFaces(executor, who, of, ctx.session.name);
}
