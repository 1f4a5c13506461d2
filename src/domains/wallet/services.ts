/** What the wallet puts into the services. */
import type { LedgerRule } from './proof/invariants.ts';
import type { Wallet } from './types.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    /** The one door for everything that moves money. */
    wallet: Wallet;
    /** What domains above keep beside the ledger must agree with it: their rules run with every proof, at night and on demand. */
    ledgerRules: LedgerRule[];
  }
}
