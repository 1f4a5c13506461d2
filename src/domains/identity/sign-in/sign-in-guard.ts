/**
 * Slows guessing down: failures are counted per name and address, per browser an account is known from, per name over all
 * strange browsers, and per address; past the free ones each doubles the wait. Kept in the database: it holds over restarts
 * and several nodes. Whether a key waits is asked before and after a password is checked, so parallel tries gain nothing.
 */
import { sql } from 'kysely';
import { isoAt } from '../../../kit/server/clock.ts';
import type { Db } from '../../../kit/server/context.ts';

export interface GuardLimits {
  /** Failures before the first wait. */
  free: number;
  /** The first wait; it doubles with every further failure. */
  firstWaitMs: number;
  longestWaitMs: number;
  /** Failures are forgotten after this long without a try. */
  forgetMs: number;
}

export interface Counter {
  key: string;
  limits: GuardLimits;
  /** Whose counter it is; null for an address's. */
  loginName: string | null;
  /** What the address or the name is refused with while it waits. */
  code: 'SIGN_IN_LOCKED' | 'ADDRESS_LOCKED';
}

const minute = 60_000;
/** One login name, known or not, from one address or one known browser. */
const nameLimits: GuardLimits = { free: 5, firstWaitMs: minute, longestWaitMs: 60 * minute, forgetMs: 1440 * minute };
/** One login name over all browsers it is not known from: guessing spread over many addresses. */
const spreadLimits: GuardLimits = { ...nameLimits, free: 100 };
/** One address: a whole school may sit behind it. */
const addressLimits: GuardLimits = { free: 50, firstWaitMs: minute, longestWaitMs: 30 * minute, forgetMs: 60 * minute };

/** An IPv6 household changes its lower half at will: the upper half stands for it. */
const household = (ip: string): string =>
  ip.includes(':') && !ip.startsWith('::ffff:') ? ip.split(':').slice(0, 4).join(':') : ip;

/** What a try at signing in is counted under; a browser the account is known from is held by nobody's failures but its own. */
export function signInCounters(loginName: string, ip: string, knownDevice: string | null): Counter[] {
  const name = loginName.toLowerCase();
  const own = { limits: nameLimits, loginName: name, code: 'SIGN_IN_LOCKED' } as const;
  if (knownDevice) return [{ ...own, key: `device:${knownDevice} ${name}` }];
  return [
    { key: `ip:${household(ip)}`, limits: addressLimits, loginName: null, code: 'ADDRESS_LOCKED' },
    { ...own, key: `pair:${household(ip)} ${name}` },
    { ...own, key: `name:${name}`, limits: spreadLimits },
  ];
}

/** Tries at one's own password or code inside a session, which a thief of the session must not guess. */
export function ownCounter(loginName: string): Counter {
  const name = loginName.toLowerCase();
  return { key: `own:${name}`, limits: nameLimits, loginName: name, code: 'SIGN_IN_LOCKED' };
}

/** Tries at the passwords of others inside a session, whichever names they are for, beside what each name counts. */
export const witnessCounter = (asking: string): Counter => ({
  key: `witness:${asking.toLowerCase()}`,
  limits: nameLimits,
  loginName: null,
  code: 'SIGN_IN_LOCKED',
});

const minutesUntil = (lockedUntil: string, now: number) =>
  Math.max(1, Math.ceil((Date.parse(lockedUntil) - now) / minute));

export interface Wait {
  code: Counter['code'];
  minutes: number;
}

/** The first of the counters that has to wait now. */
export async function waiting(db: Db, counters: readonly Counter[], now: number): Promise<Wait | undefined> {
  const held = await db
    .selectFrom('sign_in_guard')
    .select(['key', 'locked_until'])
    .where(
      'key',
      'in',
      counters.map((c) => c.key),
    )
    .where('locked_until', '>', isoAt(now))
    .execute();
  const counter = counters.find((c) => held.some((h) => h.key === c.key));
  if (!counter) return undefined;
  const { locked_until } = held.find((h) => h.key === counter.key)!;
  return { code: counter.code, minutes: minutesUntil(locked_until!, now) };
}

/** Counts a failure; the minutes of the wait it brings, 0 when none; undefined where one waits already and nothing counts. */
async function count(db: Db, { key, limits, loginName }: Counter, now: number): Promise<number | undefined> {
  const at = isoAt(now);
  const forgotten = isoAt(now - limits.forgetMs);
  const count = sql`case when g.last_try_at < ${forgotten} then 1 else g.fail_count + 1 end`;
  const counted = await sql<{ locked_until: string | null }>`
    insert into sign_in_guard as g (key, login_name, fail_count, last_try_at) values (${key}, ${loginName}, 1, ${at})
    on conflict (key) do update set
      fail_count = ${count}, last_try_at = ${at},
      locked_until = case when ${count} >= ${limits.free}::int
        then ${at}::timestamptz + least(${limits.longestWaitMs}::float8, ${limits.firstWaitMs}::float8 * 2 ^ least(20, ${count} - ${limits.free}::int)) * interval '1 millisecond'
      end
    where g.locked_until is null or g.locked_until <= ${at}
    returning locked_until`.execute(db);
  const row = counted.rows[0];
  return row && (row.locked_until ? minutesUntil(row.locked_until, now) : 0);
}

/**
 * Counts a failure under every counter. `locks`: it brought a wait, the longest of which is told; a failure that comes while
 * one waits already (a parallel try) counts for nothing and is refused as every try then is.
 */
export async function countFailure(
  db: Db,
  counters: readonly Counter[],
  now: number,
): Promise<{ wait: Wait | undefined; locks: boolean; counted: boolean }> {
  const late = async () => ({ wait: await waiting(db, counters, now), locks: false, counted: false });
  const held = await late();
  if (held.wait) return held;
  let wait: Wait | undefined;
  for (const counter of counters) {
    const minutes = await count(db, counter, now);
    if (minutes === undefined) return late();
    if (minutes > (wait?.minutes ?? 0)) wait = { code: counter.code, minutes };
  }
  return { wait, locks: wait !== undefined, counted: true };
}

/** Forgets the failures of counters that proved good; those of an address and of a name's strangers stay. */
export async function forgetFailures(db: Db, counters: readonly Counter[]): Promise<void> {
  const own = counters.filter((c) => c.limits === nameLimits).map((c) => c.key);
  await db.deleteFrom('sign_in_guard').where('key', 'in', own).execute();
}

/** Forgets all failures of a name: its password was set anew, or somebody in charge lets it try again. */
export async function clearTries(db: Db, loginName: string): Promise<void> {
  await db.deleteFrom('sign_in_guard').where('login_name', '=', loginName.toLowerCase()).execute();
}

/** Removes keys whose failures are long forgotten. */
export async function sweepGuard(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sign_in_guard')
    .where('last_try_at', '<', isoAt(now - 2 * nameLimits.forgetMs))
    .execute();
}

/** Until when a name waits anywhere, for lists over `a` (account). */
export const lockedUntil = sql`(select max(g.locked_until) from sign_in_guard g where g.login_name = lower(a.login_name))`;
