/** Funding: money coming in over the counter, and the sheets that prove the accounts. */
import type { Domain } from '../../kit/server/domain.ts';

export const funding: Domain = {
  name: 'funding',
  tables: {
    recharge_order: { organization: 'organization_id', operator: 'operator_id' },
    cash_deposit: { organization: 'organization_id', operator: 'operator_id' },
  },
};
