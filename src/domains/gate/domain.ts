/** Gates: districts, their doors, and who may pass. */
import type { Domain } from '../../kit/server/domain.ts';
import { ofPerson } from '../people/public.server.ts';
import './tables.ts';

export const gate: Domain = {
  name: 'gate',
  tables: {
    district: { organization: 'organization_id', restaurant: 'restaurant_id' },
    door: { organization: 'organization_id' },
    pass_entry: { organization: 'organization_id', department: ofPerson },
    pass_version: { organization: 'organization_id' },
  },
};
