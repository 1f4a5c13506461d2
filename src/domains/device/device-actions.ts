/** Actions that several device pages share. */
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx } from '../../kit/server/context.ts';
import type { ActionInput, Show } from '../../kit/server/page/binding.ts';
import { changeDevices } from './change-device.ts';
import { sendCommand } from './commands.ts';
import type { CommandKind, DeviceEvent } from './device-states.ts';
import { issuePairingCode, pairingMinutes } from './pairing.ts';

/** A transition without further values. */
export const transition = (event: DeviceEvent) => (ctx: Ctx, input: ActionInput) =>
  changeDevices(ctx, input.rows, event);

/** 配对码, shown once. */
export async function showPairingCode(ctx: Ctx, { rows }: ActionInput): Promise<Show> {
  const row = rows[0]!;
  const value = await issuePairingCode(ctx.services, ctx.db, row.id);
  await ctx.audit({ action: '生成配对码', targetId: row.id, targetName: String(row.name) });
  const note = `在设备的配对界面输入，${pairingMinutes} 分钟内有效，只能用一次。序列号 ${row.sn}`;
  return { secret: { label: '配对码', value, note } };
}

/** 吊销密钥: at once here, within five seconds on other nodes. */
export async function revokeKeys(ctx: Ctx, { rows }: ActionInput): Promise<null> {
  for (const row of rows) {
    await ctx.db
      .updateTable('device_key')
      .set({ revoked_at: isoAt(ctx.clock.now()) })
      .where('device_id', '=', row.id)
      .execute();
    ctx.services.devices.forget(row.id);
    await ctx.audit({ action: '吊销密钥', targetId: row.id, targetName: String(row.name) });
  }
  return null;
}

/** A command of a fixed kind, or of the kind the dialog asked for. */
export const command = (kind?: CommandKind) => (ctx: Ctx, input: ActionInput) =>
  sendCommand(ctx, input.rows, kind ?? (input.values.kind as CommandKind));
