import { bind } from '../../../../kit/server/page/binding.ts';
import { tableCrud } from '../../../../kit/server/page/crud.ts';
import { bindSite } from '../bind-site.ts';
import { command, showCommands, showGaps, showPairingCode } from '../device-actions.ts';
import { deviceList, deviceOptions } from '../device-list.ts';
import device from './device-list.page.ts';

const { update } = tableCrud(device, { table: 'device', owner: () => ({}) });

export default bind(device, {
  list: deviceList,
  options: deviceOptions,
  update: async (ctx, id, values, before) => {
    const done = await update(ctx, id, values, before);
    ctx.services.devices.forget(id);
    return done;
  },
  actions: {
    bind: bindSite,
    pairing: showPairingCode,
    restart: command('RESTART'),
    syncList: command('SYNC_LIST'),
    syncTime: command('SYNC_TIME'),
    gaps: showGaps,
    commandLog: showCommands,
  },
});
