/** Market: the caterers' shops with their shelves and prices, and what they owe the platform for its service. */
import type { Domain } from '../../kit/server/domain.ts';
import { billDue } from './bills/notice.ts';
import './tables.ts';

const ofCaterer = { contractor: 'contractor_id' } as const;

export const market: Domain = {
  name: 'market',
  tables: {
    shop: ofCaterer,
    shop_shelf: ofCaterer,
    shelf_price: ofCaterer,
    shop_order: { party: { ORGANIZATION: 'organization_id', CONTRACTOR: 'contractor_id' } },
    market_subscription: ofCaterer,
    subscribe_order: ofCaterer,
  },
  start: async (services) => services.shellBoard.registerSubscriptionNotice(billDue),
};
