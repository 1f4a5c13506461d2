/** What other domains use of stock on the server: they ask for documents, the ledger is written here alone. */

// Acceptance brings goods in, returns and dearer invoices follow.
export { bookHouse, openReceived, revalueLot } from './bills/house-bill.ts';
export { partOf } from './ledger/plan.ts';

// What was made of raw goods is taken back whole.
export { takeBackHouse } from './bills/reverse-bill.ts';

// Kitchens ask what there is, and for what is to be brought to them.
export { draftBill } from './bills/save-bill.ts';
export { qtyLeft } from './ledger/qty-left.ts';

// Reports begin with what there was.
export { balancesText } from './ledger/balances-at.ts';
export { type Folded, foldedOf, runningText } from './ledger/fold-days.ts';

// Deliveries carry transfers.
export { moveTransfer } from './bills/transfer-moves.ts';
export { shortenTransfer, tellLeftOut } from './bills/shorten-transfer.ts';

// A recall seals lots wherever they lie.
export { sealLots, unsealLots } from './ledger/seal-lots.ts';

// Tracing: where a lot went, what a meal was made of.
export {
  type DishMeal,
  type LotUse,
  lotsIntoDish,
  lotsOf,
  lotUses,
  type MealLot,
  mealsOfLots,
} from './ledger/lot-uses.ts';
export { lotsMadeOf, makingOf } from './ledger/made-lots.ts';

// A month of an organization that is locked locks those of its storehouses; the demo lives through one that the house closed.
export { closeMonths, lockMonthsAt } from './months/run-month.ts';

// Orders of a shop are promised stock until a sale keeps it.
export { alignPromise } from './bills/keep-promise.ts';
export { hold, type Wanted } from './bills/promise.ts';

// Sales owe what they took; stock books it.
export { bookDues } from './dues/book-dues.ts';
export { owe, oweReturn } from './dues/owe.ts';

// The shop copies goods of the platform's library and follows what becomes of them there.
export { changeGoods, copyGoods, type GoodsValues } from './goods/create-goods.ts';

// What must hold of stock is shown beside what must hold of buying and of the shop.
export { checkBooks } from './proof/check-books.ts';
export type { StockBreak } from './proof/invariants.ts';
export { foundLast, shownSince } from './proof/run-checks.ts';
