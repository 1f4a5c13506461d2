/** Settlement: money between units. Only it writes the unit ledger, through one door (ledger/post.ts). */
import type { Domain } from '../../kit/server/domain.ts';
import { runUnitInvariants } from './ledger/run-unit-invariants.ts';
import './refusals.ts';
import { settleAll } from './settle-all.ts';
import './tables.ts';

const settleJob = 'unit-money';
const proofJob = 'unit-money-proof';

/** Between an organization and who serves it. */
const ofContract = { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } } as const;

export const settlement: Domain = {
  name: 'settlement',
  tables: {
    unit_wallet: { own: ['unit_type', 'unit_id'] },
    unit_balance: { own: ['unit_type', 'unit_id'] },
    unit_entry: { own: ['unit_type', 'unit_id'] },
    unit_posting: ofContract,
    unit_bucket: { party: { ORGANIZATION: 'organization_id' } },
    settle_day: ofContract,
    ledger_split: ofContract,
    unit_invariant_run: 'global',
  },
  build(services) {
    services.jobs?.define(settleJob, async (_data, { signal }) => {
      await settleAll(services, signal);
    });
    services.jobs?.define(
      proofJob,
      async () => {
        const breaks = await runUnitInvariants(services);
        if (breaks.length > 0) services.log.error('unit money invariants broken', { breaks: breaks.slice(0, 5) });
        else services.log.info('unit money invariants hold');
      },
      { timeoutSeconds: 3_600 },
    );
  },
  async start(services) {
    await services.jobs.schedule(settleJob, '35 * * * *');
    await services.jobs.schedule(proofJob, '50 4 * * *');
  },
};
