/**
 * A grant that opens a lot of the subsidy purse is one row: posting, lines and answer follow from it (views `posting` and
 * `ledger_entry`). Grants into a standing purse, and of meals, have rows of their own.
 */
import { firstCounterLine } from '../plan/draft.ts';
import type { Plan, PurseRow } from '../plan/state.ts';
import type { Posted } from '../types.ts';
import { textArray } from '../writer/arrays.ts';
import { printOf } from '../writer/fingerprint.ts';
import type { Item } from '../writer/item.ts';
import type { Command, Statement } from '../writer/train.ts';

/** The lot that a plan opens and grants to in one line, or undefined where it does anything else. */
export function lotGranted({ posting, entries, purses }: Plan): PurseRow | undefined {
  const [change] = purses;
  if (posting?.kind !== 'SUBSIDY_GRANT' || !change?.opened) return undefined;
  const lot = change.purse;
  const [line, other] = entries;
  const isLot = lot.kind === 'SUBSIDY' && (lot.batchId !== 0 || lot.expiresOn !== null);
  return isLot && line?.walletId === lot.id && other?.lineNo === firstCounterLine ? lot : undefined;
}

const known: Statement = {
  name: 'w_known_grants',
  text: `select request_key, id, wallet_id, person_id, amount_fen, batch_id, expires_on, business_date, occurred_date from plain_grant
    where organization_id = $1 and request_key = any($2::text[])`,
};

/** Asks which grants of a batch are in the books already; nothing where nobody is granted anything. Read under the purse lock. */
export function askKnownGrants(organizationId: number, items: readonly Item[]): Command[] {
  const keys = items.filter(({ request }) => request.kind === 'SUBSIDY_GRANT').map(({ request }) => request.requestKey);
  return keys.length === 0 ? [] : [{ statement: known, values: [organizationId, textArray(keys)] }];
}

/** The key, fingerprint and answer of a row that was asked for. */
export function knownGrantOf(row: unknown[]): [string, { fingerprint: string; answer: Omit<Posted, 'balances'> }] {
  const [key, id, walletId, personId, amountFen, batchId] = row as [string, number, number, number, number, number];
  const [expiresOn, businessDate, occurredDate] = row.slice(6) as [string | null, string, string];
  return [
    key,
    {
      fingerprint: printOf('SUBSIDY_GRANT', personId, [amountFen, 'SUBSIDY', batchId, expiresOn]),
      answer: {
        postingId: id,
        businessDate,
        occurredDate,
        late: businessDate !== occurredDate,
        amountFen,
        split: { SUBSIDY: -amountFen },
        walletId,
      },
    },
  ];
}
