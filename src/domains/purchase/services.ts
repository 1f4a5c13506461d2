/** What buying leaves to domains above it. */
import type { Ctx } from '../../kit/server/context.ts';

export interface MealAt {
  organizationId: number;
  date: string;
  mealPeriodId: number;
}

/** How many people ate at each of the meals, in their order, at the restaurants the contractor runs there; names stay with the organization. */
export type CountEaters = (contractorId: number, meals: readonly MealAt[]) => Promise<number[]>;

/** What is said of a unit: goods off its shelf, or an order's number. */
export interface StoppedAt {
  organizationId: number;
  what: string;
}

/** A recall in the shops, each time in the transaction that seals or releases. */
export interface RecallSales {
  /** Goods off the shelves, and orders that go no further, wherever lots of the recall lie. */
  stop(
    ctx: Ctx,
    recall: { no: string; lotIds: readonly number[] },
  ): Promise<{ shelves: readonly StoppedAt[]; orders: readonly StoppedAt[] }>;
  /** What released recalls took off comes back, where nothing sealed lies any more. */
  resume(ctx: Ctx): Promise<void>;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that knows who ate what. */
    countEaters?: CountEaters;
    /** Filled by the domain that sells goods. */
    recallSales?: RecallSales;
  }
}
