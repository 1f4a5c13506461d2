/** Which meal an instant belongs to. Decided once, at the edge; afterwards only the stored day and meal count. */
import { businessDay } from '../../wallet/public.server.ts';

export interface MealTimes {
  id: number;
  name: string;
  /** `HH:mm` of the business day, 04:00–28:00. */
  startTime: string;
  endTime: string;
}

const minutes = (hm: string) => Number(hm.slice(0, 2)) * 60 + Number(hm.slice(3, 5));

/** Business day and minutes since its calendar midnight (240–1679), at +08:00. */
export function businessMinutes(occurredAtMs: number): { date: string; minute: number } {
  const date = businessDay(occurredAtMs);
  const midnight = Date.parse(`${date}T00:00:00+08:00`);
  return { date, minute: Math.floor((occurredAtMs - midnight) / 60_000) };
}

/** The meal whose time contains the instant, end excluded; undefined between meals. */
export function mealAt<M extends MealTimes>(
  meals: readonly M[],
  occurredAtMs: number,
): { date: string; meal: M | undefined } {
  const { date, minute } = businessMinutes(occurredAtMs);
  return { date, meal: meals.find((m) => minutes(m.startTime) <= minute && minute < minutes(m.endTime)) };
}

/** As `mealAt` at a site: what a shop sells is no meal. */
export function mealHere<M extends MealTimes>(
  { meals, sites }: { meals: readonly M[]; sites: ReadonlyMap<number, { shop: boolean }> },
  deploySiteId: number,
  occurredAtMs: number,
): { date: string; meal: M | undefined } {
  return mealAt(sites.get(deploySiteId)?.shop ? [] : meals, occurredAtMs);
}
