/** What buying leaves to domains above it. */

export interface MealAt {
  organizationId: number;
  date: string;
  mealPeriodId: number;
}

/** How many people ate at each of the meals, in their order, at the restaurants the contractor runs there; names stay with the organization. */
export type CountEaters = (contractorId: number, meals: readonly MealAt[]) => Promise<number[]>;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that knows who ate what. */
    countEaters?: CountEaters;
  }
}
