/** Remote commands: made on a page, fetched by the terminal with its heartbeat, answered with a later one. */
import type { Pool } from 'pg';
import { isoAt } from '../../kit/server/clock.ts';
import type { Ctx, Services } from '../../kit/server/context.ts';
import type { RowValues } from '../../kit/server/page/binding.ts';
import { type CommandKind, commandKinds } from './register/device-states.ts';

/** A command nobody fetched within a day is no longer wanted; a door opens at once or not at all. */
const expireSeconds = 86_400;
const openSeconds = 60;
/** So does a camera: later it would show something else. */
const atOnce: readonly CommandKind[] = ['OPEN_DOOR', 'CAPTURE'];
/** A fetched one without a result is handed out again after this: the answer may have been lost. */
const againMinutes = 2;
const mostListed = 20;

/** Puts a command to each device, unless the same one still waits there. `rows` carry organizationId, name. */
export async function sendCommand(
  ctx: Ctx,
  rows: readonly RowValues[],
  kind: CommandKind,
  reason?: string,
): Promise<null> {
  const at = isoAt(ctx.clock.now());
  const label = commandKinds.find((k) => k.value === kind)!.label;
  for (const row of rows) {
    const organizationId = row.organizationId as number;
    const waiting = await ctx.db
      .selectFrom('device_command')
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('device_id', '=', row.id)
      .where('kind', '=', kind)
      .where('status', '=', 'PENDING')
      .executeTakeFirst();
    if (!waiting)
      await ctx.db
        .insertInto('device_command')
        .values({
          organization_id: organizationId,
          id: await ctx.ids.next(),
          device_id: row.id,
          kind,
          status: 'PENDING',
          result: '',
          created_at: at,
          created_by: ctx.session.accountId,
          sent_at: null,
          done_at: null,
        })
        .execute();
    const changes = reason ? [{ key: 'reason', label: '原因', before: null, after: reason }] : [];
    await ctx.audit({ action: label, targetId: row.id, targetName: String(row.name), changes });
  }
  return null;
}

const inventoryAgainMinutes = 10;

/** Asks a terminal for the list of its faces, unless it has been asked within ten minutes. */
export async function askInventory(
  { pool, ids, clock }: Pick<Services, 'pool' | 'ids' | 'clock'>,
  organizationId: number,
  deviceId: number,
): Promise<void> {
  await pool.query(
    `insert into device_command (organization_id, id, device_id, kind, status, result, created_at)
     select $1, $2, $3, 'INVENTORY', 'PENDING', '', $4 where not exists (
       select 1 from device_command c where c.organization_id = $1 and c.device_id = $3 and c.kind = 'INVENTORY'
         and c.created_at > $4::timestamptz - make_interval(mins => $5))`,
    [organizationId, await ids.next(), deviceId, isoAt(clock.now()), inventoryAgainMinutes],
  );
}

/** The last commands of a device, newest first. */
export async function lastCommands(ctx: Ctx, organizationId: number, deviceId: number) {
  return ctx.db
    .selectFrom('device_command')
    .select(['kind', 'status', 'result', 'created_at as createdAt'])
    .where('organization_id', '=', organizationId)
    .where('device_id', '=', deviceId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();
}

export interface CommandOut {
  id: number;
  kind: CommandKind;
  /** What a picture is asked of (`captures.ts`). */
  about?: unknown;
}

/** The commands a terminal should carry out now; marks them SENT and lets old ones expire. */
export async function takeCommands(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  nowMs: number,
): Promise<CommandOut[]> {
  const { rows } = await pool.query<CommandOut & { status: string }>({
    name: 'device-commands-take',
    text: `update device_command set
        status = case when created_at < $3::timestamptz - make_interval(secs => case when kind = any($7) then $6::int else $4::int end) then 'EXPIRED' else 'SENT' end,
        sent_at = $3
      where organization_id = $1 and device_id = $2
        and (status = 'PENDING' or (status = 'SENT' and sent_at < $3::timestamptz - make_interval(mins => $5)))
      returning id, kind, status, about`,
    values: [organizationId, deviceId, isoAt(nowMs), expireSeconds, againMinutes, openSeconds, atOnce],
  });
  return rows
    .filter((r) => r.status === 'SENT')
    .map(({ id, kind, about }) => ({ id, kind, ...(about ? { about } : {}) }))
    .sort((a, b) => a.id - b.id);
}

export interface CommandResult {
  id: number;
  ok: boolean;
  message: string;
}

/** Writes what became of commands; results of others' commands change nothing. */
export async function finishCommands(
  pool: Pool,
  organizationId: number,
  deviceId: number,
  results: readonly CommandResult[],
  nowMs: number,
): Promise<void> {
  if (results.length === 0) return;
  await pool.query(
    `update device_command c set status = case when r.ok then 'OK' else 'FAILED' end, result = r.message, done_at = $6
     from unnest($3::bigint[], $4::boolean[], $5::text[]) as r (id, ok, message)
     where c.organization_id = $1 and c.device_id = $2 and c.id = r.id and c.status = 'SENT'`,
    [
      organizationId,
      deviceId,
      results.map((r) => r.id),
      results.map((r) => r.ok),
      results.map((r) => r.message),
      isoAt(nowMs),
    ],
  );
}
