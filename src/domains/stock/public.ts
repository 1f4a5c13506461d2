/** What both sides of other domains use of stock. */

// Words of goods.
export { baseUnits, type GoodsCategory, goodsCategories, goodsPapers, storedAs } from './goods/goods-words.ts';
export { notWhole, qtyWords, wholeUnits } from './goods/quantity.ts';

// Transfers wherever they are carried: where they are, and the temperature they come with.
export { arrivalTemp, billStatuses } from './bills/bill-states.ts';

// Barcodes, wherever they are typed.
export { barcodeFault, checkDigit } from './goods/barcode.ts';

// Kinds of entries, wherever entries are listed.
export { type DayGroup, entryKinds, kindsIn } from './ledger/entry-kinds.ts';
