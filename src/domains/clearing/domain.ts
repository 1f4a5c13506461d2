/** Clearing: bills of the channels, terminals and books held against each other; what does not agree is worked off here. */
import type { Domain } from '../../kit/server/domain.ts';
import { bankBreaks } from './banks/bank-chain.ts';
import { fetchBills } from './bills/fetch-bills.ts';
import { matchOpenBills } from './bills/match-bill.ts';
import { platformWork, unitWork } from './open-work.ts';
import './refusals.ts';
import './tables.ts';
import { openByRules } from './abnormal/open-by-rules.ts';
import { channelBreaks } from './check/channel-rule.ts';
import { checkAllDays } from './days/check-days.ts';
import { statementGuard } from './days/statement-guard.ts';
import { followMonths } from './months/follow-months.ts';

const matchJob = 'clearing-match';
const fetchJob = 'clearing-fetch';
const monthsJob = 'clearing-months';
const daysJob = 'clearing-days';
const rulesJob = 'clearing-rules';

/** Merchant numbers collect for all units: only the platform sees whole bills. */
const ofPlatform = { party: {} } as const;

export const clearing: Domain = {
  name: 'clearing',
  files: ['merchant_bill.file_key', 'month_pack.file_key', 'bank_statement.proof'],
  tables: {
    merchant_bill: ofPlatform,
    merchant_bill_line: ofPlatform,
    bill_fetch: ofPlatform,
    bill_merchant: ofPlatform,
    bank_statement: ofPlatform,
    // A unit reads what was found of its own orders and payments.
    abnormal_trade: { party: { ORGANIZATION: 'organization_id' } },
    device_check_day: { organization: 'organization_id' },
    safe_light_day: { organization: 'organization_id' },
    clearing_day_sign: 'global',
    ledger_state: { organization: 'organization_id' },
    unit_month: { organization: 'organization_id' },
    unit_month_note: { organization: 'organization_id' },
    month_pack: ofPlatform,
  },
  build(services) {
    services.statementGuards.push(statementGuard);
    services.unitRulesAbove.push({ rule: 'U11', find: channelBreaks }, { rule: 'U11', find: bankBreaks });
    services.jobs?.define(daysJob, (_data, { signal }) => checkAllDays(services, signal), { timeoutSeconds: 3_600 });
    services.jobs?.define(monthsJob, () => followMonths(services));
    services.jobs?.define(rulesJob, () => openByRules(services), { timeoutSeconds: 600 });
    services.jobs?.define(fetchJob, (_data, { signal }) => fetchBills(services, signal).then(() => undefined), {
      timeoutSeconds: 3_600,
    });
    services.jobs?.define(matchJob, () => matchOpenBills(services), { timeoutSeconds: 3_600 });
  },
  async start(services) {
    services.shellBoard.registerWork(platformWork, 'PLATFORM');
    services.shellBoard.registerWork(async () => unitWork);
    // Bills of yesterday are there after ten; what did not come is asked for again by the hour.
    await services.jobs.schedule(fetchJob, '30 10-22 * * *', { key: 'all' });
    await services.jobs.schedule(matchJob, '20 * * * *');
    await services.jobs.schedule(rulesJob, '*/10 * * * *');
    // The night's look, and again by the hour: a record that comes late changes its day.
    await services.jobs.schedule(monthsJob, '40 5,12 * * *');
    await services.jobs.schedule(daysJob, '0 5-23 * * *');
  },
};
