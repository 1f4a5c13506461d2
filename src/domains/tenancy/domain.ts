/** Units, places, contracts and regions: who there is, where they eat, and who may see whom. */
import { dateAt } from '../../kit/server/clock.ts';
import type { Domain } from '../../kit/server/domain.ts';
import { keepContractsDated } from './contracts/expire-contracts.ts';
import { loadRegions } from './regions/load-regions.ts';
import './refusals.ts';
import { resolveScope } from './scope-source.ts';
import { openCustomer } from './units/open-customer.ts';

let stopExpiring: (() => void) | undefined;

const ofContract = { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } } as const;

export const tenancy: Domain = {
  name: 'tenancy',
  files: ['contract_site.attachment'],
  tables: {
    region: 'global',
    agent_grade: 'global',
    agent: { agent: 'id' },
    contractor: { party: { CONTRACTOR: 'id', AGENT: 'agent_id' } },
    organization: { organization: 'id' },
    meal_period: { organization: 'organization_id' },
    contractor_meal: { contractor: 'contractor_id' },
    restaurant: { organization: 'organization_id', restaurant: 'id' },
    deploy_site: { organization: 'organization_id', restaurant: 'restaurant_id' },
    contractor_notice: { party: { CONTRACTOR: 'contractor_id' } },
    contractor_notice_unit: ofContract,
    contractor_notice_read: ofContract,
    contract_restaurant: {
      party: {
        ORGANIZATION: 'organization_id',
        CONTRACTOR: 'contractor_id',
        AGENT: { organization: 'organization_id' },
      },
    },
    contract_site: {
      party: {
        ORGANIZATION: 'organization_id',
        CONTRACTOR: 'contractor_id',
        AGENT: { organization: 'organization_id' },
      },
    },
  },
  build: (services) => {
    services.scopeSource = {
      resolveScope: (db, unitType, unitId) => resolveScope(db, unitType, unitId, dateAt(services.clock.now())),
    };
    services.openCustomer = openCustomer;
  },
  start: async (services) => {
    await loadRegions(services);
    stopExpiring = await keepContractsDated(services);
  },
  stop: async () => stopExpiring?.(),
};
