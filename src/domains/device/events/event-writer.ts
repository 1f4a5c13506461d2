/**
 * One writer per process: what arrives while a transaction is under way is gathered and goes into the next one, so that a
 * morning of gates costs a few transactions a second. A transaction that fails is tried again request by request, so that
 * one unit's bad event takes nothing from the others.
 */
import type { Services } from '../../../kit/server/context.ts';
import type { ReadEvent } from './read-events.ts';
import { type EventAnswer, takeEvents } from './take-events.ts';

interface Waiting {
  events: readonly ReadEvent[];
  done(answers: EventAnswer[]): void;
}

/** Events of one transaction, unless a single request brings more. */
const mostTogether = 1_000;
/** What may wait; past it terminals are told to come back. */
const mostWaiting = 5_000;

export interface EventWriter {
  /** Answers in their order; undefined when too much is waiting. */
  take(events: readonly ReadEvent[]): Promise<EventAnswer[]> | undefined;
}

export function eventWriter(services: Services): EventWriter {
  const queue: Waiting[] = [];
  let waiting = 0;
  let busy = false;

  async function alone({ events, done }: Waiting): Promise<void> {
    try {
      done(await takeEvents(services, events));
    } catch (error) {
      services.log.error('events could not be taken', { error: String((error as Error).stack ?? error) });
      done(events.map(() => ({ result: 'RETRY' as const })));
    }
  }

  async function together(batch: readonly Waiting[]): Promise<void> {
    if (batch.length === 1) return alone(batch[0]!);
    let answers: EventAnswer[];
    try {
      answers = await takeEvents(
        services,
        batch.flatMap(({ events }) => events),
      );
    } catch {
      for (const one of batch) await alone(one);
      return;
    }
    let from = 0;
    for (const { events, done } of batch) {
      done(answers.slice(from, from + events.length));
      from += events.length;
    }
  }

  async function work(): Promise<void> {
    busy = true;
    while (queue.length > 0) {
      const batch: Waiting[] = [];
      let count = 0;
      while (queue.length > 0 && (batch.length === 0 || count + queue[0]!.events.length <= mostTogether)) {
        const next = queue.shift()!;
        count += next.events.length;
        batch.push(next);
      }
      await together(batch);
      waiting -= count;
    }
    busy = false;
  }

  return {
    take(events) {
      if (waiting + events.length > mostWaiting) return undefined;
      if (events.length === 0) return Promise.resolve([]);
      return new Promise((done) => {
        waiting += events.length;
        queue.push({ events, done });
        if (!busy) void work();
      });
    },
  };
}
