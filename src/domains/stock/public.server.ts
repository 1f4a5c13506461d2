/** What other domains use of stock on the server: they ask for documents, the ledger is written here alone. */

// Acceptance brings goods in, returns and dearer invoices follow.
export { bookHouse, type HouseLine, openReceived, revalueLot } from './bills/house-bill.ts';
export { expiryOf } from './bills/save-bill.ts';
export { partOf } from './ledger/plan.ts';
