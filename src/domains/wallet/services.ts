/** What the wallet puts into the services. */
import type { Wallet } from './types.ts';

declare module '../../kit/server/context.ts' {
  interface Services {
    /** The one door for everything that moves money. */
    wallet: Wallet;
  }
}
