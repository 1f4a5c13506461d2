/** Numbers that will never arrive: a clerk gives them up with a reason, and may take that back. */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import type { ActionInput } from '../../../kit/server/page/binding.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import { deviceGaps } from './gaps.ts';

/** Gives up all missing numbers of the devices. Refused while records wait on one: they may be among them. */
export async function giveUpGaps(ctx: Ctx, { rows, values }: ActionInput): Promise<null | Refusal> {
  const organizationId = ownOrganization(ctx);
  const reason = String(values.reason ?? '');
  // What has just arrived is no gap.
  await ctx.services.deviceSequences.flush();
  for (const row of rows) {
    const name = String(row.name);
    const waiting = row.offlineCount as number;
    if (waiting > 0) return refuse('NOT_UPLOADED', { name, count: waiting, action: '放弃缺号' });
    const gaps = await deviceGaps(ctx.db, organizationId, row.id);
    for (const { epoch, stream, from, to } of gaps) {
      await sql`update device_sequence set given_up = given_up + int8multirange(int8range(${from}, ${to}, '[]'))
        where organization_id = ${organizationId} and device_id = ${row.id} and epoch = ${epoch}
          and stream = ${stream}`.execute(ctx.db);
      await ctx.db
        .insertInto('device_gap_given_up')
        .values({
          organization_id: organizationId,
          id: await ctx.ids.next(),
          device_id: row.id,
          epoch,
          stream,
          from_seq: from,
          to_seq: to,
          reason,
          given_up_at: isoAt(ctx.clock.now()),
          given_up_by: ctx.session.accountId,
          given_up_name: ctx.session.name,
        })
        .execute();
    }
    await ctx.audit({
      action: '放弃缺号',
      targetId: row.id,
      targetName: name,
      changes: [{ key: 'gaps', label: reason, before: row.gaps, after: null }],
    });
  }
  return null;
}

/** Lists the given-up numbers as missing again; numbers that arrived meanwhile stay arrived. */
export async function reopenGaps(ctx: Ctx, { rows }: ActionInput): Promise<null> {
  for (const row of rows) {
    await sql`update device_sequence set given_up = '{}'
      where organization_id = ${ownOrganization(ctx)} and device_id = ${row.id}`.execute(ctx.db);
    await ctx.audit({ action: '恢复缺号', targetId: row.id, targetName: String(row.name) });
  }
  return null;
}
