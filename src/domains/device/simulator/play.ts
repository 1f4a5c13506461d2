/** Plays a planned lunch on terminals against a real server and counts what comes of it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../../kit/server/clock.ts';
import type { RecordAnswer } from '../api/answers.ts';
import type { Lunch, Visit } from './lunch.ts';
import { countAnswered, countKept, countTaken } from './own-totals.ts';
import { countReason, newTally, type Tally } from './tally.ts';
import { beat, setClock, syncCards } from './terminal.ts';
import type { ApiAnswer, KeptRecord, Terminal } from './terminal-state.ts';

const clockRefused = 2402;
const uploadBatch = 100;
const uploadTries = 5;

/** A play against a server, with what came of it so far. */
export interface Game {
  url: string;
  clock: Clock;
  tally: Tally;
}

/** The terminal's next record, at its own time. */
export function newRecord(
  terminal: Terminal,
  cardNo: string,
  sold: Pick<KeptRecord, 'amountFen' | 'items' | 'ownFen'>,
): KeptRecord {
  terminal.seq++;
  return {
    epoch: terminal.epoch,
    seq: terminal.seq,
    cardNo,
    mode: terminal.mode,
    ...sold,
    identify: 'CARD',
    time: terminal.now(),
    offsetMs: terminal.offsetMs,
  };
}

/** Sends one record online; a terminal whose clock is refused sets it and tries once more. */
async function sendOnline(game: Game, terminal: Terminal, record: KeptRecord): Promise<ApiAnswer> {
  const { epoch: _epoch, seq, offsetMs: _offset, ownFen: _own, ...body } = record;
  const answer = await terminal.call('POST', '/consume', body, seq);
  if (answer.errorcode !== clockRefused) return answer;
  await setClock(terminal, game.url, game.clock);
  game.tally.clocksSet++;
  return terminal.call('POST', '/consume', { ...body, time: terminal.now() }, seq);
}

function countOnline({ tally }: Game, answer: ApiAnswer): void {
  if (answer.errorcode !== 0) {
    countReason(tally.refused, answer.errorcode, answer.errormsg);
    return;
  }
  const { result, amountFen } = answer.data as unknown as RecordAnswer;
  if (result === 'DUPLICATE') tally.duplicates++;
  else {
    tally.accepted++;
    tally.acceptedFen += amountFen ?? 0;
  }
}

/** No answer, or the server is busy: the terminal keeps the record and goes on. */
const unanswered = (answer: ApiAnswer) => answer.status === 0 || answer.status >= 500;

export interface Line {
  /** No network: what is taken is kept. */
  cutOff: boolean;
  /** The answer does not arrive: the same is sent once more. */
  answerLost: boolean;
}

/** Charges a record, or keeps it where the line is cut; answers what the server said. */
export async function charge(
  game: Game,
  terminal: Terminal,
  record: KeptRecord,
  { cutOff, answerLost }: Line,
): Promise<ApiAnswer | undefined> {
  const keep = () => {
    terminal.kept.push(record);
    countKept(terminal, record);
    return undefined;
  };
  if (cutOff) return keep();
  const began = performance.now();
  const answer = await sendOnline(game, terminal, record);
  if (unanswered(answer)) {
    game.tally.faults++;
    return keep();
  }
  if (answer.errorcode === 0) countTaken(terminal, (answer.data as unknown as RecordAnswer).amountFen ?? 0);
  game.tally.latenciesMs.push(performance.now() - began);
  countOnline(game, answer);
  if (answerLost) countOnline(game, await sendOnline(game, terminal, record));
  return answer;
}

const swipe = (game: Game, terminal: Terminal, visit: Visit, cardNo: string, cutOff: boolean) => {
  const sold = terminal.mode === 'AMOUNT' ? { amountFen: visit.amountFen } : {};
  return charge(game, terminal, newRecord(terminal, cardNo, sold), { cutOff, answerLost: visit.answerLost });
};

function countUpload({ tally }: Game, answer: RecordAnswer): void {
  if (answer.result === 'POSTED') {
    tally.uploaded++;
    tally.uploadedFen += answer.amountFen ?? 0;
  } else if (answer.result === 'DUPLICATE') tally.duplicates++;
  else if (answer.result === 'SUSPENDED') countReason(tally.suspended, answer.errorcode ?? 0, answer.message ?? '');
  else if (answer.result === 'REFUSED') countReason(tally.refused, answer.errorcode ?? 0, answer.message ?? '');
}

/** Delivers what was kept, batch by batch; the first batch is sent twice, as if its answer had got lost. */
export async function upload(game: Game, terminal: Terminal): Promise<void> {
  for (let tries = 0, first = true; terminal.kept.length > 0 && tries < uploadTries; ) {
    const records = terminal.kept.slice(0, uploadBatch);
    const sent = records.map(({ ownFen: _own, ...record }) => record);
    const send = () => terminal.call('POST', '/records', { records: sent });
    const answer = await send();
    if (answer.errorcode !== 0) {
      tries++;
      if (answer.errorcode === clockRefused) await setClock(terminal, game.url, game.clock);
      else game.tally.faults++;
      await wait(200 * tries);
      continue;
    }
    const { answers } = answer.data as unknown as { answers: RecordAnswer[] };
    for (const [i, one] of answers.entries()) {
      countUpload(game, one);
      countAnswered(terminal, records[i]!, one);
    }
    const again = answers.filter((a) => a.result === 'RETRY').map((a) => a.seq);
    if (again.length > 0) tries++;
    if (first) {
      const repeated = await send();
      for (const one of (repeated.data as { answers?: RecordAnswer[] } | null)?.answers ?? [])
        if (one.result === 'DUPLICATE') game.tally.duplicates++;
      first = false;
    }
    terminal.kept = terminal.kept.filter((r) => !records.includes(r) || again.includes(r.seq));
  }
}

interface People {
  own: readonly string[];
  lost: readonly string[];
}

function cardOf(visit: Visit, people: People): string {
  if (visit.card === 'STRANGER') return `9${String(90_000_000 + visit.diner)}`;
  if (visit.card === 'LOST' && people.lost.length > 0) return people.lost[visit.diner % people.lost.length]!;
  return people.own[visit.diner % people.own.length]!;
}

/** One terminal's lunch, visit by visit, with heartbeats before, after its outage and at the end. */
async function playTerminal(game: Game, terminal: Terminal, at: number, lunch: Lunch, people: People, start: number) {
  const first = await beat(terminal);
  if (first.errorcode === clockRefused) {
    await setClock(terminal, game.url, game.clock);
    game.tally.clocksSet++;
    await beat(terminal);
  }
  const outage = lunch.outage[at] ?? null;
  const elapsed = () => performance.now() - start;
  for (const visit of lunch.visits.filter((v) => v.terminal === at)) {
    const early = visit.atMs - elapsed();
    if (early > 0) await wait(early);
    const cutOff = outage !== null && visit.atMs >= outage.fromMs && visit.atMs < outage.toMs;
    if (!cutOff && terminal.kept.length > 0) await upload(game, terminal);
    const cardNo = cardOf(visit, people);
    await swipe(game, terminal, visit, cardNo, cutOff);
    if (visit.tapsAgainMs > 0) {
      await wait(Math.min(visit.tapsAgainMs, lunch.durationMs / 20));
      await swipe(game, terminal, { ...visit, answerLost: false }, cardNo, cutOff);
    }
  }
  await upload(game, terminal);
  await beat(terminal);
}

/**
 * Plays the lunch in real time (`lunch.durationMs`) and answers the count. The terminals' card lists decide who eats.
 * @throws when nobody in the unit has a card.
 */
export async function playLunch(
  url: string,
  clock: Clock,
  terminals: readonly Terminal[],
  lunch: Lunch,
): Promise<Tally> {
  const game: Game = { url, clock, tally: newTally() };
  for (const terminal of terminals)
    if (Math.abs(terminal.driftMs) > 4 * 60_000) {
      await setClock(terminal, url, clock);
      game.tally.clocksSet++;
    }
  await Promise.all(terminals.map(syncCards));
  const cards = [...terminals[0]!.cards.values()];
  const people: People = {
    own: cards.filter((c) => c.cardStatus === 'NORMAL' && c.personStatus === 'NORMAL').map((c) => c.cardNo),
    lost: cards.filter((c) => c.cardStatus === 'LOST').map((c) => c.cardNo),
  };
  if (people.own.length === 0) throw new Error('该单位还没有可用的卡，请先发卡');
  const start = performance.now();
  await Promise.all(terminals.map((terminal, at) => playTerminal(game, terminal, at, lunch, people, start)));
  return game.tally;
}
