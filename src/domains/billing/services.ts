/** What the billing domain puts into the services. */
import type { Services } from '../../kit/server/context.ts';
import type { Sql } from '../../kit/server/db/sql-of.ts';
import type { Refusal } from '../../kit/server/refusal.ts';
import type { BillKind } from './bills/bill-states.ts';
import type { UnitBillRow } from './tables.ts';

/** What hangs on a bill; told in the transaction that moves it, with the bill as it was. A refusal takes all back. */
export interface BillFollower {
  /** Paid, or given up by the platform: what it is for may begin. */
  settled?(host: Services, tx: Sql, bill: UnitBillRow): Promise<Refusal | undefined>;
  /** Nobody pays it any more; `wasPaid`: it had been, and the money is the payer's again. */
  voided?(host: Services, tx: Sql, bill: UnitBillRow, wasPaid: boolean): Promise<Refusal | undefined>;
  /** Its day has passed. */
  overdue?(host: Services, tx: Sql, bill: UnitBillRow): Promise<void>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Who is told of bills of a kind; domains add theirs when they are built, one for each kind. */
    billFollowers: Map<BillKind, BillFollower>;
  }
}
