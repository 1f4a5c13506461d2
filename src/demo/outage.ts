/** Outages: a terminal that uploads late, where what cannot be posted waits for a clerk, and one that has not uploaded yet. */
import { businessDay } from '../domains/wallet/public.server.ts';
import type { Life } from './life.ts';
import { beginning, soldBy } from './so-far.ts';
import { beatNow, countAnswered, keepRecord, nextRecord, sells } from './terminal.ts';

/** Records of the outage: good ones, one of a card that was lost before, one of an unknown card. `at` is epoch ms of its beginning. */
export async function liveOutage({ services, places, cast }: Life, at: number): Promise<void> {
  const terminal = places.devices[0]!;
  const cards = [...cast.slice(8, 12).map((p) => p.cardNo), cast[0]!.cardNo, '9900000001'];
  const records = cards.map((cardNo, i) =>
    nextRecord(terminal, at + i * 20_000, { cardNo, identify: 'CARD', offline: true }),
  );
  const outcomes = await services.consumeGateway.upload(terminal.known.at, records);
  for (const [i, record] of records.entries()) countAnswered(services, terminal, record, outcomes[i]!);
}

/** While the shop is open, its line went down half an hour ago; at night it did so before closing, or after today's first sales. Epoch ms. */
function lineLost(now: number): number {
  const today = businessDay(now);
  const closed = Date.parse(`${today}T18:30:00+08:00`);
  const lost = now < Date.parse(`${today}T08:00:00+08:00`) ? closed - 86_400_000 : Math.min(now - 1_800_000, closed);
  const begun = beginning(now);
  return Math.max(lost, begun + (now - begun) * soldBy);
}

/** The shop's till says what it took since its line went down, and that none of it was uploaded. */
export function leaveWaiting({ places, people }: Life, now: number): void {
  const till = sells(places.devices, 'AMOUNT').at(-1)!;
  const lost = lineLost(now);
  const when = (i: number) => lost + Math.floor(Math.min((5 + i * 6) * 60_000, (now - lost) * (0.2 + i * 0.3)));
  for (const [i, amountFen] of [600, 1_250, 800].entries())
    keepRecord(
      till,
      nextRecord(till, when(i), {
        cardNo: people[i % people.length]!.cardNo,
        identify: 'CARD',
        offline: true,
        amountFen,
      }),
    );
}

/** The last word of every terminal before the demo is handed over. */
export async function beatAll({ services, places }: Life): Promise<void> {
  await Promise.all(places.devices.map((terminal) => beatNow(services, terminal)));
}
