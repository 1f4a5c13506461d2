import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';

/** 启用与停用: whether the server listens to this unit's controllers at all. */
export async function switchUdp(ctx: Ctx, { values }: ActionInput): Promise<null> {
  const enabled = values.enabled === true;
  await sqlOf(ctx.db).query(
    `insert into udp_setting (organization_id, enabled, updated_at) values ($1, $2, $3)
     on conflict (organization_id) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`,
    [ownOrganization(ctx), enabled, isoAt(ctx.clock.now())],
  );
  await ctx.audit({ action: enabled ? '启用 UDP' : '停用 UDP' });
  return null;
}
