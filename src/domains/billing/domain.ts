/** Billing: everything the platform asks units to pay, and what a unit may do by what it has paid. */
import type { Domain } from '../../kit/server/domain.ts';
import { freeCommissions, lapseBills } from './bills/lapse-bills.ts';
import { billTaker, sweepBillCodes } from './bills/pay-by-code.ts';
import './refusals.ts';
import './services.ts';
import './tables.ts';

const nightJob = 'unit-bills';
const codeJob = 'unit-bill-codes';

const ownAlone = { own: ['unit_type', 'unit_id'] } as const;

export const billing: Domain = {
  name: 'billing',
  files: ['unit_bill_payment.proof'],
  tables: {
    unit_bill: ownAlone,
    unit_bill_payment: ownAlone,
  },
  build(services) {
    services.billFollowers = new Map();
    services.pay?.takers?.push(billTaker(services));
    services.jobs?.define(nightJob, async () => {
      await lapseBills(services);
      await freeCommissions(services);
    });
    services.jobs?.define(codeJob, () => sweepBillCodes(services), { onePerKey: true });
  },
  async start(services) {
    await services.jobs.schedule(nightJob, '20 0 * * *');
    await services.jobs.schedule(codeJob, '*/2 * * * *', { key: 'all' });
  },
};
