/** 绑定部署点: where a device stands and how it charges there. */
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { chargingMode } from './charging-mode.ts';

/** The engine has found site and device to be the organization's own. Takes effect on terminals within five seconds. */
export async function bindSite(ctx: Ctx, { rows, values }: ActionInput): Promise<Refusal | null> {
  const siteId = (values.deploySiteId as number | null | undefined) ?? null;
  for (const row of rows) {
    const charging = chargingMode(row, values.mode as string | null | undefined);
    if (isRefusal(charging)) return charging;
    await ctx.db
      .updateTable('device')
      .set((eb) => ({
        deploy_site_id: siteId,
        ...charging,
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('organization_id', '=', ownOrganization(ctx))
      .where('id', '=', row.id)
      .execute();
    ctx.services.devices.forget(row.id);
    await ctx.audit({
      action: '绑定部署点',
      targetId: row.id,
      targetName: String(row.name),
      changes: [
        { key: 'deploySiteId', label: '部署点', before: row.deploySiteId ?? null, after: siteId },
        ...(charging.mode ? [{ key: 'mode', label: '消费模式', before: row.mode ?? null, after: charging.mode }] : []),
      ],
    });
  }
  return null;
}
