import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { isRefusal } from '../../../../kit/server/refusal.ts';
import { assignDevices } from '../assign-devices.ts';
import { chargingMode } from '../charging-mode.ts';
import { command, revokeKeys, showCommands, showGaps, showPairingCode, transition } from '../device-actions.ts';
import { deviceList, deviceOptions } from '../device-list.ts';
import { importDevices } from '../import-devices.ts';
import device from './device.page.ts';

const { create, update } = tableCrud(device, {
  table: 'device',
  owner: () => ({}),
  unique: { device_sn: 'sn' },
});

export default bind(device, {
  list: deviceList,
  create,
  update: async (ctx, id, { mode, ...values }, before) => {
    // What this edit does not speak of stays.
    const charging = mode === undefined ? {} : chargingMode(before, mode);
    if (isRefusal(charging)) return charging;
    const done = await update(ctx, id, { ...values, ...charging }, before);
    ctx.services.devices.forget(id);
    return done;
  },
  options: deviceOptions,
  importRows: importDevices,
  actions: {
    assign: assignDevices,
    pairing: showPairingCode,
    command: command(),
    repair: transition('repair'),
    repaired: transition('repaired'),
    recall: transition('recall'),
    revoke: revokeKeys,
    gaps: showGaps,
    commandLog: showCommands,
    scrap: transition('scrap'),
  },
});
