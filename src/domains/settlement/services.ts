/** What domains above settlement hang into it. */
import type { Db } from '../../kit/server/context.ts';

/** Why statements over these days must wait; undefined when nothing speaks against it. `db` sees everything. */
export type StatementGuard = (
  db: Db,
  organizationId: number,
  days: { from: string; to: string },
) => Promise<string | undefined>;

/** A rule of the unit ledger that a domain above proves: breaks as the ledger's own. */
export interface UnitRule {
  rule: string;
  find: (db: Db) => Promise<readonly { subject: string; found: string }[]>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    statementGuards: StatementGuard[];
    unitRulesAbove: UnitRule[];
  }
}
