/**
 * One chunk of plain grants as one message: everything from `begin` to `commit`, decided by the database on the way.
 * All it writes are the ordinary writer's own commands.
 */

import { writeRollups } from '../totals/write-rollups.ts';
import type { SubsidyGrantRequest } from '../types.ts';
import { textArray } from '../writer/arrays.ts';
import type { CopyDesk } from '../writer/copy-rows.ts';
import { intArray } from '../writer/int-matrix.ts';
import { periodLock } from '../writer/lock.ts';
import { begin, type Command, type Copy, commit, type Statement } from '../writer/train.ts';
import { writeHistory } from '../writer/write-history.ts';
import { writeState } from '../writer/write-state.ts';
import type { DecidedGrant } from './decide-grants.ts';

/**
 * The commit does not wait for the disk: a lost tail takes lots, postings and line notes with it and is granted again
 * under the same keys, and whoever spends the money meanwhile waits for a log that holds the grant too.
 */
const noWait: Command = { statement: { name: 'b_no_wait', text: 'set local synchronous_commit = off' }, values: [] };

/** The month of $2, and none after it, may be closed. */
const openMonth: Statement = {
  name: 'b_open_month',
  text: `select wallet_assert_rows('closed month', (select count(*) from period
    where organization_id = $1 and month >= date_trunc('month', $2::date)::date), 0)`,
};

const mainPurse = `organization_id = $1 and person_id = any($2::bigint[]) and kind = 'MAIN' and batch_id = 0 and expires_on is null`;

/** The people's mutex, as late as can be: every writer of a person's money locks the main purse. */
const lockMain: Statement = {
  name: 'b_lock_main',
  text: `with /* wall: mainPurse names the organization */ locked as (select status from wallet where ${mainPurse} order by person_id for update)
    select wallet_assert_rows('active main purse', (select count(*) from locked where status = 'ACTIVE'), $3)`,
};

/** Which of these people have an open account that is not frozen. */
export const activeMain: Statement = {
  name: 'b_active_main',
  text: `select /* wall: mainPurse names the organization */ person_id from wallet where ${mainPurse} and status = 'ACTIVE'`,
};

/** The ordinary door has answered none of the keys: it would not grant under them again, and neither does this one. */
const unknownKeys: Statement = {
  name: 'b_unknown_keys',
  text: `select wallet_assert_rows('known key', (select count(*) from money_request
    where organization_id = $1 and request_key = any($2::text[])), 0)`,
};

/** The people of `requests`, ascending, as a parameter. */
export function personsOf(requests: readonly SubsidyGrantRequest[]): Buffer {
  return intArray(requests.map((request) => request.personId).sort((a, b) => a - b));
}

type Statements = (Command | Copy)[];

/** A chunk's statements: nobody who eats waits for the first ones; people are locked from the first of the others to the last. */
export interface GrantCommands {
  before: Statements;
  locked: Statements;
}

/**
 * All of a chunk's statements in order. `beside` is the caller's own rows; they run before the people are locked and are
 * taken back with everything else when a guard fails.
 */
export function grantCommands(
  grants: readonly DecidedGrant[],
  recordedAtMs: number,
  lane: number,
  desk: CopyDesk,
  beside: readonly Command[],
): GrantCommands {
  const organizationId = grants[0]?.request.organizationId ?? 0;
  const plans = grants.map((grant) => grant.plan);
  const history = plans.map((plan) => ({ plan, plain: undefined }));
  return {
    before: [
      begin,
      noWait,
      { statement: periodLock, values: [organizationId] },
      { statement: openMonth, values: [organizationId, grants[0]?.businessDate] },
      ...writeState(organizationId, recordedAtMs, plans, desk),
      ...writeHistory(organizationId, history, desk),
      ...writeRollups(organizationId, lane, recordedAtMs, history),
      ...beside,
    ],
    locked: [
      { statement: lockMain, values: [organizationId, personsOf(grants.map((g) => g.request)), grants.length] },
      { statement: unknownKeys, values: [organizationId, textArray(grants.map((g) => g.request.requestKey))] },
      commit,
    ],
  };
}
