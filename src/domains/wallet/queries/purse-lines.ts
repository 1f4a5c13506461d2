/** The ledger lines of purses with the postings they belong to: `w` the purse, `e` the line, `p` the posting. */
import type { Db } from '../../../kit/server/context.ts';

export const purseLines = (db: Db) =>
  db
    .selectFrom('wallet as w')
    .innerJoin('ledger_entry as e', (on) =>
      on
        .onRef('e.organization_id', '=', 'w.organization_id')
        .onRef('e.wallet_id', '=', 'w.id')
        // Said again for the index, which leaves out the outside accounts.
        .on('e.wallet_id', '<>', 0),
    )
    .innerJoin('posting as p', (on) =>
      on
        .onRef('p.organization_id', '=', 'e.organization_id')
        .onRef('p.id', '=', 'e.posting_id')
        .onRef('p.business_date', '=', 'e.business_date'),
    );
