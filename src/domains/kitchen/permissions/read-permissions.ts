/** The grid of permissions as it stands, and as it stood before. */
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { Post } from '../words.ts';
import type { PermissionCell } from './cells.ts';

export interface PermissionGrid {
  zones: { id: number; name: string; restaurantId: number; restaurant: string }[];
  workers: { id: number; name: string; post: Post; restaurantId: number }[];
  cells: PermissionCell[];
  /** Of the last save; 0 before the first. */
  version: number;
  past: { id: number; savedAt: string; savedName: string; note: string }[];
}

const mostPast = 20;

/** Id of the last save; 0 before the first. */
export async function lastSave(ctx: Ctx): Promise<number> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number }>(
    'select id from kitchen_permission_past where organization_id = $1 order by saved_at desc, id desc limit 1',
    [ownOrganization(ctx)],
  );
  return rows[0]?.id ?? 0;
}

export async function readPermissions(ctx: Ctx): Promise<PermissionGrid> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const zones = await db.query<PermissionGrid['zones'][number]>(
    `select d.id, d.name, d.restaurant_id as "restaurantId", r.name as restaurant from district d
       join restaurant r on r.organization_id = d.organization_id and r.id = d.restaurant_id
     where d.organization_id = $1 and d.family = 'KITCHEN' and d.status = 'NORMAL' order by r.name, d.sort, d.name`,
    [organizationId],
  );
  const workers = await db.query<PermissionGrid['workers'][number]>(
    `select w.id, p.name, w.post, w.restaurant_id as "restaurantId" from cook_user w
       join person p on p.organization_id = w.organization_id and p.id = w.person_id
     where w.organization_id = $1 and w.status <> 'LEFT' order by w.restaurant_id, p.name, w.id`,
    [organizationId],
  );
  const cells = await db.query<PermissionCell>(
    `select c.post, c.cook_user_id as "cookUserId", c.district_id as "districtId", c.allowed, c.weekdays,
       c.start_time as "startTime", c.end_time as "endTime", c.require_check as "requireCheck"
     from kitchen_permission c where c.organization_id = $1 order by c.id`,
    [organizationId],
  );
  const past = await db.query<PermissionGrid['past'][number]>(
    `select id, saved_at as "savedAt", saved_name as "savedName", note from kitchen_permission_past
     where organization_id = $1 order by saved_at desc, id desc limit $2`,
    [organizationId, mostPast],
  );
  return {
    zones: zones.rows,
    workers: workers.rows,
    cells: cells.rows,
    version: await lastSave(ctx),
    past: past.rows,
  };
}
