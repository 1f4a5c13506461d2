/** Takes devices from one state to the next; see device-states.ts for what may follow what. */
import { isoAt } from '../../../kit/server/clock.ts';
import type { Ctx } from '../../../kit/server/context.ts';
import { mover } from '../../../kit/server/page/moves.ts';
import { type Refusal, refuse } from '../../../kit/server/refusal.ts';
import type { DeviceRow } from '../tables.ts';
import { deviceFlow } from './device-states.ts';
import '../refusals.ts';

/** Records still on the terminal would be lost with it. */
const uploadedFirst =
  (action: string) =>
  async (ctx: Ctx, device: DeviceRow): Promise<Refusal | undefined> => {
    const beat = await ctx.db
      .selectFrom('device_beat')
      .select('offline_count')
      .where('device_id', '=', device.id)
      .executeTakeFirst();
    const count = beat?.offline_count ?? 0;
    return count > 0 ? refuse('NOT_UPLOADED', { name: device.name, count, action }) : undefined;
  };

/** The key dies with the assignment, and commands nobody will fetch expire. */
async function disown(ctx: Ctx, { id, organization_id }: DeviceRow): Promise<void> {
  const at = isoAt(ctx.clock.now());
  await ctx.db
    .updateTable('device_key')
    .set({ revoked_at: at })
    .where('device_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await ctx.db.deleteFrom('device_pairing').where('device_id', '=', id).execute();
  await ctx.db.deleteFrom('device_beat').where('device_id', '=', id).execute();
  if (organization_id !== null)
    await ctx.db
      .updateTable('device_command')
      .set({ status: 'EXPIRED', done_at: at })
      .where('organization_id', '=', organization_id)
      .where('device_id', '=', id)
      .where('status', 'in', ['PENDING', 'SENT'])
      .execute();
}

const nowhere = { organization_id: null, deploy_site_id: null };

/** `assign` takes `organizationId`, and `agentId` when the device becomes the agent's as well. */
export const moveDevices = mover(deviceFlow, {
  table: 'device',
  name: (device) => device.name,
  stamped: true,
  check: {
    recall: uploadedFirst(deviceFlow.moves.recall.label),
    scrap: uploadedFirst(deviceFlow.moves.scrap.label),
  },
  write: {
    assign: (_, { organizationId, agentId }) => ({
      organization_id: organizationId,
      ...(agentId ? { agent_id: agentId } : {}),
    }),
    recall: () => nowhere,
    scrap: () => nowhere,
  },
  after: { recall: disown, scrap: disown },
  afterAll: async (ctx, devices) => {
    for (const { id } of devices) ctx.services.devices.forget(id);
  },
});
