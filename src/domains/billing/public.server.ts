/** What others use of what units owe the platform. */

// Drawing the bill of a document. `billOf` beside it reads how it stands; `services.billFollowers` tells what becomes of it.
export { openBill } from './bills/open-bill.ts';
export type { BillFollower } from './services.ts';
export type { UnitBillRow } from './tables.ts';

// The platform's own account that units pay to, as the books name it.
export { receivingAccount } from './bills/pay-by-transfer.ts';

// Terms that run from a day of the month.
export { addMonths } from './applications/terms.ts';

// The demo's fees are opened as the house does at night.
export { openAnnualFees } from './fees/open-fees.ts';

// What of a unit's applications ends soon, for its notices.
export { serviceNotices } from './applications/notices.ts';
