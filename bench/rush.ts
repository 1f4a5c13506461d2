/** Signed swipes over HTTP at a number of connections; each connection is one terminal that waits for its answers. */
import { canonical, deviceKey, sign } from '../src/domains/device/testing.ts';
import { systemClock } from '../src/kit/server/clock.ts';
import type { House } from './house.ts';
import { openLine, requestBytes } from './http-line.ts';
import type { TpcB } from './pgbench.ts';
import type { RushTerminal } from './rush-setup.ts';

export interface RushRound {
  connections: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  posted: number;
  /** Processor time per swipe, µs: all PostgreSQL processes, the server, this generator. */
  databaseMicros: number;
  serverMicros: number;
  generatorMicros: number;
  /** Per swipe, bytes: write-ahead log, and history with its indexes. */
  walBytes: number;
  diskBytes: number;
  /** Answers that were no posting, by what they said. */
  others: Record<string, number>;
}

/** A round and the yardstick right before it. */
export interface RushPair {
  round: RushRound;
  tpcb: TpcB;
}

const path = '/api/device/v1/consume';
/** More than a connection can use; signed before the clock runs, so that signing is not measured twice. */
const signedAhead = (connections: number, seconds: number) => Math.ceil((36_000 / connections) * seconds * 0.6) + 200;

/** Swipes a second that the times told assume: terminals tell when somebody swiped, and all of them go on together. */
const assumedPerSecond = 9_000;

function* requests(
  terminal: RushTerminal,
  cards: readonly string[],
  random: () => number,
  { startMs, apartMs }: { startMs: number; apartMs: number },
): Generator<Buffer> {
  const key = deviceKey(terminal.key);
  for (let n = 0; ; n += 1) {
    terminal.seq += 1;
    const now = startMs + Math.round(n * apartMs);
    const cardNo = cards[Math.floor(random() * cards.length)];
    const body = JSON.stringify({ cardNo, mode: 'FIXED', identify: 'CARD', time: now });
    const headers = {
      device: String(terminal.deviceId),
      epoch: String(terminal.epoch),
      seq: String(terminal.seq),
      time: String(now),
    };
    yield requestBytes('POST', path, body, {
      'x-device': headers.device,
      'x-epoch': headers.epoch,
      'x-seq': headers.seq,
      'x-time': headers.time,
      'x-signature': sign(key, canonical('POST', path, body, headers)),
    });
  }
}

/** Same numbers for the same seed (a linear congruence is enough to spread cards). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

/** Log written and history kept so far, bytes. */
async function written({ pool }: House): Promise<{ wal: number; disk: number }> {
  const { rows } = await pool.query<{ wal: number; disk: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint as wal,
       (select sum(pg_total_relation_size(t.relid)) from unnest(array['trade', 'posting_row', 'entry_row', 'money_request']) as n,
          pg_partition_tree(n::regclass) t)::bigint as disk`,
  );
  return rows[0]!;
}

/** One round of `seconds`. */
export async function runRush(house: House, connections: number, seconds: number): Promise<RushRound> {
  const { origins, rush } = house;
  const times: number[] = [];
  const others: Record<string, number> = {};
  const ahead = signedAhead(connections, seconds);
  const told = { startMs: systemClock.now(), apartMs: (connections / assumedPerSecond) * 1000 };
  const terminals = await Promise.all(
    rush.terminals.slice(0, connections).map(async (terminal, i) => {
      // Other people at each terminal in each round: the same again within a minute is a suspicious swipe.
      const made = requests(terminal, rush.cards, randomOf(i + connections + 1_000 * terminal.seq), told);
      // What was signed and not sent is lost: the next round's numbers go on behind it.
      const ready = Array.from({ length: ahead }, () => made.next().value as Buffer).reverse();
      return {
        line: await openLine(origins[i % origins.length]!),
        next: () => ready.pop() ?? (made.next().value as Buffer),
      };
    }),
  );
  const [cpu, size, own] = [await house.cpu(), await written(house), process.cpuUsage()];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    terminals.map(async ({ line, next }) => {
      for (let at = performance.now(); at < end; ) {
        const reply = await line.send(next());
        const now = performance.now();
        if (reply.body.includes('"POSTED"')) times.push(now - at);
        else {
          const said = `${reply.status} ${reply.body.slice(0, 120)}`;
          others[said] = (others[said] ?? 0) + 1;
        }
        at = now;
      }
      line.close();
    }),
  );
  const elapsed = performance.now() - start;
  const used = process.cpuUsage(own);
  const [cpuAfter, sizeAfter] = [await house.cpu(), await written(house)];
  times.sort((a, b) => a - b);
  return {
    connections,
    perSecond: (times.length / elapsed) * 1000,
    p50Ms: times[times.length >> 1] ?? 0,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    posted: times.length,
    databaseMicros: ((cpuAfter.database - cpu.database) / times.length) * 1e6,
    serverMicros: ((cpuAfter.server - cpu.server) / times.length) * 1e6,
    generatorMicros: (used.user + used.system) / times.length,
    walBytes: (sizeAfter.wal - size.wal) / times.length,
    diskBytes: (sizeAfter.disk - size.disk) / times.length,
    others,
  };
}
