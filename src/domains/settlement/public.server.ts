/** What others use of money between units. */

// The demo brings the books between units up to date every morning, as the house does.
export { settleOrganization, stateOrganization } from './settle-all.ts';

// The platform's own account that units are paid from, as the books name it.
export { payingAccount } from './withdrawals/withdrawal-moves.ts';

// Bank accounts of the demo cool down as the house's job lets them.
export { warmAccounts } from './banks/bank-moves.ts';

// Bills of the platform are paid out of the unit's money, or into it when they come too late.
export {
  type BillMoney,
  creditUnit,
  freeCommission,
  payBill,
  payCommission,
  returnBill,
  takeCommissionBack,
  topUp,
} from './ledger/bill-money.ts';
export { freeFen, lockMoney } from './ledger/free-money.ts';

// Units by their names beside rows of theirs.
export { unitName } from './banks/unit-name.ts';

// What a side hears before its silence counts.
export { statementReminders } from './statements/reminders.ts';

// Money of no order, found by reconciliation.
export { orphanToIncome, parkOrphan, releaseOrphan } from './suspense/orphans.ts';

// The rules of money between units, and proving them.
export { unitRules } from './ledger/invariants.ts';
export { runUnitInvariants } from './ledger/run-unit-invariants.ts';
