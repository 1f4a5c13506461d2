/**
 * The door: takes requests, lets them gather while the previous batches commit, and answers each once it is durable.
 * Two batches of swipes in flight, one more lane for long jobs; at most 2,000 wait.
 */
import type { ClientConfig } from 'pg';
import type { Clock } from '../../kit/server/clock.ts';
import type { Ids } from '../../kit/server/ids.ts';
import { kitRefusals, refuse } from '../../kit/server/refusal.ts';
import { walletRefusals } from './refusals.ts';
import { folding } from './totals/folding.ts';
import type { MoneyRequest, Outcome, Wallet } from './types.ts';
import type { WriterParts } from './writer/attempt.ts';
import { checkRequest } from './writer/check-request.ts';
import { HotConnection } from './writer/connection.ts';
import { fingerprint } from './writer/fingerprint.ts';
import { foreseer } from './writer/foresee.ts';
import { idStock } from './writer/id-stock.ts';
import type { Item } from './writer/item.ts';
import { partitionsOf, type Queryable } from './writer/partitions.ts';
import { inFlight, type Queue, queue } from './writer/queue.ts';
import { type BatchCounts, runBatch } from './writer/run-batch.ts';
import { termsOf } from './writer/terms.ts';

export interface WalletOptions {
  /** Where to connect; the wallet opens connections of its own. */
  connection: ClientConfig;
  /** For statements beside the batches: creating a month's partitions, adding up totals. */
  db: Queryable;
  clock: Clock;
  ids: Ids;
  /** Swipe batches in flight. Default 2. */
  inFlight?: number;
  /** Most requests in a batch. Default 128. */
  batchSize?: number;
  /** Most requests waiting. Default 2,000. */
  maxWaiting?: number;
  /** First lane of the day totals; nodes working on one database take different ones (4 per node by default). */
  firstLane?: number;
  /** Told of each batch that ended: how many requests it held, how long it took. */
  watch?: (requests: number, seconds: number) => void;
  /** Told when totals could not be added up; they stay exact, and are tried again. */
  unfolded?: (error: unknown) => void;
  /** Waits between reconnects; for tests. */
  pause?: (ms: number) => Promise<void>;
}

/** Most requests of a long job in one transaction: keeps the longest lock in the tens of milliseconds. */
const bulkSize = 1000;

export interface WalletWriter extends Wallet {
  /** What the batches did since the start. */
  counts(): Readonly<BatchCounts>;
  /** When `submit` was last asked, ms by the wallet's clock; long jobs do not count. */
  lastSwipeMs(): number;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Lanes of the day totals one writer uses: its batches', and the one in which totals that waited are added up. */
export const lanesPerWriter = 4;

interface Lane {
  queue: Queue;
  max: number;
  free: { connection: HotConnection; lane: number }[];
  /** Requests in batches under way. */
  inFlight: number;
  /** Batches under way for longer than `patienceMs`. */
  late: number;
}

/** A batch takes a few milliseconds; one that takes longer waits for somebody's lock, and nobody need wait with it. */
const patienceMs = 25;

/**
 * Is it worth starting a batch now? With nothing under way always: nobody waits for a timer. Beside a running batch only
 * when as much waits as runs: a batch costs about as much as ten of its requests, and what trickles in
 * one by one goes better together when the running batch ends, unless that one is late.
 */
function worthStarting(lane: Lane): boolean {
  const { inFlight: running, late, max } = lane;
  return running === 0 || late > 0 || lane.queue.length >= max || lane.queue.length >= running;
}

export function createWallet(options: WalletOptions): WalletWriter {
  const { batchSize = 128, maxWaiting = 2000, firstLane = 0, pause = sleep } = options;
  const swipeSlots = options.inFlight ?? 2;
  const folds = folding(options.db, firstLane + swipeSlots + 1, options.unfolded ?? (() => undefined));
  const terms = termsOf(options.db, options.ids);
  const parts: WriterParts = {
    clock: options.clock,
    ids: idStock(options.ids),
    partitions: partitionsOf(options.db),
    folding: folds,
    terms,
  };
  const connections = Array.from({ length: swipeSlots + 1 }, () => new HotConnection(options.connection));
  const slots = connections.map((connection, i) => ({ connection, lane: firstLane + i }));
  const looking = new HotConnection(options.connection);
  const foresee = foreseer(looking, options.clock);
  const flying = inFlight();
  const swipes: Lane = { queue: queue(flying), max: batchSize, free: slots.slice(0, swipeSlots), inFlight: 0, late: 0 };
  const bulk: Lane = { queue: queue(flying), max: bulkSize, free: slots.slice(swipeSlots), inFlight: 0, late: 0 };
  const counts: BatchCounts = { batches: 0, items: 0, retries: 0, bisections: 0, reconnects: 0 };
  let lastSwipeMs = Number.NEGATIVE_INFINITY;
  let scheduled = false;
  let closing = false;
  let running = 0;
  let idle: (() => void) | undefined;

  const start = (lane: Lane): void => {
    while (lane.free.length > 0 && lane.queue.length > 0 && worthStarting(lane)) {
      const items = lane.queue.gather(lane.max);
      if (items.length === 0) return;
      const slot = lane.free.pop();
      if (!slot) throw new Error('no free slot');
      running += 1;
      lane.inFlight += items.length;
      const began = performance.now();
      let late = 0;
      const patience = setTimeout(() => {
        late = 1;
        lane.late += 1;
        schedule();
      }, patienceMs);
      runBatch(slot.connection, slot.lane, items, parts, counts, pause).finally(() => {
        running -= 1;
        options.watch?.(items.length, (performance.now() - began) / 1_000);
        lane.inFlight -= items.length;
        clearTimeout(patience);
        lane.late -= late;
        lane.free.push(slot);
        lane.queue.done(items);
        schedule();
      });
    }
  };
  const pump = (): void => {
    scheduled = false;
    start(swipes);
    start(bulk);
    if (running === 0 && swipes.queue.length + bulk.queue.length === 0) idle?.();
  };
  // Everything that arrives in this turn of the event loop goes into the same batch.
  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    setImmediate(pump);
  };
  const enqueue = (lane: Lane, request: MoneyRequest): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      lane.queue.push({ request, fingerprint: fingerprint(request), resolve, reject } satisfies Item);
      schedule();
    });

  return {
    submit: async (request) => {
      if (closing) return refuse(walletRefusals.SERVICE_CLOSING);
      lastSwipeMs = options.clock.now();
      const malformed = checkRequest(request, lastSwipeMs);
      if (malformed) return malformed;
      if (swipes.queue.length >= maxWaiting) return refuse(kitRefusals.BUSY);
      return enqueue(swipes, request);
    },
    foresee: async (request) => {
      if (closing) return refuse(walletRefusals.SERVICE_CLOSING);
      return checkRequest(request, options.clock.now()) ?? foresee(request);
    },
    submitMany: async (requests) => {
      const outcomes: Outcome[] = [];
      for (let from = 0; from < requests.length; from += bulkSize) {
        if (closing) return [...outcomes, ...requests.slice(from).map(() => refuse(walletRefusals.SERVICE_CLOSING))];
        const chunk = requests.slice(from, from + bulkSize);
        const now = options.clock.now();
        const answers = chunk.map((request) => checkRequest(request, now) ?? enqueue(bulk, request));
        outcomes.push(...(await Promise.all(answers)));
      }
      return outcomes;
    },
    waiting: () => swipes.queue.length + bulk.queue.length,
    counts: () => counts,
    lastSwipeMs: () => lastSwipeMs,
    close: async () => {
      closing = true;
      if (running > 0 || swipes.queue.length + bulk.queue.length > 0) {
        await new Promise<void>((resolve) => {
          idle = resolve;
          schedule();
        });
      }
      await folds.close();
      await terms.close();
      await Promise.all([...connections, looking].map((connection) => connection.close()));
    },
  };
}
