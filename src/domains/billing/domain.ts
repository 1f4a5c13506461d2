/** Billing: everything the platform asks units to pay, and what a unit may do by what it has paid. */
import type { Domain } from '../../kit/server/domain.ts';
import { orderFollower } from './applications/hold-term.ts';
import { seedApplications } from './applications/seed-applications.ts';
import { freeCommissions, lapseBills } from './bills/lapse-bills.ts';
import { billTaker, sweepBillCodes } from './bills/pay-by-code.ts';
import { createPageGuard } from './guard/page-guard.ts';
import './refusals.ts';
import './services.ts';
import './tables.ts';

const nightJob = 'unit-bills';
const codeJob = 'unit-bill-codes';

const ownAlone = { own: ['unit_type', 'unit_id'] } as const;

/** Of the unit itself, and of the agent whose customer it is. */
const ofCustomer = {
  party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id', AGENT: 'agent_id' },
} as const;

export const billing: Domain = {
  name: 'billing',
  files: ['unit_bill_payment.proof'],
  tables: {
    unit_bill: ownAlone,
    unit_bill_payment: ownAlone,
    application: 'global',
    application_activity: 'global',
    subscription: ownAlone,
    subscription_order: ofCustomer,
    unit_service: ofCustomer,
  },
  build(services) {
    services.billFollowers = new Map([
      ['ANNUAL_FEE', orderFollower],
      ['APPLICATION', orderFollower],
    ]);
    services.pageGuard = createPageGuard(services);
    services.pay?.takers?.push(billTaker(services));
    services.jobs?.define(nightJob, async () => {
      await lapseBills(services);
      await freeCommissions(services);
    });
    services.jobs?.define(codeJob, () => sweepBillCodes(services), { onePerKey: true });
  },
  async start(services) {
    await seedApplications(services);
    await services.jobs.schedule(nightJob, '20 0 * * *');
    await services.jobs.schedule(codeJob, '*/2 * * * *', { key: 'all' });
  },
};
