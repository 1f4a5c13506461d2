/** A contract day restaurant by restaurant: what each took in, and its part of what the day is divided into. Pure. */
import { type Parts, runningParts, type Terms } from './contract-day.ts';

/** What a restaurant adds to the day, before it is divided. */
export interface PlaceSource {
  restaurantId: number;
  shop: boolean;
  /** Out of accounts, with what is added or left out by who bears it. */
  eatenFen: number;
  thirdFen: number;
  feeFen: number;
}

/** Restaurant 0: of no restaurant, such as what was topped up. The three incomes add up to what is due. */
export interface PlacePart extends Parts {
  restaurantId: number;
  eatenFen: number;
  thirdFen: number;
  shopFen: number;
  feeFen: number;
}

/** By number, what belongs to no restaurant last: trades are divided in the same order, so that they sum to their restaurant. */
export const byPlace = (a: number, b: number): number => Number(a === 0) - Number(b === 0) || a - b;

/** The parts of a day; they sum to its own to the fen. */
export function placeParts(sources: readonly PlaceSource[], terms: Terms): PlacePart[] {
  const places = sources.toSorted((a, b) => byPlace(a.restaurantId, b.restaurantId));
  const parts = runningParts(
    places.map(({ eatenFen, thirdFen, feeFen }) => eatenFen + thirdFen - feeFen),
    terms,
  );
  return places.map(({ restaurantId, shop, eatenFen, thirdFen, feeFen }, i) => ({
    restaurantId,
    eatenFen: shop ? 0 : eatenFen,
    thirdFen: shop ? 0 : thirdFen,
    shopFen: shop ? eatenFen + thirdFen : 0,
    feeFen,
    ...parts[i]!,
  }));
}
