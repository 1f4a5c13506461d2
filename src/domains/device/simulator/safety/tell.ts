/** What a terminal has to tell besides money: events with numbers, pictures in parts; answers are lost, and all is sent again. */
import { createHash } from 'node:crypto';
import type { Chance } from '../../../../kit/server/chance.ts';
import { sampleClip, samplePicture } from '../../media/sample-media.ts';
import { countReason, type Reasons, reasonLines } from '../tally.ts';
import type { Terminal } from '../terminal-state.ts';

export interface SafetyTally {
  taken: number;
  /** Repeats the server took for what they are. */
  duplicates: number;
  refused: Reasons;
  pictures: number;
  readings: number;
  /** What a play found worth saying. */
  notes: string[];
  faults: number;
}

export const newSafetyTally = (): SafetyTally => ({
  taken: 0,
  duplicates: 0,
  refused: new Map(),
  pictures: 0,
  readings: 0,
  notes: [],
  faults: 0,
});

export type EventToTell = Record<string, unknown> & { kind: string };

const atOnce = 50;
const answerLost = 0.1;

/** Gives each the next number of the terminal and its own time, as it keeps them until they are answered. */
export const numbered = (terminal: Terminal, events: readonly EventToTell[]): Record<string, unknown>[] =>
  events.map((event) => {
    terminal.eventNo += 1;
    return { epoch: terminal.epoch, no: terminal.eventNo, at: terminal.now(), ...event };
  });

/** Sends them, not quite in their order; a lost answer means the same once more. */
export async function tell(
  terminal: Terminal,
  events: readonly Record<string, unknown>[],
  dice: Chance,
  tally: SafetyTally,
): Promise<void> {
  for (let from = 0; from < events.length; from += atOnce) {
    const part = dice.shuffled(events.slice(from, from + atOnce));
    const sendings = dice.happens(answerLost) ? 2 : 1;
    for (let n = 0; n < sendings; n += 1) {
      const answer = await terminal.call('POST', '/events', { events: part });
      if (answer.errorcode !== 0) {
        tally.faults += 1;
        continue;
      }
      for (const one of (answer.data as { answers: { result: string; message?: string }[] }).answers)
        if (one.result === 'TAKEN') tally.taken += 1;
        else if (one.result === 'DUPLICATE') tally.duplicates += 1;
        else if (n === 0) countReason(tally.refused, 0, `${one.result} ${one.message ?? ''}`);
    }
  }
}

/** A picture; answers its number. */
export const photograph = (terminal: Terminal, note: string, tally: SafetyTally): Promise<number | undefined> =>
  send(terminal, 'PICTURE', samplePicture(note), tally);

/** A clip of some seconds; answers its number. */
export const film = (terminal: Terminal, seconds: number, tally: SafetyTally): Promise<number | undefined> =>
  send(terminal, 'CLIP', sampleClip(seconds), tally);

/** Announced, sent in two parts of which the second is sent twice. */
async function send(terminal: Terminal, kind: 'PICTURE' | 'CLIP', bytes: Buffer, tally: SafetyTally) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const said = await terminal.call('POST', '/media', { kind, sha256, bytes: bytes.length });
  if (said.errorcode !== 0) {
    countReason(tally.refused, said.errorcode, said.errormsg);
    return undefined;
  }
  const { id, done } = said.data as { id: number; done: boolean };
  if (done) return id;
  const half = Math.floor(bytes.length / 2);
  for (const [offset, part] of [
    [0, bytes.subarray(0, half)],
    [half, bytes.subarray(half)],
    [half, bytes.subarray(half)],
  ] as const) {
    const put = await terminal.call('PUT', `/media/${id}?offset=${offset}`, part);
    if (put.errorcode !== 0) tally.faults += 1;
  }
  tally.pictures += 1;
  return id;
}

export const safetyLines = (tally: SafetyTally, seconds: number): string[] => [
  `事件收下 ${tally.taken} 条，吸收重复 ${tally.duplicates} 条，照片 ${tally.pictures} 张${tally.readings > 0 ? `，柜温读数 ${tally.readings} 个` : ''}`,
  ...(tally.refused.size > 0 ? reasonLines('拒绝', tally.refused) : []),
  ...tally.notes,
  `通信故障 ${tally.faults} 次，用时 ${seconds.toFixed(1)} 秒`,
];
