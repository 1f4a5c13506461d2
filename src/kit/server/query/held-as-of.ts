/** Settings of organizations held in the process for a few seconds, as they are now and as they stood at instants of the past. */
import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import { staleMs } from '../stale.ts';
import { changesSince, nextPlanned } from './as-of.ts';

/** The state of an organization now, or as it stood at an instant (epoch ms) of the past. */
export type AsOfSource<T> = (organizationId: number, atMs?: number) => Promise<T>;

export interface HeldAsOf<T> {
  /** Tables of which a change changes the state; they keep their past. */
  tables: readonly string[];
  /** Further tables whose planned changes end what is held; their past is not asked for. */
  planned?: readonly string[];
  /** How old the oldest instant asked for in numbers can be; an older one is read each time. */
  backMs: number;
  /** Reads the state as it is at `nowMs`, or as it stood at `thenMs`. */
  load(organizationId: number, nowMs: number, thenMs?: number): Promise<T>;
}

interface Held<T> {
  at: number;
  /** From then on it is asked anew: a planned change holds from its first instant. */
  until: number;
  now: Promise<T>;
  /** Instants of change that late records may lie before; asked when one comes. */
  changes?: Promise<number[]>;
  /** By the change that ended them. */
  past: Map<number, Promise<T>>;
}

/** States by organization; concurrent callers share one read. */
export function heldAsOf<T>(
  pool: Pool,
  clock: Clock,
  { tables, planned = [], backMs, load }: HeldAsOf<T>,
): AsOfSource<T> {
  const held = new Map<number, Held<T>>();
  const present = (organizationId: number): Held<T> => {
    const found = held.get(organizationId);
    const at = clock.now();
    if (found && at >= found.at && at < found.until) return found;
    const state = load(organizationId, at);
    // Nobody waits for it when the other reading fails first; a rejection nobody hears ends the process.
    state.catch(() => undefined);
    const fresh: Held<T> = {
      at,
      until: at + staleMs,
      now: nextPlanned(pool, organizationId, [...tables, ...planned], at).then((next) => {
        fresh.until = Math.min(fresh.until, next);
        return state;
      }),
      past: new Map(),
    };
    held.set(organizationId, fresh);
    fresh.now.catch(() => held.delete(organizationId));
    return fresh;
  };
  return async (organizationId, atMs) => {
    const hold = present(organizationId);
    if (atMs === undefined || atMs >= hold.at) return hold.now;
    // What a clerk charges may be older than any upload.
    if (atMs < hold.at - backMs) return load(organizationId, hold.at, atMs);
    hold.changes ??= changesSince(pool, organizationId, tables, hold.at - backMs);
    const next = (await hold.changes).find((change) => change > atMs && change <= hold.at);
    if (next === undefined) return hold.now;
    const known = hold.past.get(next);
    if (known) return known;
    const state = load(organizationId, hold.at, atMs);
    hold.past.set(next, state);
    return state;
  };
}
