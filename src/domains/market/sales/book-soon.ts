/** A sale asks for its stock to be booked at once: many of them within a moment are one batch. */
import type { Services } from '../../../kit/server/context.ts';
import { bookDues } from '../../stock/public.server.ts';

const waitMs = 2_000;
const waiting = new WeakMap<Services, NodeJS.Timeout>();

export function bookSoon(services: Services): void {
  if (waiting.has(services)) return;
  const timer = setTimeout(() => {
    waiting.delete(services);
    bookDues(services).catch((error: unknown) => services.log.warn('sales into stock', { error: String(error) }));
  }, waitMs);
  timer.unref();
  waiting.set(services, timer);
}

/** The minute's job takes up what was asked for. */
export function stopBooking(services: Services): void {
  clearTimeout(waiting.get(services));
  waiting.delete(services);
}
