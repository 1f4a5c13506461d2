/** Subsidies: rules, batches, lots taken back, clearing at the end of a term, and the sheets that verify them. */
import type { Domain } from '../../kit/server/domain.ts';
import './refusals.ts';
import { defineSubsidyJobs, scheduleSubsidies } from './schedule.ts';
import './tables.ts';

export const subsidy: Domain = {
  name: 'subsidy',
  tables: {
    subsidy_rule: { organization: 'organization_id' },
    subsidy_batch: { organization: 'organization_id', operator: 'maker_id' },
    subsidy_item: { organization: 'organization_id', accounts: true, department: 'department_id' },
    subsidy_return: {
      organization: 'organization_id',
      accounts: true,
      department: 'department_id',
      operator: 'maker_id',
    },
    subsidy_clear_run: { organization: 'organization_id' },
    subsidy_clear: { organization: 'organization_id', accounts: true, department: 'department_id' },
    subsidy_budget: { organization: 'organization_id', department: 'department_id' },
  },
  build: defineSubsidyJobs,
  start: async (services) => {
    await scheduleSubsidies(services);
  },
};
