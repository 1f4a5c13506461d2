/**
 * A lunch as a plan, pure and from a seed: who comes to which terminal when, who taps twice, whose answer gets lost,
 * which terminals are cut off for a while, whose clock is wrong.
 */
import { chance } from '../../../kit/server/chance.ts';

export interface Visit {
  /** Milliseconds after the start. */
  atMs: number;
  terminal: number;
  /** Which diner, counted through the shuffled people; more visits than people means some come again. */
  diner: number;
  /** STRANGER carries a card of nobody; LOST one that was reported lost, where there is one. */
  card: 'OWN' | 'LOST' | 'STRANGER';
  /** The cashier's amount on terminals that charge by amount, fen. */
  amountFen: number;
  /** The answer gets lost on the way, the terminal sends the same record again. */
  answerLost: boolean;
  /** Milliseconds until the same card is held to the reader again, as a new record; 0: not. */
  tapsAgainMs: number;
}

export interface Lunch {
  visits: Visit[];
  /** By terminal: milliseconds its clock is ahead of the server's. */
  driftMs: number[];
  /** By terminal: when it is cut off, or null. */
  outage: ({ fromMs: number; toMs: number } | null)[];
  durationMs: number;
}

const shares = { lost: 0.015, stranger: 0.01, answerLost: 0.02, tapsAgain: 0.04, outage: 0.25, wrongClock: 0.05 };

/** Bell-shaped arrivals around two fifths of the time, cut at its ends. */
function arrival(next: () => number, durationMs: number): number {
  const bell = (next() + next() + next() + next()) / 4;
  return Math.round(Math.min(0.999, Math.max(0, 0.4 + (bell - 0.5) * 1.6)) * durationMs);
}

/** Plans `swipes` visits at `terminals` terminals within `durationMs`. The same arguments give the same lunch. */
export function planLunch(options: { terminals: number; swipes: number; seed: number; durationMs: number }): Lunch {
  const { terminals, swipes, seed, durationMs } = options;
  const dice = chance(seed);
  const cutOff = Math.round(terminals * shares.outage);
  const order = dice.shuffled(Array.from({ length: terminals }, (_, i) => i));
  const outage: Lunch['outage'] = Array.from({ length: terminals }, () => null);
  for (const at of order.slice(0, cutOff)) {
    const fromMs = Math.round(durationMs * (0.15 + dice.next() * 0.2));
    outage[at] = { fromMs, toMs: fromMs + Math.round(durationMs * (0.25 + dice.next() * 0.2)) };
  }
  const driftMs = Array.from({ length: terminals }, () =>
    dice.happens(shares.wrongClock) ? 8 * 60_000 : dice.between(-90_000, 90_000),
  );
  const visits = Array.from({ length: swipes }, (_, diner): Visit => {
    const draw = dice.next();
    return {
      atMs: arrival(dice.next, durationMs),
      terminal: dice.between(0, terminals - 1),
      diner,
      card: draw < shares.lost ? 'LOST' : draw < shares.lost + shares.stranger ? 'STRANGER' : 'OWN',
      amountFen: dice.between(12, 36) * 50,
      answerLost: dice.happens(shares.answerLost),
      tapsAgainMs: dice.happens(shares.tapsAgain) ? dice.between(400, 2_500) : 0,
    };
  });
  visits.sort((a, b) => a.atMs - b.atMs || a.diner - b.diner);
  return { visits, driftMs, outage, durationMs };
}
