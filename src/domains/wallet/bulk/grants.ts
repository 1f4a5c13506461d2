/**
 * A second mouth of the money door for long lists of grants: a chunk is one message to the database and one short
 * transaction, with no waiting for this process while people are locked. What is not plain is handed back untouched.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { ClientConfig } from 'pg';
import type { Clock } from '../../../kit/server/clock.ts';
import type { Ids } from '../../../kit/server/ids.ts';
import type { SubsidyGrantRequest, Wallet } from '../types.ts';
import { dateOf } from '../writer/attempt.ts';
import { HotConnection } from '../writer/connection.ts';
import { type CopyDesk, copyDesk } from '../writer/copy-rows.ts';
import { partitionsOf, type Queryable } from '../writer/partitions.ts';
import { type Command, sendAll } from '../writer/train.ts';
import type { WalletWriter } from '../writer.ts';
import { type DecidedGrant, decideGrants } from './decide-grants.ts';
import { activeMain, type GrantCommands, grantCommands, personsOf } from './grant-commands.ts';

/** Most grants of one transaction: chosen by the longest lock; and while people eat, by what a swipe may feel of it. */
const quietGrants = 1_000;
const busyGrants = 60;

/**
 * Lanes of the day totals of bulk grants, one for each chunk under way; the swipes' lanes count from 0. Two keep both cores of a
 * small machine busy while nobody eats: of a chunk only the caller's own figures and the commit wait for the chunk beside it.
 */
const bulkLanes = [1_000, 1_001] as const;
const idsPerGrant = 2;

export interface GrantsOptions {
  /** Where to connect; a connection of its own for each chunk under way. */
  connection: ClientConfig;
  /** For rare statements beside the chunks (creating a month's partitions). */
  db: Queryable;
  clock: Clock;
  ids: Ids;
  /** When somebody last came to the ordinary door, ms; for a while after it chunks are small and far between. */
  lastSwipeMs?: () => number;
  /** Told when a lane's chunk goes to the database, when its people begin to be locked, and when it is over; for measuring. */
  watch?: (event: 'sent' | 'locking' | 'answered', lane: number) => void;
}

/** For so long after the last swipe people are taken to be eating. */
const busyMs = 1_000;
/** Then every chunk is followed by a pause, so many times as long as it took, within these bounds. */
const pauseTimes = 4;
const shortestPauseMs = 8;
const longestPauseMs = 100;

/** When somebody last came to this process's door, for `lastSwipeMs`; to a door that does not tell, nobody ever came. */
export function lastSwipeOf(wallet: Wallet & Partial<Pick<WalletWriter, 'lastSwipeMs'>>): () => number {
  return () => wallet.lastSwipeMs?.() ?? Number.NEGATIVE_INFINITY;
}

/** What became of one grant. */
export interface Granted {
  requestKey: string;
  postingId: number;
  /** The lot. */
  walletId: number;
  businessDate: string;
}

export interface GrantResult {
  granted: Granted[];
  /** Not decided and not written: for the ordinary door, which refuses, replays or grants them one by one. */
  aside: SubsidyGrantRequest[];
}

export interface Grants {
  /**
   * Grants up to 1,000 requests of one organization, all or (but for `aside`) none. `beside` makes the caller's
   * own statements for the same transaction: written once with the grants or not at all; a raised error takes them all
   * back and puts everything aside. Two calls run at a time, one while people eat; the next are prepared meanwhile.
   */
  grant(
    requests: readonly SubsidyGrantRequest[],
    beside: (granted: readonly Granted[]) => Command[],
  ): Promise<GrantResult>;
  /** How many requests the next call should bring: 1,000, fewer while people eat. */
  size(): number;
  /** Grants written and put aside since the opening. */
  counts(): Readonly<{ chunks: number; granted: number; aside: number }>;
  close(): Promise<void>;
}

/** Errors the database or the way to it raised; anything else is a bug. */
function isDatabaseError(error: unknown): boolean {
  const { severity, code } = error as { severity?: string; code?: string };
  return severity !== undefined || (code !== undefined && /^E[A-Z]+$/.test(code)) || /connection/i.test(String(error));
}

const grantedOf = ({ request, postingId, walletId, businessDate }: DecidedGrant): Granted => ({
  requestKey: request.requestKey,
  postingId,
  walletId,
  businessDate,
});

/** One chunk at a time goes through it; the next is made ready meanwhile. */
interface Desk {
  lane: number;
  connection: HotConnection;
  copies: CopyDesk[];
  /** Chunks that are here, under way or made ready. */
  waiting: number;
  turn: Promise<unknown>;
}

/** Opens the mouth; close it when the job is done. Connections are made with their first chunks. */
export function openGrants(options: GrantsOptions): Grants {
  const { clock, watch = () => undefined, lastSwipeMs = () => Number.NEGATIVE_INFINITY } = options;
  const partitions = partitionsOf(options.db);
  const desks = bulkLanes.map(
    (lane): Desk => ({
      lane,
      connection: new HotConnection(options.connection),
      copies: [copyDesk(), copyDesk()],
      waiting: 0,
      turn: Promise.resolve(),
    }),
  );
  const counts = { chunks: 0, granted: 0, aside: 0 };
  /** Somebody was not plain before: people are looked at before they are tried. */
  let wary = false;

  const busy = () => clock.now() - lastSwipeMs() < busyMs;
  /** Where the next chunk is waited for least. */
  const nextDesk = () => (busy() ? desks[0]! : desks.reduce((a, b) => (b.waiting < a.waiting ? b : a)));

  /** Lets swipes have the machine, if there are any. */
  const giveWay = async (sentAtMs: number): Promise<void> => {
    if (!busy()) return;
    const tookMs = clock.now() - sentAtMs;
    await pause(Math.min(longestPauseMs, Math.max(shortestPauseMs, pauseTimes * tookMs)));
  };

  /** True when the chunk was committed. Both parts go out together. */
  const send = async ({ connection, lane }: Desk, { before, locked }: GrantCommands): Promise<boolean> => {
    const client = await connection.client();
    watch('sent', lane);
    try {
      const first = sendAll(client, before).then(() => watch('locking', lane));
      const second = sendAll(client, locked);
      // When the first part fails the second does too, for no reason of its own.
      second.catch(() => undefined);
      await first;
      return (await second).at(-1)?.command === 'COMMIT';
    } catch (error) {
      await client.query('rollback').catch(() => connection.drop(client));
      if (!isDatabaseError(error)) throw error;
      return false;
    } finally {
      watch('answered', lane);
    }
  };

  const active = async ({ connection }: Desk, requests: readonly SubsidyGrantRequest[]): Promise<Set<number>> => {
    const values = [requests[0]?.organizationId, personsOf(requests)];
    const client = await connection.client();
    const [answer] = await sendAll(client, [{ statement: activeMain, values }]);
    return new Set(answer?.rows.map((row) => row[0] as number));
  };

  return {
    grant: async (requests, beside) => {
      const [first] = requests;
      if (!first) return { granted: [], aside: [] };
      if (requests.length > quietGrants) throw new Error(`${requests.length} grants in a chunk of ${quietGrants}`);
      await partitions.ensure([dateOf(first)]);
      const ids = await options.ids.take(requests.length * idsPerGrant);
      const recordedAtMs = clock.now();
      let at = 0;
      const nextId = () => ids[at++] as number;
      const desk = nextDesk();
      const before = desk.turn;
      let over: () => void = () => undefined;
      desk.turn = new Promise<void>((resolve) => {
        over = resolve;
      });
      desk.waiting += 1;
      const copies = desk.copies.shift() ?? copyDesk();
      let giving: Promise<void> = Promise.resolve();
      try {
        let { plain, aside } = decideGrants(requests, recordedAtMs, nextId);
        const commands = () => grantCommands(plain, recordedAtMs, desk.lane, copies, beside(plain.map(grantedOf)));
        const keepActive = async () => {
          const open = await active(
            desk,
            plain.map((grant) => grant.request),
          );
          aside = [...aside, ...plain.filter((g) => !open.has(g.request.personId)).map((g) => g.request)];
          plain = plain.filter((g) => open.has(g.request.personId));
        };
        // Made while the chunk before is under way.
        const hopeful = wary || plain.length === 0 ? undefined : commands();
        await before;
        const sentAtMs = clock.now();
        let done = hopeful !== undefined && (await send(desk, hopeful));
        if (!done && plain.length > 0) {
          wary = true;
          await keepActive();
          done = plain.length > 0 && (await send(desk, commands()));
        }
        if (!done) {
          aside = [...aside, ...plain.map((grant) => grant.request)];
          plain = [];
        }
        giving = giveWay(sentAtMs);
        counts.chunks += 1;
        counts.granted += plain.length;
        counts.aside += aside.length;
        return { granted: plain.map(grantedOf), aside };
      } finally {
        desk.copies.push(copies);
        desk.waiting -= 1;
        Promise.all([before, giving]).then(over);
      }
    },
    size: () => (busy() ? busyGrants : quietGrants),
    counts: () => counts,
    close: async () => {
      for (const { turn, connection } of desks) {
        await turn;
        await connection.close();
      }
    },
  };
}
