/** What tests and benches reach of the wallet's inside: they open it on a bare database, prove it and look into it. */

// A wallet without a server around it.
export { createWallet, type WalletOptions, type WalletWriter } from './writer.ts';
export type { CardMoneyRequest, HoldPostRequest, HoldRequest } from './types.ts';
export { freezePurses } from './open-purses.ts';

// What the nights do, and the proof.
export { checkInvariants } from './proof/invariants.ts';
export { runNight } from './proof/nightly.ts';
export { foldDays, foldedUntil } from './close/fold-days.ts';
export { foldAllWaiting } from './totals/fold-waiting.ts';
export { voidExpiredHolds } from './void-expired-holds.ts';

// What lies in the purses.
export { lotTotals, pursesOf } from './queries.ts';
