/** Billing: everything the platform asks units to pay, and what a unit may do by what it has paid. */
import type { Domain } from '../../kit/server/domain.ts';
import { orderFollower } from './applications/hold-term.ts';
import { seedApplications } from './applications/seed-applications.ts';
import { freeCommissions, lapseBills } from './bills/lapse-bills.ts';
import { billTaker, sweepBillCodes } from './bills/pay-by-code.ts';
import { openAnnualFees } from './fees/open-fees.ts';
import { lastYear, proposeGrades } from './grades/propose-grades.ts';
import { createPageGuard } from './guard/page-guard.ts';
import { openWork } from './open-work.ts';
import { purchaseFollower } from './orders/order-moves.ts';
import { receiveLate } from './orders/ship-order.ts';
import './refusals.ts';
import './services.ts';
import './tables.ts';

const nightJob = 'unit-bills';
const gradeJob = 'agent-grades';
const codeJob = 'unit-bill-codes';

const ownAlone = { own: ['unit_type', 'unit_id'] } as const;

/** Of the unit itself, and of the agent whose customer it is. */
const ofCustomer = {
  party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id', AGENT: 'agent_id' },
} as const;

const ofAgent = { party: { AGENT: 'agent_id' } } as const;

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
    annual_fee_call: ofAgent,
    agent_grade_proposal: ofAgent,
    device_goods: 'global',
    purchase_order: ofAgent,
    purchase_order_line: ofAgent,
    purchase_shipment: ofAgent,
    purchase_item: ofAgent,
  },
  build(services) {
    services.billFollowers = new Map([
      ['ANNUAL_FEE', orderFollower],
      ['APPLICATION', orderFollower],
      ['DEVICE_ORDER', purchaseFollower],
    ]);
    services.pageGuard = createPageGuard(services);
    services.pay?.takers?.push(billTaker(services));
    services.jobs?.define(nightJob, async () => {
      await openAnnualFees(services);
      await receiveLate(services);
      await lapseBills(services);
      await freeCommissions(services);
    });
    services.jobs?.define(gradeJob, async () => {
      await proposeGrades(services, lastYear(services.clock.now()));
    });
    services.jobs?.define(codeJob, () => sweepBillCodes(services), { onePerKey: true });
  },
  async start(services) {
    services.shellBoard?.registerWork(openWork, 'ORGANIZATION', 'CONTRACTOR', 'AGENT', 'PLATFORM');
    await seedApplications(services);
    await services.jobs.schedule(nightJob, '20 0 * * *');
    await services.jobs.schedule(gradeJob, '0 3 2 1 *');
    await services.jobs.schedule(codeJob, '*/2 * * * *', { key: 'all' });
  },
};
