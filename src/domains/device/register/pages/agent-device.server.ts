import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { refuse } from '../../../../kit/server/refusal.ts';
import { assignDevices } from '../assign-devices.ts';
import { showCommands, showGaps, showPairingCode } from '../device-actions.ts';
import { deviceList } from '../device-list.ts';
import { moveDevices } from '../move-devices.ts';
import device from './agent-device.page.ts';

const { update } = tableCrud(device, { table: 'device', owner: () => ({}) });

export default bind(device, {
  list: deviceList,
  update,
  actions: {
    assign: assignDevices,
    pairing: showPairingCode,
    gaps: showGaps,
    commandLog: showCommands,
    // Back into the agent's own stock; devices the platform delivered itself are not the agent's to take back.
    recall: async (ctx, { ids, rows }) => {
      const foreign = rows.find((r) => r.agentId !== ctx.session.unitId);
      return foreign ? refuse('NOT_YOUR_STOCK', { name: String(foreign.name) }) : moveDevices(ctx, 'recall', ids);
    },
  },
});
