/** What stock leaves to the domains above: carriers of transfers, and rules of their own books. */
import type { Ctx } from '../../kit/server/context.ts';
import type { Refusal } from '../../kit/server/refusal.ts';
import type { FindBreaks } from './proof/invariants.ts';
import type { StockBillRow } from './tables.ts';

/** Asked and told of transfers, each time in the transaction that moves them; a refusal takes all back. */
export interface TransferFollower {
  /** A draft is written anew or dropped by its own page. */
  changes(ctx: Ctx, billId: number): Promise<Refusal | undefined>;
  /** A transfer leaves its storehouse. */
  leaves(ctx: Ctx, bill: StockBillRow): Promise<Refusal | undefined>;
  /** It has come and is booked; the temperature of its load in tenths of a degree, null where nobody measured it. */
  came(
    ctx: Ctx,
    bill: StockBillRow,
    arrival: { temp10: number | null; receiver: string },
  ): Promise<Refusal | undefined>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain whose deliveries carry transfers. */
    transferFollower?: TransferFollower;
    /** Rules the domains above hold their books to: looked at by night, on the page and before a month is closed. */
    stockRulesAbove: FindBreaks[];
  }
}
