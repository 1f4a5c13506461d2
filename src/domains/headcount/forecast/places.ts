/**
 * How many portions each restaurant will serve of a meal: its part of the unit's forecast by who ate where on such days, or what it
 * served a week before, whichever was off by less. Restaurants alone have too few days to be foretold by themselves. Pure.
 */
import { splitByRatio } from '../../../kit/define/fen.ts';
import { addDays } from '../../../kit/server/clock.ts';
import { type Errors, errorsOf, fewestErrors, type Kept } from './forecast.ts';

/** Diners of a restaurant at the meal on an earlier day. */
export interface PlaceDay {
  date: string;
  kind: string;
  restaurantId: number;
  heads: number;
}

export interface PlaceKept extends Kept {
  restaurantId: number;
}

export interface PlaceForetold {
  restaurantId: number;
  portions: number;
  naive: number | null;
  told: 'SHARE' | 'NAIVE';
}

/** Days back that say where people eat. */
const habitDays = 28;

const ofPlace = (kept: readonly PlaceKept[], restaurantId: number) =>
  kept.filter((one) => one.restaurantId === restaurantId && one.portions !== null && one.naive !== null);

/**
 * `unit`: portions foretold of the whole unit, guests among them. Days from `coming.date` on are not looked at. `near`: a holiday is
 * beside it, of which last week knew nothing.
 */
export function foretellPlaces(
  unit: number | null,
  days: readonly PlaceDay[],
  coming: { date: string; kind: string; near: boolean },
  kept: readonly PlaceKept[],
): PlaceForetold[] {
  const since = addDays(coming.date, -habitDays);
  const heads = new Map<number, number>();
  for (const day of days)
    if (day.kind === coming.kind && day.date >= since && day.date < coming.date)
      heads.set(day.restaurantId, (heads.get(day.restaurantId) ?? 0) + day.heads);
  const places = [...heads].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  if (unit === null || places.length === 0) return [];
  const parts = splitByRatio(
    unit,
    places.map(([, n]) => n),
  );
  const weekAgo = addDays(coming.date, -7);
  return places.map(([restaurantId], i) => {
    const naive = days.find((day) => day.date === weekAgo && day.restaurantId === restaurantId)?.heads ?? null;
    const both = ofPlace(kept, restaurantId);
    const nearer = both.length >= fewestErrors && errorsOf(both, 'naive').wape! < errorsOf(both, 'portions').wape!;
    return {
      restaurantId,
      portions: parts[i]!,
      naive,
      told: nearer && naive !== null && !coming.near ? 'NAIVE' : 'SHARE',
    };
  });
}

/** What the parts of a restaurant were off by, beside what last week's figure would have been; those of days with both alone. */
export function placeErrors(kept: readonly PlaceKept[], restaurantId: number): { own: Errors; naive: Errors } {
  const both = ofPlace(kept, restaurantId);
  return { own: errorsOf(both, 'portions'), naive: errorsOf(both, 'naive') };
}
