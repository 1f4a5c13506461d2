/** Actions that several device pages share. */

import { labelIn } from '../../../kit/define/states.ts';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import type { ActionInput, Show } from '../../../kit/server/page/binding.ts';
import { lastCommands, sendCommand } from '../commands.ts';
import { issuePairingCode, pairingMinutes } from '../pairing.ts';
import { deviceGaps } from '../records/gaps.ts';
import { type CommandKind, commandKinds, commandStatuses, type DeviceEvent } from './device-states.ts';
import { moveDevices } from './move-devices.ts';

/** A transition without further values. */
export const transition =
  (event: DeviceEvent) =>
  (ctx: Ctx, { ids }: ActionInput) =>
    moveDevices(ctx, event, ids);

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

/** 缺号明细: epochs with their missing numbers, after looking them up in the ledger once more. */
export async function showGaps(ctx: Ctx, { rows }: ActionInput): Promise<Show> {
  const row = rows[0]!;
  const gaps = await deviceGaps(ctx.db, row.organizationId as number, row.id);
  const byEpoch = new Map<number, string[]>();
  for (const { epoch, from, to } of gaps)
    byEpoch.set(epoch, [...(byEpoch.get(epoch) ?? []), from === to ? String(from) : `${from}–${to}`]);
  const lines = [...byEpoch].map(([epoch, ranges]) => [`批次 ${epoch}`, ranges.join('、')] as const);
  return {
    receipt: {
      title: `缺号明细 · ${row.name}`,
      lines: lines.length > 0 ? lines : [['缺号', '核对账本后没有缺号']],
      footer: '设备已用而平台没有收到的序号，其中可能包括还在设备上待传的记录',
    },
  };
}

/** 命令记录: the last commands with what became of them. */
export async function showCommands(ctx: Ctx, { rows }: ActionInput): Promise<Show> {
  const row = rows[0]!;
  const commands = await lastCommands(ctx, row.organizationId as number, row.id);
  const lines = commands.map((c) => {
    const state = `${labelIn(commandStatuses, c.status)}${c.result ? `：${c.result}` : ''}`;
    return [`${c.createdAt.slice(0, 19).replace('T', ' ')} ${labelIn(commandKinds, c.kind)}`, state] as const;
  });
  return {
    receipt: { title: `命令记录 · ${row.name}`, lines: lines.length > 0 ? lines : [['命令', '还没有下发过命令']] },
  };
}
