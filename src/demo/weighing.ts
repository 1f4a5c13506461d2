/** What is sold by weight at the scale: salads, fruit, baked goods. */
import type { WeighTake } from '../domains/device/public.server.ts';
import type { Life } from './life.ts';
import type { Swipe } from './swipe.ts';
import { sells } from './terminal.ts';
import { dayNumber } from './walk-ins.ts';

/** Two takes of a plate; which and how much follows from `n`. */
export function takesOf({ plan }: Life, n: number): WeighTake[] {
  return [n, n + 1].map((i) => {
    const dish = plan.byWeight[i % plan.byWeight.length]!;
    const grams = 80 + ((i * 37) % 140);
    const beforeG = 4_200 - ((i * 53) % 900);
    return {
      name: dish.name,
      trayNo: `T${String((n % 40) + 1).padStart(3, '0')}`,
      beforeG,
      afterG: beforeG - grams,
      grams,
      pricePer100gFen: dish.pricePer100gFen,
      kcal: Math.round((dish.kcalPer100g * grams) / 100),
    };
  });
}

/** Four plates a day from `from` on. */
export function plates(life: Life, day: string, from: number): Swipe[] {
  const [scale] = sells(life.places.devices, 'WEIGH');
  if (!scale) return [];
  const here = life.cast.filter((person) => !person.away);
  const nth = dayNumber(day);
  return Array.from({ length: 4 }, (_, i) => ({
    device: scale,
    person: here[(nth + i * 3) % here.length]!,
    when: from + i * 7 * 60_000,
    takes: takesOf(life, nth + i * 5),
  }));
}
