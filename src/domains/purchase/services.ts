/** What buying leaves to domains above it. */

/** How many people ate at a meal of an organization, at the restaurants the contractor runs there; names stay with the organization. */
export type CountEaters = (
  organizationId: number,
  date: string,
  mealPeriodId: number,
  contractorId: number,
) => Promise<number>;

declare module '../../kit/server/context.ts' {
  interface Services {
    /** Filled by the domain that knows who ate what. */
    countEaters?: CountEaters;
  }
}
