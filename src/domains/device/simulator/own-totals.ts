/** What a terminal counts for itself, day by day, and tells with its heartbeats. */
import { businessDay } from '../../wallet/public.server.ts';
import type { RecordAnswer } from '../api/answers.ts';
import type { DayTotals } from '../records/days.ts';
import type { KeptRecord, Terminal } from './terminal-state.ts';

const told = 7;

function dayAt(terminal: Terminal, time: number, offsetMs: number): DayTotals {
  const date = businessDay(time + offsetMs);
  let day = terminal.days.get(date);
  if (!day) {
    day = { date, count: 0, amountFen: 0, waiting: 0, waitingFen: 0 };
    terminal.days.set(date, day);
  }
  return day;
}

/** A charge that was answered at once. */
export function countTaken(terminal: Terminal, amountFen: number): void {
  const day = dayAt(terminal, terminal.now(), terminal.offsetMs);
  day.count++;
  day.amountFen += amountFen;
}

const reckoned = ({ ownFen, amountFen = 0 }: KeptRecord): number => ownFen ?? amountFen;

/** A record kept for later. Its price is unknown unless the cashier keyed it. */
export function countKept(terminal: Terminal, record: KeptRecord): void {
  const day = dayAt(terminal, record.time, record.offsetMs);
  day.count++;
  day.waiting++;
  day.amountFen += reckoned(record);
  day.waitingFen += reckoned(record);
}

/** What became of a kept record: it waits no more; a charge tells its price, a refusal takes it out. */
export function countAnswered(terminal: Terminal, record: KeptRecord, answer: RecordAnswer): void {
  if (answer.result === 'RETRY') return;
  const day = dayAt(terminal, record.time, record.offsetMs);
  const said = reckoned(record);
  day.waiting--;
  day.waitingFen -= said;
  if (answer.result === 'SUSPENDED') return;
  day.amountFen += (answer.result === 'REFUSED' ? 0 : (answer.amountFen ?? 0)) - said;
  if (answer.result === 'REFUSED') day.count--;
}

/** The last days, for the heartbeat. */
export function ownDays(terminal: Terminal): DayTotals[] {
  return [...terminal.days.values()].sort((a, b) => (a.date < b.date ? -1 : 1)).slice(-told);
}
