/** How many portions a kitchen makes of each dish of a meal, and what goes into them. Pure. */
import { boughtGrams, netGrams, type RecipeLine, type Stuff } from '../nutrition/recipe.ts';

export const bases = [
  { value: 'ASKED', label: '按报餐与订餐' },
  { value: 'PLAN', label: '按计划' },
] as const;
export type Basis = (typeof bases)[number]['value'];

export interface Planned {
  planQty: number;
  orderedQty: number;
  /** Taken off sale: nothing more is made of it. */
  stopped: boolean;
}

/**
 * Portions of each dish, in their order. By plan: what the menu says. By what was asked for: people who said they come take
 * the dishes as the plan shares them out, the most planned one being everybody's, and orders by dish come on top.
 */
export function portionsOf(dishes: readonly Planned[], heads: number, basis: Basis): number[] {
  const most = Math.max(0, ...dishes.filter((dish) => !dish.stopped).map((dish) => dish.planQty));
  return dishes.map(({ planQty, orderedQty, stopped }) => {
    if (stopped) return orderedQty;
    if (basis === 'PLAN') return planQty;
    return (most === 0 ? heads : Math.round((heads * planQty) / most)) + orderedQty;
  });
}

/**
 * What a meal is made by unless the kitchen says otherwise: by what was asked for, where that is half of the plan at least. Where
 * most people come without saying so, what a few reported is not what is cooked.
 */
export function usualBasis(dishes: readonly Pick<Planned, 'planQty' | 'stopped'>[], asked: number): Basis {
  const most = Math.max(0, ...dishes.filter((dish) => !dish.stopped).map((dish) => dish.planQty));
  return asked > 0 && asked * 2 >= most ? 'ASKED' : 'PLAN';
}

/** Portions to plan of a dish out of those foretold for its meal; a dish nobody knows the share of is everybody's. */
export const plannedBy = (foretold: number | undefined, share: number | null): number =>
  foretold === undefined ? 0 : Math.round(foretold * (share ?? 1));

export interface Needed {
  foodStuffId: number;
  name: string;
  foodClass: string;
  /** Grams ready to cook, and as they come in. */
  netG: number;
  boughtG: number;
  dishes: string[];
}

/** Food-stuffs of all dishes together; `lines` of one portion. */
export function neededFor(
  dishes: readonly { name: string; qty: number; lines: readonly RecipeLine[] }[],
  stuffs: ReadonlyMap<number, Stuff>,
): Needed[] {
  const found = new Map<number, Needed>();
  for (const { name, qty, lines } of dishes) {
    if (qty === 0) continue;
    for (const line of lines) {
      const stuff = stuffs.get(line.foodStuffId);
      if (!stuff) continue;
      const before = found.get(stuff.id);
      found.set(stuff.id, {
        foodStuffId: stuff.id,
        name: stuff.name,
        foodClass: stuff.foodClass,
        netG: (before?.netG ?? 0) + qty * netGrams(line, stuff),
        boughtG: (before?.boughtG ?? 0) + qty * boughtGrams(line, stuff),
        dishes: [...new Set([...(before?.dishes ?? []), name])],
      });
    }
  }
  return [...found.values()];
}
