/** Takes devices from one state to the next, one row at a time, audited; see device-states.ts for what may follow what. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { RowValues } from '../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { type DeviceEvent, deviceStatusLabel, deviceTransitions } from './device-states.ts';
import './refusals.ts';

interface Change {
  agent_id?: number | null;
  organization_id?: number | null;
  deploy_site_id?: number | null;
}

/** Records still on the terminal would be lost with it. */
async function waiting(ctx: Ctx, row: RowValues, event: DeviceEvent): Promise<Refusal | undefined> {
  const beat = await ctx.db
    .selectFrom('device_beat')
    .select('offline_count')
    .where('device_id', '=', row.id)
    .executeTakeFirst();
  const count = beat?.offline_count ?? 0;
  return count > 0
    ? refuse('NOT_UPLOADED', { name: String(row.name), count, action: deviceTransitions[event].label })
    : undefined;
}

/** The key dies with the assignment, and commands nobody will fetch expire. */
async function disown(ctx: Ctx, row: RowValues): Promise<void> {
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .updateTable('device_key')
    .set({ revoked_at: at })
    .where('device_id', '=', row.id)
    .where('revoked_at', 'is', null)
    .execute();
  await ctx.db.deleteFrom('device_pairing').where('device_id', '=', row.id).execute();
  await ctx.db.deleteFrom('device_beat').where('device_id', '=', row.id).execute();
  if (row.organizationId)
    await ctx.db
      .updateTable('device_command')
      .set({ status: 'EXPIRED', done_at: at })
      .where('organization_id', '=', row.organizationId as number)
      .where('device_id', '=', row.id)
      .where('status', 'in', ['PENDING', 'SENT'])
      .execute();
  ctx.services.devices.forget(row.id);
}

/**
 * Applies `event` to each row with further columns. STALE when the state changed meanwhile, NOT_UPLOADED where records
 * wait on the terminal and the transition asks for none.
 */
export async function changeDevices(
  ctx: Ctx,
  rows: readonly RowValues[],
  event: DeviceEvent,
  change: Change = {},
): Promise<null | Refusal> {
  const transition = deviceTransitions[event];
  for (const row of rows) {
    if ('uploadedFirst' in transition) {
      const no = await waiting(ctx, row, event);
      if (no) return no;
    }
    const leaves = transition.to === 'IN_STOCK' || transition.to === 'SCRAPPED';
    const done = await ctx.db
      .updateTable('device')
      .set((eb) => ({
        status: transition.to,
        ...change,
        ...(leaves ? { organization_id: null, deploy_site_id: null } : {}),
        updated_at: isoAt(ctx.clock.now()),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', row.id)
      .where('status', '=', String(row.status))
      .executeTakeFirst();
    if (done.numUpdatedRows !== 1n) return refuse('STALE');
    if (leaves) await disown(ctx, row);
    ctx.services.devices.forget(row.id);
    await ctx.audit({
      action: transition.label,
      targetId: row.id,
      targetName: String(row.name),
      changes: [
        {
          key: 'status',
          label: '状态',
          before: deviceStatusLabel(String(row.status)),
          after: deviceStatusLabel(transition.to),
        },
      ],
    });
  }
  return null;
}
