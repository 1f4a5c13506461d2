/** Wallet: the only domain that writes money tables. Puts the money door into the services. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import { runNight } from './nightly.ts';
import './tables.ts';
import type { Wallet } from './types.ts';
import { voidExpiredHolds } from './void-expired-holds.ts';
import { ensureNearMonths } from './writer/partitions.ts';
import { createWallet, lanesPerWriter } from './writer.ts';

/** After the cut-over of the business day. */
const nightJob = 'wallet-night';
const holdJob = 'wallet-expired-holds';

declare module '../../kit/server/context.ts' {
  interface Services {
    /** The one door for everything that moves money. */
    wallet: Wallet;
  }
}

export const wallet: Domain = {
  name: 'wallet',
  tables: {
    wallet: { organization: 'organization_id' },
    money_request: { organization: 'organization_id' },
    posting: { organization: 'organization_id' },
    ledger_entry: { organization: 'organization_id' },
    trade: { organization: 'organization_id', restaurant: 'restaurant_id', department: 'department_id' },
    trade_list: { organization: 'organization_id', restaurant: 'restaurant_id', department: 'department_id' },
    person_balance: { organization: 'organization_id' },
    posting_reversed: { organization: 'organization_id' },
    hold: { organization: 'organization_id' },
    hold_line: { organization: 'organization_id' },
    spend_counter: { organization: 'organization_id' },
    rollup_consume_place: { organization: 'organization_id', restaurant: 'restaurant_id' },
    rollup_consume_people: {
      organization: 'organization_id',
      restaurant: 'restaurant_id',
      department: 'department_id',
    },
    rollup_account_day: { organization: 'organization_id' },
    rollup_operator_day: { organization: 'organization_id' },
    period: { organization: 'organization_id' },
    ledger_seal: { organization: 'organization_id' },
    invariant_run: { organization: 'organization_id' },
  },
  build(services) {
    services.wallet = createWallet({
      connection: services.connectionConfig,
      db: services.pool,
      clock: services.clock,
      ids: services.ids,
      firstLane: services.config.nodeNumber * lanesPerWriter,
    });
    services.jobs.define<object>(
      nightJob,
      async (_, { signal }) => {
        const { organizations, broken } = await runNight(services, signal);
        if (broken.length > 0) services.log.error('money invariants broken', { organizations: broken });
        else services.log.info('money invariants hold', { organizations });
      },
      { timeoutSeconds: 3_600 },
    );
    services.jobs.define<object>(holdJob, async () => {
      await voidExpiredHolds(services);
    });
  },
  async start(services) {
    await ensureNearMonths(services.pool, services.clock);
    await services.jobs.schedule(nightJob, '20 4 * * *');
    await services.jobs.schedule(holdJob, '*/5 * * * *');
  },
  async stop(services) {
    await services.wallet.close();
  },
};
