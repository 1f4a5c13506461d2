/** Saves the whole grid of permissions: what it was before stays to be gone back to, and doors follow at once. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { facesFollow } from '../../people/public.server.ts';
import { settlePasses, workersOf } from '../passes/settle-passes.ts';
import { cellKey, type PermissionCell } from './cells.ts';
import { lastSave } from './read-permissions.ts';

/** STALE when somebody else saved since `version`; NOT_FOUND for a zone or worker of another unit. */
export async function savePermissions(
  ctx: Ctx,
  cells: readonly PermissionCell[],
  { version, note }: { version: number; note: string },
): Promise<{ passes: number } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  await db.query("select /* wall: the session's own */ 1 from organization where id = $1 for no key update", [
    organizationId,
  ]);
  if ((await lastSave(ctx)) !== version) return refuse('STALE');
  if (new Set(cells.map(cellKey)).size < cells.length) return refuse('MALFORMED', { detail: '有重复的格子' });
  const known = await db.query<{ zones: number; workers: number }>(
    `select (select count(*)::int from district where organization_id = $1 and family = 'KITCHEN' and id = any($2::bigint[])) as zones,
       (select count(*)::int from cook_user where organization_id = $1 and id = any($3::bigint[])) as workers`,
    [organizationId, cells.map((cell) => cell.districtId), cells.map((cell) => cell.cookUserId)],
  );
  const zones = new Set(cells.map((cell) => cell.districtId));
  const workers = new Set(cells.map((cell) => cell.cookUserId).filter((one) => one !== null));
  if (known.rows[0]!.zones < zones.size || known.rows[0]!.workers < workers.size) return refuse('NOT_FOUND');
  await ctx.db.deleteFrom('kitchen_permission').execute();
  const ids = await ctx.ids.take(cells.length);
  if (cells.length > 0)
    await ctx.db
      .insertInto('kitchen_permission')
      .values(
        cells.map((cell, i) => ({
          organization_id: organizationId,
          id: ids[i]!,
          post: cell.post,
          cook_user_id: cell.cookUserId,
          district_id: cell.districtId,
          allowed: cell.allowed,
          weekdays: cell.weekdays,
          start_time: cell.startTime,
          end_time: cell.endTime,
          require_check: cell.requireCheck,
        })),
      )
      .execute();
  const nowMs = ctx.clock.now();
  await ctx.db
    .insertInto('kitchen_permission_past')
    .values({
      organization_id: organizationId,
      id: await ctx.ids.next(),
      cells: JSON.stringify(cells),
      note,
      saved_at: isoAt(nowMs),
      saved_by: ctx.session.accountId,
      saved_name: ctx.session.name,
    })
    .execute();
  const workerIds = await workersOf(db, organizationId);
  const passes = await settlePasses(db, ctx.ids, { organizationId, workerIds, nowMs, why: '权限变更' });
  const { rows: people } = await db.query<{ personId: number }>(
    `select person_id as "personId" from cook_user where organization_id = $1 and status <> 'LEFT'`,
    [organizationId],
  );
  await facesFollow(ctx, { personIds: people.map(({ personId }) => personId) });
  await ctx.audit({ action: '保存后厨权限', targetName: `${cells.length} 格${note ? `，${note}` : ''}` });
  return { passes };
}

/** The cells of an earlier save, without zones and workers that are gone; nothing is written. */
export async function pastCells(ctx: Ctx, id: number): Promise<PermissionCell[] | Refusal> {
  const organizationId = ownOrganization(ctx);
  const { rows } = await sqlOf(ctx.db).query<{ cells: PermissionCell[] }>(
    `select (select coalesce(json_agg(c), '[]'::json) from jsonb_array_elements(v.cells) c
         where exists (select 1 from district d where d.organization_id = v.organization_id and d.status = 'NORMAL'
             and d.id = (c->>'districtId')::bigint)
           and (c->>'cookUserId' is null or exists (select 1 from cook_user w where w.organization_id = v.organization_id
             and w.status <> 'LEFT' and w.id = (c->>'cookUserId')::bigint))) as cells
     from kitchen_permission_past v where v.organization_id = $1 and v.id = $2`,
    [organizationId, id],
  );
  return rows[0]?.cells ?? refuse('NOT_FOUND');
}
