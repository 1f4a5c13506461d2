/** What both sides of other domains use of buying. */

// Orders and kitchens' sheets wherever they are shown: where they are.
export { sheetStatuses } from './kitchen/sheet-states.ts';
export { orderStatuses } from './needs/purchase-states.ts';
