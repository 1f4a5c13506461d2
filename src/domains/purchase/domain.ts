/** Buying: suppliers, prices, what recipes need, orders, acceptance by two. Stock is written by the stock domain alone. */
import type { Domain } from '../../kit/server/domain.ts';
import { soldCosts } from './margin/theory.ts';
import { openWork, unitWork } from './open-work.ts';
import { checkPurchase } from './proof/invariants.ts';
import './refusals.ts';
import type {} from './services.ts';
import './tables.ts';

const own = { contractor: 'contractor_id' } as const;
const ofUnit = { own: ['unit_type', 'unit_id'] } as const;

export const purchase: Domain = {
  name: 'purchase',
  files: [
    'supplier_paper.file',
    'receipt.photo',
    'receipt_line.photo',
    'recall_photo.photo',
    'supplier_statement.their_file',
  ],
  tables: {
    supplier: ofUnit,
    supplier_paper: ofUnit,
    supply_price: own,
    bom_map: own,
    bom_recipe: own,
    bom_recipe_part: own,
    bom_flat: own,
    bom_target: own,
    daily_purchase: own,
    purchase_setting: own,
    meal_need: own,
    supply_order: own,
    supply_reply: own,
    receipt_draft: own,
    receipt: own,
    receipt_line: own,
    supplier_statement: own,
    supplier_statement_line: own,
    kitchen_sheet: own,
    kitchen_sheet_line: own,
    production: own,
    production_line: own,
    lot_recall: own,
    lot_recall_lot: own,
    recall_photo: own,
    // The unit it is written to reads and answers it.
    recall_notice: { party: { CONTRACTOR: 'contractor_id', ORGANIZATION: 'organization_id' } },
  },
  build(services) {
    services.dishCosts = soldCosts;
    services.stockRulesAbove.push(checkPurchase);
  },
  async start(services) {
    services.shellBoard.registerWork(openWork, 'CONTRACTOR');
    services.shellBoard.registerWork(unitWork, 'ORGANIZATION');
  },
};
