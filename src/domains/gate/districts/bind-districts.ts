/** The server side of both registers of districts. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type ActionInput, bind, type Values } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { named } from '../../../kit/server/page/named.ts';
import { over } from '../../../kit/server/page/over.ts';
import { isRefusal, type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { gateRefusals } from '../refusals.ts';
import { facesFollowDoors } from '../rules/faces-follow-doors.ts';
import { publishDoors } from '../rules/publish-doors.ts';
import { clearPassback } from './clear-passback.ts';
import type { Family } from './district-words.ts';
import type { districtsIn } from './districts-in.ts';

type Page = ReturnType<typeof districtsIn>;
type District = Values<Page['fields']>;

/** The places below which `id` would hang: itself among them is a circle; another restaurant's is no place for it. */
async function refuseParent(ctx: Ctx, values: District, id: number | null): Promise<Refusal | undefined> {
  if (!values.parentId) return undefined;
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string; restaurantId: number | null; nth: number }>(
    `with recursive up as (
       select id, name, parent_id, restaurant_id, 1 as nth from district where organization_id = $1 and id = $2
       union all
       select d.id, d.name, d.parent_id, d.restaurant_id, up.nth + 1 from up
         join district d on d.organization_id = $1 and d.id = up.parent_id where up.nth < 20)
     select id, name, restaurant_id as "restaurantId", nth from up order by nth`,
    [ownOrganization(ctx), values.parentId],
  );
  if (rows.some((row) => row.id === id))
    return refuse(gateRefusals.DISTRICT_CYCLE, {}, { parentId: '不能是自己或自己的下级' });
  const parent = rows[0];
  if (parent?.restaurantId && values.restaurantId && parent.restaurantId !== values.restaurantId)
    return refuse(
      gateRefusals.DISTRICT_ELSEWHERE,
      { parent: parent.name },
      { parentId: `「${parent.name}」属于另一个餐厅` },
    );
  return undefined;
}

/** The doors are written as the form has them; a terminal that stands at a door elsewhere is refused by its line. */
async function writeDoors(ctx: Ctx, districtId: number, doors: District['doors']): Promise<Refusal | undefined> {
  if (doors === undefined) return undefined;
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const ids = (doors ?? []).map((line) => line.deviceId!);
  const { rows } = await db.query<{ deviceId: number; device: string; district: string }>(
    `select o.device_id as "deviceId", v.name as device, d.name as district from door o
       join district d on d.organization_id = o.organization_id and d.id = o.district_id
       join device v on v.organization_id = o.organization_id and v.id = o.device_id
     where o.organization_id = $1 and o.district_id <> $2 and o.device_id = any($3::bigint[]) order by o.device_id`,
    [organizationId, districtId, ids],
  );
  const [taken] = rows;
  if (taken) {
    const message = `「${taken.device}」已是「${taken.district}」的门`;
    return refuse(
      gateRefusals.DOOR_TAKEN,
      { device: taken.device, district: taken.district },
      { [`doors.${ids.indexOf(taken.deviceId)}.deviceId`]: message },
    );
  }
  await db.query(
    'delete from door where organization_id = $1 and district_id = $2 and device_id <> all($3::bigint[])',
    [organizationId, districtId, ids],
  );
  await db.query(
    `insert into door (organization_id, device_id, district_id, direction, created_at)
     select $1, l.device, $2, l.direction, $5 from unnest($3::bigint[], $4::text[]) as l (device, direction)
     on conflict (organization_id, device_id) do update set direction = excluded.direction`,
    [organizationId, districtId, ids, (doors ?? []).map((line) => line.direction), isoAt(ctx.clock.now())],
  );
  return undefined;
}

/** Doors hear of a district that is closed or open again. */
const switched = (status: 'NORMAL' | 'DISABLED', label: string) => async (ctx: Ctx, input: ActionInput) => {
  await setColumn('district', 'status', status, label)(ctx, input);
  const large = await publishDoors(ctx, ownOrganization(ctx), input.ids);
  return isRefusal(large) ? large : null;
};

/** The smallest number of one byte that is free: entrance codes name districts by it. */
async function giveShortNumber(ctx: Ctx, id: number): Promise<void> {
  await sqlOf(ctx.db).query(
    `update district set short_no = (select n from generate_series(1, 255) n where not exists (
         select 1 from district d where d.organization_id = $1 and d.short_no = n) order by n limit 1)
     where organization_id = $1 and id = $2 and short_no is null`,
    [ownOrganization(ctx), id],
  );
}

/** What is asked of the people of the kitchen holds from now on: their passes say it, before the doors hear of it. */
async function askStaff(ctx: Ctx, id: number, asks: District['asks'], before: District['asks']): Promise<void> {
  if (asks === undefined || String(asks ?? []) === String(before ?? [])) return;
  const organizationId = ownOrganization(ctx);
  await sqlOf(ctx.db).query('update district set asks_at = $3 where organization_id = $1 and id = $2', [
    organizationId,
    id,
    isoAt(ctx.clock.now()),
  ]);
  await ctx.services.kitchenStaff?.settle(ctx, organizationId);
}

export function bindDistricts(spec: Page, family: Family) {
  const crud = tableCrud(spec, {
    table: 'district',
    owner: (ctx) => ({ organization_id: ownOrganization(ctx), family }),
    skip: ['doors'],
    blank: { sort: 0, asks: [], passback: 'OFF' },
    unique: { district_name: 'name' },
    usedBy: [
      { table: 'district', column: 'parent_id', what: '下级区域' },
      { table: 'pass_entry', column: 'district_id', what: '通行权限' },
    ],
    check: (ctx, values, before) =>
      refuseParent(ctx, { ...(before as District | null), ...values }, before?.id ?? null),
    after: async (ctx, id, values, before) => {
      await giveShortNumber(ctx, id);
      await askStaff(ctx, id, values.asks, (before as District | null)?.asks);
      const no = await writeDoors(ctx, id, values.doors);
      if (no) return no;
      const large = await publishDoors(ctx, ownOrganization(ctx), [id]);
      if (isRefusal(large)) return large;
      await facesFollowDoors(ctx, id);
      return undefined;
    },
  });
  return bind(spec, {
    list: over(
      spec,
      'district as d',
      {
        columns: {
          doors: sql`(select json_agg(json_build_object('deviceId', o.device_id, 'direction', o.direction) order by o.device_id)
            from door o where o.organization_id = d.organization_id and o.district_id = d.id)`,
          doorCount: sql`(select count(*)::int from door o where o.organization_id = d.organization_id and o.district_id = d.id)`,
          doorNames: sql`(select string_agg(v.name || case o.direction when 'IN' then '（进）' when 'OUT' then '（出）' else '' end,
              '、' order by v.name)
            from door o join device v on v.organization_id = o.organization_id and v.id = o.device_id
            where o.organization_id = d.organization_id and o.district_id = d.id)`,
        },
        names: {
          parentId: sql`(select u.name from district u where u.organization_id = d.organization_id and u.id = d.parent_id)`,
        },
      },
      (from) => from.where('d.family', '=', family),
    ),
    ...crud,
    remove: async (ctx, id, before) => {
      await ctx.db.deleteFrom('door').where('district_id', '=', id).execute();
      return crud.remove(ctx, id, before);
    },
    options: named('district', {
      offered: `t.status = 'NORMAL' and t.family = '${family}'`,
      hint: '(select r.name from restaurant r where r.organization_id = t.organization_id and r.id = t.restaurant_id)',
      order: 't.sort, t.name',
    }),
    actions: {
      disable: switched('DISABLED', '停用'),
      enable: switched('NORMAL', '启用'),
      ...(family === 'SITE' ? { clearPassback } : {}),
    },
  });
}
