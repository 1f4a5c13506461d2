/**
 * Turns the known sums into single swipes. Per card the count and the amount are kept exactly; over canteen × meal ×
 * date the swipes follow the weights. The same data and seed give the same month.
 */
import { splitByRatio } from '../../src/kit/define/fen.ts';
import type { CardMonth, Cell, MonthData } from './read-data.ts';

export interface Swipe {
  cardNo: string;
  amountFen: number;
  canteen: string;
  meal: string;
  date: string;
  /** Epoch ms. */
  at: number;
}

export interface MealTimes {
  name: string;
  start: string;
  end: string;
}

export const mealTimes: Readonly<Record<string, MealTimes>> = {
  早: { name: '早餐', start: '06:00', end: '09:30' },
  中: { name: '午餐', start: '10:30', end: '14:00' },
  晚: { name: '晚餐', start: '16:30', end: '20:00' },
};

/** mulberry32: 32 bits of state are plenty to spread meals. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One fen at least each; the rest by uneven weights, so that meals do not all cost the same. */
function amounts(card: CardMonth, random: () => number): number[] {
  const weights = Array.from({ length: card.count }, () => 50 + Math.floor(random() * 100));
  return splitByRatio(card.amountFen - card.count, weights).map((fen) => fen + 1);
}

function shuffle(items: Int32Array, random: () => number): void {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j]!, items[i]!];
  }
}

/** Instant of the nth of `of` swipes of a cell, spread evenly over its meal. */
function instant({ date, meal }: Cell, nth: number, of: number): number {
  const times = mealTimes[meal];
  if (!times) throw new Error(`不认识的餐次「${meal}」`);
  const from = Date.parse(`${date}T${times.start}:00+08:00`);
  const to = Date.parse(`${date}T${times.end}:00+08:00`);
  return from + Math.floor(((nth + 0.5) / of) * (to - from));
}

/** All swipes of the month in the order they happen. */
export function planMonth(data: Pick<MonthData, 'cards' | 'cells'>, seed = 7): Swipe[] {
  const random = generator(seed);
  const total = data.cards.reduce((sum, card) => sum + card.count, 0);
  const sizes = splitByRatio(
    total,
    data.cells.map((cell) => cell.weight),
  );
  const dealt = new Int32Array(total);
  let at = 0;
  for (const [i, size] of sizes.entries()) {
    dealt.fill(i, at, at + size);
    at += size;
  }
  shuffle(dealt, random);
  const seen = new Int32Array(sizes.length);
  const swipes: Swipe[] = [];
  let next = 0;
  for (const card of data.cards)
    for (const amountFen of amounts(card, random)) {
      const index = dealt[next++]!;
      const cell = data.cells[index]!;
      const { canteen, meal, date } = cell;
      const nth = seen[index]!;
      seen[index] = nth + 1;
      swipes.push({ cardNo: card.cardNo, amountFen, canteen, meal, date, at: instant(cell, nth, sizes[index]!) });
    }
  return swipes.sort((a, b) => a.at - b.at);
}
