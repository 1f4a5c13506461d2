/** Clearing: bills of the channels, terminals and books held against each other; what does not agree is worked off here. */
import type { Domain } from '../../kit/server/domain.ts';
import { matchOpenBills } from './bills/match-bill.ts';
import './refusals.ts';
import './tables.ts';

const matchJob = 'clearing-match';

/** Merchant numbers collect for all units: only the platform sees whole bills. */
const ofPlatform = { party: {} } as const;

export const clearing: Domain = {
  name: 'clearing',
  files: ['merchant_bill.file_key'],
  tables: {
    merchant_bill: ofPlatform,
    merchant_bill_line: ofPlatform,
    abnormal_trade: ofPlatform,
  },
  build(services) {
    services.jobs?.define(matchJob, () => matchOpenBills(services), { timeoutSeconds: 3_600 });
  },
  async start(services) {
    await services.jobs.schedule(matchJob, '20 * * * *');
  },
};
