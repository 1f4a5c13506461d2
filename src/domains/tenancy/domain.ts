/** Units, places, contracts and regions: who there is, where they eat, and who may see whom. */
import type { Domain } from '../../kit/server/domain.ts';
import type {} from '../identity/services.ts';
import { keepContractsDated } from './expire-contracts.ts';
import { loadRegions } from './load-regions.ts';
import './refusals.ts';
import { resolveScope } from './scope-source.ts';

let stopExpiring: (() => void) | undefined;

export const tenancy: Domain = {
  name: 'tenancy',
  tables: {
    agent: { agent: 'id' },
    contractor: { contractor: 'id', agent: 'agent_id' },
    organization: { organization: 'id', agent: 'agent_id' },
    meal_period: { organization: 'organization_id' },
    contractor_meal: { contractor: 'contractor_id' },
    restaurant: { organization: 'organization_id', restaurant: 'id' },
    deploy_site: { organization: 'organization_id', restaurant: 'restaurant_id' },
    // A contractor reaches its partners' organizations too: its page narrows to its own contracts.
    contract_site: { organization: 'organization_id', contractor: 'contractor_id' },
  },
  build: (services) => {
    services.scopeSource = { resolveScope };
  },
  start: async (services) => {
    await loadRegions(services);
    stopExpiring = await keepContractsDated(services);
  },
  stop: async () => stopExpiring?.(),
};
