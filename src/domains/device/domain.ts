/** Terminals: registry, pairing, signed API, commands, sequence gaps. */
import type { Domain } from '../../kit/server/domain.ts';
import { deviceRoutes } from './api/routes.ts';
import { deviceDirectory } from './directory.ts';
import './refusals.ts';
import { sequenceBook } from './sequences.ts';
import type {} from './services.ts';
import './tables.ts';

export const device: Domain = {
  name: 'device',
  tables: {
    device: { organization: 'organization_id', agent: 'agent_id' },
    device_command: { organization: 'organization_id' },
    device_sequence: { organization: 'organization_id' },
    device_day: { organization: 'organization_id' },
    device_gap_given_up: { organization: 'organization_id' },
  },
  build: (services) => {
    services.devices = deviceDirectory(services.pool, services.clock);
    services.deviceSequences = sequenceBook(services.pool, services.log);
  },
  routes: (app, host) => deviceRoutes(app, host),
  stop: async (services) => {
    services.devices.close();
    await services.deviceSequences.close();
  },
};
