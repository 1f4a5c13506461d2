/** POST /events: up to 500 items, each with its own answer. */
import type { Services } from '../../../kit/server/context.ts';
import { isRefusal, type Refusal, refusalMessage, refuse } from '../../../kit/server/refusal.ts';
import type { KnownDevice } from '../directory.ts';
import { mostEvents, type ReadEvent, readEvent } from './read-events.ts';
import type { EventAnswer } from './take-events.ts';

type Answered = { epoch: unknown; no: unknown } & EventAnswer;

/** Answers in the order of the items; events are taken whatever the terminal's state, as offline records are. */
export async function postEvents(
  services: Services,
  known: KnownDevice,
  body: unknown,
): Promise<{ answers: Answered[] } | Refusal> {
  const items = (body as { events?: unknown } | null)?.events;
  if (!Array.isArray(items)) return refuse('BAD_EVENT', { detail: '缺少 events' });
  if (items.length > mostEvents) return refuse('TOO_LARGE', { limit: `一次 ${mostEvents} 条事件` });
  const now = services.clock.now();
  const read = items.map((item) => readEvent(item, known, now));
  const good = read.filter((one): one is ReadEvent => !isRefusal(one));
  const taken = await services.eventWriter.take(good);
  if (!taken) return refuse('BUSY');
  const answers = new Map(good.map((event, i) => [event, taken[i]!]));
  return {
    answers: read.map((one, i) => {
      const { epoch = 0, no = 0 } = (items[i] ?? {}) as Record<string, unknown>;
      const answer: EventAnswer = isRefusal(one)
        ? { result: 'REFUSED', message: refusalMessage(one) }
        : answers.get(one)!;
      return { epoch, no, ...answer };
    }),
  };
}
