/** Market: what shops owe the platform for their service, and the notice that says so in time. */
import type { Domain } from '../../kit/server/domain.ts';
import { billDue } from './notice.ts';
import './tables.ts';

export const market: Domain = {
  name: 'market',
  tables: {
    market_subscription: { contractor: 'contractor_id' },
    subscribe_order: { contractor: 'contractor_id' },
  },
  start: async (services) => services.shellBoard.registerSubscriptionNotice(billDue),
};
