/** Who of a previewed charge is ticked at first. */
import type { ChargePlan } from './charge-plan.ts';

/**
 * Everybody who can be charged; where whole departments or types were taken, those charged at this meal already are left
 * for the clerk to tick, so that nobody pays twice for having been in the list; so are those whose order was left standing.
 */
export function chosenAtFirst(plan: ChargePlan, byGroup: boolean): number[] {
  const leftOut = (l: ChargePlan['lines'][number]) => byGroup && (l.eaten > 0 || l.missed);
  return plan.lines.filter((l) => l.problem === null && !leftOut(l)).map((l) => l.personId);
}
