/**
 * Terminals that swipe without rest as real ones do: whoever gets no answer asks again, of the next server, with the same
 * number and the same content, until somebody answers. What was answered is kept, to be held against the ledger.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Rush, RushTerminal } from '../../bench/rush-setup.ts';
import { canonical, deviceKey, sign } from '../../src/domains/device/testing.ts';
import { systemClock } from '../../src/kit/server/clock.ts';

export interface Acknowledged {
  deviceId: number;
  epoch: number;
  seq: number;
  tradeId: number;
  amountFen: number;
  /** `performance.now()` of the answer, and how long the terminal had waited for it. */
  at: number;
  waitedMs: number;
}

export interface Swiping {
  acknowledged: Acknowledged[];
  /** Answers that were a clear no, by what they said; nothing was booked. */
  refused: Map<string, number>;
  /** Requests that got no answer, or were told to come again. */
  asksAgain(): number;
  /** Ends when every terminal has its last answer. */
  stop(): Promise<void>;
}

export interface SwipingOptions {
  origins: readonly string[];
  rush: Rush;
  /** Between a terminal's answer and its next swipe. */
  restMs: number;
  /** A server that says nothing for so long is given up. */
  patienceMs?: number;
}

const path = '/api/device/v1/consume';

interface Said {
  status: number;
  errorcode: number;
  errormsg: string;
  data: { result: string; tradeId: number; amountFen: number } | null;
}

function ask(agent: Agent, origin: string, terminal: RushTerminal, body: string, patienceMs: number): Promise<Said> {
  const headers = {
    device: String(terminal.deviceId),
    epoch: String(terminal.epoch),
    seq: String(terminal.seq),
    time: String(systemClock.now()),
  };
  return new Promise((resolve, reject) => {
    const sent = request(
      `${origin}${path}`,
      {
        agent,
        method: 'POST',
        timeout: patienceMs,
        headers: {
          'content-type': 'application/json',
          'x-device': headers.device,
          'x-epoch': headers.epoch,
          'x-seq': headers.seq,
          'x-time': headers.time,
          'x-signature': sign(deviceKey(terminal.key), canonical('POST', path, body, headers)),
        },
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => {
          text += chunk;
        });
        reply.on('error', reject);
        reply.on('end', () => {
          try {
            resolve({ ...(JSON.parse(text) as Omit<Said, 'status'>), status: reply.statusCode ?? 0 });
          } catch (error) {
            reject(error as Error);
          }
        });
      },
    );
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Sets all terminals swiping. */
export function startSwiping({ origins, rush, restMs, patienceMs = 5_000 }: SwipingOptions): Swiping {
  const acknowledged: Acknowledged[] = [];
  const refused = new Map<string, number>();
  let again = 0;
  let going = true;

  const swipe = async (terminal: RushTerminal, place: { of: number }, agent: Agent, cardNo: string) => {
    terminal.seq += 1;
    const body = JSON.stringify({ cardNo, mode: 'FIXED', identify: 'CARD', time: systemClock.now() });
    const began = performance.now();
    for (;;) {
      const said = await ask(agent, origins[place.of % origins.length]!, terminal, body, patienceMs).catch(
        () => undefined,
      );
      if (said?.data && said.errorcode === 0) {
        const at = performance.now();
        const { tradeId, amountFen } = said.data;
        const { deviceId, epoch, seq } = terminal;
        acknowledged.push({ deviceId, epoch, seq, tradeId, amountFen, at, waitedMs: at - began });
        return;
      }
      // A refusal is an answer; that the house is busy or the database away is not.
      if (said && said.status < 500) {
        const words = `${said.errorcode} ${said.errormsg}`;
        refused.set(words, (refused.get(words) ?? 0) + 1);
        return;
      }
      again += 1;
      place.of += 1;
      // As the protocol says: a second after a server that could not, at once to another one after a server that is gone.
      await pause(said ? 1_000 : 100);
    }
  };

  const loops = rush.terminals.map(async (terminal, i) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const place = { of: i };
    for (let turn = 0; going; turn += 1) {
      await swipe(terminal, place, agent, rush.cards[(i * 7919 + turn * rush.terminals.length) % rush.cards.length]!);
      await pause(restMs);
    }
    agent.destroy();
  });
  return {
    acknowledged,
    refused,
    asksAgain: () => again,
    stop: async () => {
      going = false;
      await Promise.all(loops);
    },
  };
}

/** The longest time without any answer that began after `from`, ms, until `to`. */
export function longestSilence(acknowledged: readonly Acknowledged[], from: number, to: number): number {
  let [last, longest] = [from, 0];
  for (const at of acknowledged.map((one) => one.at).sort((a, b) => a - b)) {
    if (at < from) continue;
    longest = Math.max(longest, Math.min(at, to) - last);
    last = at;
    if (at > to) break;
  }
  return Math.max(longest, last < to ? to - last : 0);
}

/** A share of sorted numbers. */
export const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
