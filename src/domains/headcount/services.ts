/** What headcount leaves to the domain that takes orders: which meals its rules speak of already. */

/** What a rule speaks of. */
export interface Reach {
  /** Empty: every type. */
  typeIds: readonly number[];
  mealPeriodIds: readonly number[];
  dayKinds: readonly string[];
}

export interface NamedReach extends Reach {
  name: string;
}

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that takes orders: what its rules in use speak of, now or by a change that is planned. */
    orderedReaches?: (ctx: Ctx) => Promise<readonly NamedReach[]>;
  }
}
