/** Sends the month as terminals do that were cut off: batches of kept records, every answer looked at. */
import { setTimeout as wait } from 'node:timers/promises';
import { beat, type Terminal } from '../../src/domains/device/testing.ts';
import { inParallel } from './in-parallel.ts';
import type { Swipe } from './plan-month.ts';

const batchSize = 250;
/** Terminals uploading at once; with their batches well below what the server lets wait. */
const terminalsAtOnce = 6;
const retryMs = 200;

interface Answer {
  seq: number;
  result: string;
  message?: string;
}

export interface Sent {
  posted: number;
  /** Answered before: a batch was sent again after its answer was lost or late. */
  duplicates: number;
  retries: number;
}

async function sendBatch(terminal: Terminal, batch: readonly Swipe[], firstSeq: number, sent: Sent): Promise<void> {
  let left = batch.map((swipe, i) => ({
    epoch: terminal.epoch,
    seq: firstSeq + i,
    cardNo: swipe.cardNo,
    mode: 'AMOUNT',
    amountFen: swipe.amountFen,
    identify: 'CARD',
    time: swipe.at,
    offsetMs: 0,
  }));
  while (left.length > 0) {
    const answer = await terminal.call('POST', '/records', { records: left });
    const answers = (answer.data as { answers?: Answer[] } | null)?.answers;
    if (answer.status === 503 || answer.status === 0 || answer.status === 429) {
      sent.retries += 1;
      await wait(retryMs);
      continue;
    }
    if (!answers) throw new Error(`${terminal.sn}：${answer.errormsg}`);
    const again = new Set<number>();
    for (const { seq, result, message } of answers) {
      if (result === 'POSTED') sent.posted += 1;
      else if (result === 'DUPLICATE') sent.duplicates += 1;
      else if (result === 'RETRY') again.add(seq);
      else throw new Error(`${terminal.sn} 第 ${seq} 号：${message}（旧月份须以 OFFLINE_DAYS 放宽脱机记录的期限）`);
    }
    left = left.filter((record) => again.has(record.seq));
    if (left.length > 0) {
      sent.retries += 1;
      await wait(retryMs);
    }
  }
}

/** Each canteen's swipes go in turn to its terminals, in the order they happened. */
export async function sendMonth(
  terminals: ReadonlyMap<string, readonly Terminal[]>,
  swipes: readonly Swipe[],
  say: (line: string) => void,
): Promise<Sent> {
  const sent: Sent = { posted: 0, duplicates: 0, retries: 0 };
  const kept = new Map<Terminal, Swipe[]>();
  const turn = new Map<string, number>();
  for (const swipe of swipes) {
    const own = terminals.get(swipe.canteen)!;
    const nth = turn.get(swipe.canteen) ?? 0;
    turn.set(swipe.canteen, nth + 1);
    const terminal = own[nth % own.length]!;
    const list = kept.get(terminal) ?? [];
    list.push(swipe);
    kept.set(terminal, list);
  }
  let told = 0;
  await inParallel([...kept], terminalsAtOnce, async ([terminal, list]) => {
    for (let from = 0; from < list.length; from += batchSize) {
      await sendBatch(terminal, list.slice(from, from + batchSize), from + 1, sent);
      terminal.seq = Math.min(list.length, from + batchSize);
      const tenth = Math.floor(((sent.posted + sent.duplicates) / swipes.length) * 10);
      if (tenth > told) {
        told = tenth;
        say(`已上传 ${(sent.posted + sent.duplicates).toLocaleString('zh-CN')} 条`);
      }
    }
    await beat(terminal);
  });
  return sent;
}
