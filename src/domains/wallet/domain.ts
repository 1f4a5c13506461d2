/** Wallet: the only domain that writes money tables. Puts the money door into the services. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import { runNight } from './proof/nightly.ts';
import { rehearser } from './rehearse.ts';
import './tables.ts';
import { tellWallet, watchBatches } from './tell-wallet.ts';
import { voidExpiredHolds } from './void-expired-holds.ts';
import { ensureNearMonths } from './writer/partitions.ts';
import { createWallet, lanesPerWriter } from './writer.ts';

/** Rows about a person go with the person's department. */
const ofPerson = { table: 'person', by: 'person_id', column: 'department_id', unit: 'organization_id' };

/** Rows of diners' accounts name no restaurant. */
const ofAccount = { organization: 'organization_id', accounts: true } as const;
/** Rows of a restaurant go with who served it on their day. */
const ofDay = { restaurant: 'restaurant_id', day: 'business_date' } as const;

/** After the cut-over of the business day. */
const nightJob = 'wallet-night';
const holdJob = 'wallet-expired-holds';

export const wallet: Domain = {
  name: 'wallet',
  tables: {
    wallet: { ...ofAccount, department: ofPerson },
    money_request: { ...ofAccount, department: ofPerson },
    posting: { ...ofAccount, department: ofPerson },
    posting_row: { ...ofAccount, department: ofPerson },
    ledger_entry: ofAccount,
    entry_row: ofAccount,
    plain_grant: { ...ofAccount, department: ofPerson },
    trade: { organization: 'organization_id', ...ofDay, department: 'department_id' },
    trade_terms: { organization: 'organization_id' },
    trade_list: { organization: 'organization_id', ...ofDay, department: 'department_id' },
    person_balance: { ...ofAccount, department: ofPerson },
    posting_reversed: { organization: 'organization_id' },
    hold: { organization: 'organization_id', department: ofPerson },
    hold_line: { organization: 'organization_id' },
    rollup_consume_place: { organization: 'organization_id', ...ofDay },
    rollup_consume_people: { organization: 'organization_id', ...ofDay, department: 'department_id' },
    rollup_waiting: { organization: 'organization_id' },
    plain_swipe_totals: { organization: 'organization_id', ...ofDay, department: 'department_id' },
    consumed_by_place: { organization: 'organization_id', ...ofDay },
    consumed_by_people: { organization: 'organization_id', ...ofDay, department: 'department_id' },
    rollup_consume_fold: { organization: 'organization_id', ...ofDay },
    rollup_consume_restaurant: { organization: 'organization_id', ...ofDay },
    rollup_consume_unit: { organization: 'organization_id', ...ofDay },
    rollup_consume_month: { organization: 'organization_id', ...ofDay },
    rollup_stale: { organization: 'organization_id' },
    payer_facts: { organization: 'organization_id' },
    rollup_folded: 'global',
    rollup_account_day: ofAccount,
    rollup_operator_day: { ...ofAccount, operator: 'operator_id' },
    period: { organization: 'organization_id' },
    ledger_seal: { organization: 'organization_id' },
    invariant_run: { organization: 'organization_id' },
  },
  build(services) {
    const wallet = createWallet({
      connection: services.connectionConfig,
      db: services.pool,
      clock: services.clock,
      ids: services.ids,
      firstLane: services.config.nodeNumber * lanesPerWriter,
      watch: watchBatches(services.metrics),
      unfolded: (error) => services.log.warn('day totals were not added up', { error: String(error) }),
    });
    services.wallet = wallet;
    tellWallet(services, wallet);
    services.ledgerRules = [];
    services.rehearse = rehearser(services.wallet);
    services.jobs.define<object>(
      nightJob,
      async (_, { signal }) => {
        const { organizations, broken, unproven } = await runNight(services, signal);
        if (unproven.length > 0) services.log.error('money invariants not proven', { organizations: unproven });
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
