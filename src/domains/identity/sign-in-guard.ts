/**
 * Slows guessing down: every try counts as failed until it proves good, so that parallel tries gain nothing, and each
 * failure past the free ones doubles the wait. Kept in the database: it holds over restarts and several nodes.
 */
import { sql } from 'kysely';
import { isoAt } from '../../kit/server/clock.ts';
import type { Db } from '../../kit/server/context.ts';

export interface GuardLimits {
  /** Failures before the first wait. */
  free: number;
  /** The first wait; it doubles with every further failure. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** Failures are forgotten after this long without a try. */
  forgetMs: number;
}

const minute = 60_000;
/** One login name, known or not. */
export const nameLimits: GuardLimits = {
  free: 5,
  firstWaitMs: minute,
  longestWaitMs: 60 * minute,
  forgetMs: 1440 * minute,
};
/** One address: a whole school may sit behind it. */
export const addressLimits: GuardLimits = {
  free: 50,
  firstWaitMs: minute,
  longestWaitMs: 30 * minute,
  forgetMs: 60 * minute,
};

const minutesUntil = (lockedUntil: string, now: number) =>
  Math.max(1, Math.ceil((Date.parse(lockedUntil) - now) / minute));

/** Counts a try. `waitMinutes` when none is allowed now; else `nextWait` minutes that a failure of this try brings (0: none). */
export async function takeTry(
  db: Db,
  key: string,
  limits: GuardLimits,
  now: number,
): Promise<{ waitMinutes: number } | { nextWait: number }> {
  const at = isoAt(now);
  const forgotten = isoAt(now - limits.forgetMs);
  const count = sql`case when g.last_try_at < ${forgotten} then 1 else g.fail_count + 1 end`;
  const taken = await sql<{ locked_until: string | null }>`
    insert into sign_in_guard as g (key, fail_count, last_try_at) values (${key}, 1, ${at})
    on conflict (key) do update set
      fail_count = ${count}, last_try_at = ${at},
      locked_until = case when ${count} >= ${limits.free}::int
        then ${at}::timestamptz + least(${limits.longestWaitMs}::float8, ${limits.firstWaitMs}::float8 * 2 ^ least(20, ${count} - ${limits.free}::int)) * interval '1 millisecond'
      end
    where g.locked_until is null or g.locked_until <= ${at}
    returning locked_until`.execute(db);
  const row = taken.rows[0];
  if (row) return { nextWait: row.locked_until ? minutesUntil(row.locked_until, now) : 0 };
  const held = await db.selectFrom('sign_in_guard').select('locked_until').where('key', '=', key).executeTakeFirst();
  return { waitMinutes: held?.locked_until ? minutesUntil(held.locked_until, now) : 1 };
}

/** Takes a counted try back: it was not a failure. */
export async function giveBack(db: Db, key: string, limits: GuardLimits): Promise<void> {
  await sql`update sign_in_guard set fail_count = greatest(0, fail_count - 1),
    locked_until = case when fail_count - 1 >= ${limits.free}::int then locked_until end where key = ${key}`.execute(
    db,
  );
}

/** Forgets all failures of a key: a good sign-in, or a password set anew. */
export async function clearTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('sign_in_guard').where('key', '=', key).execute();
}

/** Removes keys whose failures are long forgotten. */
export async function sweepGuard(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_guard')
    .where('last_try_at', '<', isoAt(now - 2 * nameLimits.forgetMs))
    .execute();
}

export const nameKey = (loginName: string): string => `name:${loginName.toLowerCase()}`;
/** An IPv6 household changes its lower half at will: the upper half stands for it. */
export const addressKey = (ip: string): string =>
  `ip:${ip.includes(':') && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip}`;
