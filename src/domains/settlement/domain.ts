/** Settlement: money between units. Only it writes the unit ledger, through one door (ledger/post.ts). */
import type { Domain } from '../../kit/server/domain.ts';
import { warmAccounts } from './banks/bank-moves.ts';
import { runUnitInvariants } from './ledger/run-unit-invariants.ts';
import './refusals.ts';
import { openWork } from './open-work.ts';
import './services.ts';
import { settleAll, stateAll, stateEnded } from './settle-all.ts';
import './tables.ts';

const settleJob = 'unit-money';
const stateJob = 'unit-statements';
const proofJob = 'unit-money-proof';

/** Between an organization and who serves it. */
const ofContract = { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } } as const;

/** How a caterer divides its own part is nobody else's business. */
const ofCaterer = { party: { CONTRACTOR: 'contractor_id' } } as const;

const ownAlone = { own: ['unit_type', 'unit_id'] } as const;
/** Only the platform pays. */
const ofPlatform = { party: {} } as const;

export const settlement: Domain = {
  name: 'settlement',
  files: [
    'unit_statement_dispute.file',
    'unit_claim_payment.proof',
    'unit_withdrawal.proof',
    'unit_adjustment.proof',
    'unit_payout_result.file_key',
  ],
  tables: {
    unit_wallet: ownAlone,
    unit_balance: ownAlone,
    unit_entry: ownAlone,
    unit_posting: ofContract,
    unit_bucket: { party: { ORGANIZATION: 'organization_id' } },
    settle_day: ofContract,
    settle_place_day: ofContract,
    ledger_split: ofContract,
    unit_statement: ofContract,
    unit_statement_line: ofContract,
    unit_statement_dispute: ofContract,
    unit_claim_payment: ofContract,
    unit_bank_account: ownAlone,
    unit_withdrawal: ownAlone,
    unit_adjustment: ofPlatform,
    unit_risk_hold: ownAlone,
    unit_payout: ofPlatform,
    unit_transfer: ofPlatform,
    unit_payout_result: ofPlatform,
    contractor_sub_account: ofCaterer,
    contractor_sub_ratio: ofCaterer,
    sub_account_split: ofCaterer,
    withdrawal_rule: 'global',
    unit_invariant_run: 'global',
  },
  build(services) {
    services.statementGuards = [];
    services.unitRulesAbove = [];
    services.jobs?.define(settleJob, async (_data, { signal }) => {
      await settleAll(services, signal);
      await stateEnded(services);
      await warmAccounts(services);
    });
    services.jobs?.define(stateJob, async (_data, { signal }) => {
      await stateAll(services, signal);
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
    services.shellBoard.registerWork(openWork, 'ORGANIZATION', 'CONTRACTOR', 'PLATFORM');
    await services.jobs.schedule(settleJob, '35 * * * *');
    // Again when the channels' bills of yesterday are there.
    await services.jobs.schedule(stateJob, '30 6,11 * * *');
    await services.jobs.schedule(proofJob, '50 4 * * *');
  },
};
