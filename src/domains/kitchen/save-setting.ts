/** 晨检设置: what temperature is well, which shifts there are, whether doors that are cut off let in. */
import { isoAt } from '../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../kit/server/context.ts';
import { sqlOf } from '../../kit/server/db/sql-of.ts';
import { refuseField } from '../../kit/server/page/values.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { settlePasses, workersOf } from './passes/settle-passes.ts';
import { type KitchenSetting, kitchenSetting } from './setting.ts';

/** Shifts already rostered keep their hours. STALE when somebody else saved meanwhile. */
export async function saveSetting(ctx: Ctx, wanted: KitchenSetting): Promise<{ version: number } | Refusal> {
  const organizationId = ownOrganization(ctx);
  const db = sqlOf(ctx.db);
  const { temp10Min, temp10Max, grace, shifts, version } = wanted;
  if (new Set(shifts.map((shift) => shift.name)).size < shifts.length) return refuseField('shifts', '班次名称不能重复');
  const before = await kitchenSetting(db, organizationId);
  const { rows } = await db.query<{ version: number }>(
    `insert into kitchen_setting (organization_id, temp10_min, temp10_max, grace, shifts, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (organization_id) do update set temp10_min = excluded.temp10_min, temp10_max = excluded.temp10_max,
       grace = excluded.grace, shifts = excluded.shifts, updated_at = excluded.updated_at, version = kitchen_setting.version + 1
       where kitchen_setting.version = $7
     returning version`,
    [organizationId, temp10Min, temp10Max, grace, JSON.stringify(shifts), isoAt(ctx.clock.now()), version],
  );
  const [saved] = rows;
  if (!saved) return refuse('STALE', { of: 0 });
  const words = (one: KitchenSetting) =>
    `体温 ${(one.temp10Min / 10).toFixed(1)}–${(one.temp10Max / 10).toFixed(1)} ℃，断网${one.grace ? '放行当班人员' : '不放行'}，` +
    one.shifts.map((shift) => `${shift.name} ${shift.start}–${shift.end}`).join('、');
  await ctx.audit({
    action: '晨检设置',
    changes: [{ key: 'setting', label: '晨检设置', before: words(before), after: words(wanted) }],
  });
  const workerIds = await workersOf(db, organizationId);
  await settlePasses(db, ctx.ids, { organizationId, workerIds, nowMs: ctx.clock.now(), why: '晨检设置变更' });
  return saved;
}
