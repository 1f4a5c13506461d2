/** 入库: puts devices into the platform's stock, many at once. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';

export interface NewDevice {
  sn: string;
  name: string;
  typeId: number;
  mode: string;
  maxFaces: number | null;
  warrantyEnd: string | null;
}

/** Serial numbers among `sns` that are in the register already. */
export async function knownSerials(ctx: Ctx, sns: readonly string[]): Promise<Set<string>> {
  if (sns.length === 0) return new Set();
  const rows = await ctx.db.selectFrom('device').select('sn').where('sn', 'in', sns).execute();
  return new Set(rows.map((r) => r.sn));
}

/** Inserts them in the caller's transaction; answers the serial numbers that were taken meanwhile and left out. */
export async function enterDevices(ctx: Ctx, devices: readonly NewDevice[]): Promise<Set<string>> {
  if (devices.length === 0) return new Set();
  const at = isoAt(ctx.clock.now());
  const ids = await ctx.ids.take(devices.length);
  const made = await ctx.db
    .insertInto('device')
    .values(
      devices.map((d, i) => ({
        id: ids[i]!,
        sn: d.sn,
        type_id: d.typeId,
        name: d.name,
        agent_id: null,
        organization_id: null,
        deploy_site_id: null,
        mode: d.mode,
        max_faces: d.maxFaces,
        warranty_end: d.warrantyEnd,
        status: 'IN_STOCK',
        created_at: at,
        created_by: ctx.session.accountId,
        updated_at: at,
        version: 1,
      })),
    )
    .onConflict((c) => c.column('sn').doNothing())
    .returning(['id', 'sn'])
    .execute();
  const entered = new Set(made.map((m) => m.sn));
  for (const { id, sn } of made) await ctx.audit({ action: '入库', targetId: id, targetName: sn });
  return new Set(devices.map((d) => d.sn).filter((sn) => !entered.has(sn)));
}
