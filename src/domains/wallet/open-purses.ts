/** Opens, freezes, unfreezes and closes the purses of people. Balances are never touched here. */

import { formatFenGrouped } from '../../kit/define/fen.ts';
import type { Clock } from '../../kit/server/clock.ts';
import type { Ids } from '../../kit/server/ids.ts';
import { type Refusal, refuse } from '../../kit/server/refusal.ts';
import { spendOrders } from './plan/draft.ts';
import { walletRefusals } from './refusals.ts';
import type { PurseKind, Tx } from './types.ts';

export interface NewPurses {
  personId: number;
  /** Overdraft of MAIN in fen, ≥ 0. Default 0. */
  overdraftFen?: number;
}

const standingKinds: readonly PurseKind[] = ['MAIN', 'SUBSIDY'];

/**
 * Opens MAIN and SUBSIDY for people who lack them, and reopens closed ones (a returning person keeps the history; what was had
 * on the day is counted anew). Runs in the caller's transaction; any number of people, one statement.
 */
export async function openPurses(
  tx: Tx,
  organizationId: number,
  people: readonly NewPurses[],
  tools: { ids: Ids; clock: Clock },
): Promise<void> {
  if (people.length === 0) return;
  const rows = people.flatMap((person) => standingKinds.map((kind) => ({ ...person, kind })));
  const ids = await tools.ids.take(rows.length);
  await tx.query(
    `insert into wallet as w (organization_id, opened_at, id, person_id, kind, spend_order, floor_fen)
     select $1, to_timestamp($2::float8 / 1000), * from unnest($3::bigint[], $4::bigint[], $5::text[], $6::smallint[], $7::bigint[])
     on conflict (organization_id, person_id, kind) where batch_id = 0 and expires_on is null
     do update set status = 'ACTIVE', floor_fen = excluded.floor_fen, spent_on = null, spent = null where w.status = 'CLOSED'`,
    [
      organizationId,
      tools.clock.now(),
      ids,
      rows.map((row) => row.personId),
      rows.map((row) => row.kind),
      rows.map((row) => spendOrders[row.kind]),
      rows.map((row) => (row.kind === 'MAIN' ? -(row.overdraftFen ?? 0) : 0)),
    ],
  );
}

/** Freezes (no debits) or unfreezes all open purses of people. Answers how many people were changed. */
export async function freezePurses(
  tx: Tx,
  organizationId: number,
  personIds: readonly number[],
  frozen: boolean,
): Promise<number> {
  const change = async () => {
    const { rows } = await tx.query<{ people: number }>(
      // The main purse too, whatever its state: it is what writers of a lot hold.
      `with locked as (
         select organization_id, person_id, id from wallet
         where organization_id = $1 and person_id = any($2::bigint[]) and (status = $4 or kind = 'MAIN')
         order by person_id, id for update),
       changed as (
         update wallet w set status = $3 from locked l
         where w.organization_id = l.organization_id and w.person_id = l.person_id and w.id = l.id and w.status = $4
         returning w.person_id)
       select count(distinct person_id)::int as people from changed`,
      [organizationId, personIds, frozen ? 'FROZEN' : 'ACTIVE', frozen ? 'ACTIVE' : 'FROZEN'],
    );
    return rows[0]?.people ?? 0;
  };
  const people = await change();
  // A lot that was committed while the first look waited for its person's lock is not in that look's picture.
  await change();
  return people;
}

/** Sets the overdraft of MAIN. @returns the people whose debt is larger than that already; theirs stays as it was. */
export async function setOverdraft(
  tx: Tx,
  organizationId: number,
  personIds: readonly number[],
  overdraftFen: number,
): Promise<number[]> {
  const { rows } = await tx.query<{ person_id: number; done: boolean }>(
    `with locked as (
       select organization_id, id, person_id, balance_fen - held_fen >= $3 as done from wallet
       where organization_id = $1 and person_id = any($2::bigint[]) and kind = 'MAIN' and status <> 'CLOSED'
       order by person_id, id for update),
     changed as (
       update wallet w set floor_fen = $3 from locked l
       where w.organization_id = l.organization_id and w.id = l.id and l.done)
     select person_id, done from locked`,
    [organizationId, personIds, -overdraftFen],
  );
  return rows.filter((row) => !row.done).map((row) => row.person_id);
}

/** Closes all purses of a person, or refuses while money or meals are left in one of them. */
export async function closePurses(tx: Tx, organizationId: number, personId: number): Promise<Refusal | undefined> {
  const { rows } = await tx.query<{ kind: PurseKind; balance_fen: number; held_fen: number }>(
    `select kind, balance_fen, held_fen from wallet
     where organization_id = $1 and person_id = $2 and status <> 'CLOSED' order by person_id, id for update`,
    [organizationId, personId],
  );
  const all = rows.filter((row) => row.balance_fen !== 0 || row.held_fen !== 0);
  const left = all.filter((row) => row.kind !== 'COUNT');
  if (left.length > 0)
    return refuse(walletRefusals.BALANCE_LEFT, {
      balance: formatFenGrouped(left.reduce((sum, row) => sum + row.balance_fen, 0)),
      held: formatFenGrouped(left.reduce((sum, row) => sum + row.held_fen, 0)),
    });
  if (all.length > 0)
    return refuse(walletRefusals.MEALS_LEFT, { meals: all.reduce((sum, row) => sum + row.balance_fen, 0) });
  await tx.query(
    `update wallet set status = 'CLOSED' where organization_id = $1 and person_id = $2 and status <> 'CLOSED'`,
    [organizationId, personId],
  );
  return undefined;
}
