/** The statements that took long on this node, the slowest first: what an operator looks at before asking the database. */
import { type Clock, isoAt } from '../clock.ts';

export interface SlowStatement {
  /** As it was sent, with parameters as numbers; shortened. */
  text: string;
  count: number;
  maxMs: number;
  totalMs: number;
  /** When it last took long, ISO 8601, and in which request; empty outside one. */
  lastAt: string;
  lastRequest: string;
}

export interface SlowStatements {
  note(text: string, ms: number, request: string | undefined): void;
  /** Of the last day, slowest first. */
  list(most: number): SlowStatement[];
}

/** Quicker ones are not looked at. */
export const slowMs = 200;
const mostKept = 300;
const mostChars = 1_000;
const keptMs = 86_400_000;

export function slowStatements(clock: Clock): SlowStatements {
  const known = new Map<string, Omit<SlowStatement, 'lastAt'> & { at: number }>();
  const forget = () => {
    const since = clock.now() - keptMs;
    for (const [text, { at }] of known) if (at < since) known.delete(text);
  };
  return {
    note(sent, ms, request) {
      if (ms < slowMs) return;
      const text = sent.replace(/\s+/g, ' ').trim().slice(0, mostChars);
      const one = known.get(text) ?? { text, count: 0, maxMs: 0, totalMs: 0, at: 0, lastRequest: '' };
      known.delete(text);
      // In the order in which they were last slow: what has not been for longest makes room.
      if (known.size >= mostKept) known.delete(known.keys().next().value!);
      known.set(text, {
        text,
        count: one.count + 1,
        maxMs: Math.max(one.maxMs, Math.round(ms)),
        totalMs: one.totalMs + Math.round(ms),
        at: clock.now(),
        lastRequest: request ?? '',
      });
    },
    list(most) {
      forget();
      return [...known.values()]
        .sort((a, b) => b.maxMs - a.maxMs)
        .slice(0, most)
        .map(({ at, ...one }) => ({ ...one, lastAt: isoAt(at) }));
    },
  };
}
