/** Terminals: registry, pairing, signed API, commands, sequence gaps. */
import type { Domain } from '../../kit/server/domain.ts';
import './tables.ts';

export const device: Domain = {
  name: 'device',
  tables: {
    device: { organization: 'organization_id', agent: 'agent_id' },
    device_command: { organization: 'organization_id' },
    device_sequence: { organization: 'organization_id' },
  },
};
