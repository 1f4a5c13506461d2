/** What other domains use of funding on both sides. */

// A number of the month close opens its lines in 账户流水.
export { type LedgerKind, ledgerPath } from './sheets/ledger-words.ts';
