/** What a month will come to, from what it has come to so far, and the warning that follows. Pure. */
import { mulDivHalfUp } from '../../../kit/define/fen.ts';

/** Share of the budget from which it is «near», in percent. */
const nearPercent = 90;

/** What a budget is for: subsidies granted, all meals, or those of guests alone. */
export type BudgetKind = 'SUBSIDY' | 'MEAL' | 'GUEST';

/**
 * Amount at the end of a month (fen). Meals go on as until now; subsidies and guests are not a matter of
 * days, so only what is already asked for is added. `elapsedDays` counts today; a month that is over is what it is.
 */
export function forecast(
  kind: BudgetKind,
  usedFen: number,
  waitingFen: number,
  elapsedDays: number,
  monthDays: number,
): number {
  if (elapsedDays >= monthDays || elapsedDays <= 0) return usedFen + waitingFen;
  return kind === 'MEAL' ? mulDivHalfUp(usedFen, monthDays, elapsedDays) : usedFen + waitingFen;
}

/** How a budget stands. */
export function warningOf(budgetFen: number, usedFen: number, forecastFen: number): 'FINE' | 'NEAR' | 'WILL' | 'OVER' {
  if (usedFen > budgetFen) return 'OVER';
  if (forecastFen > budgetFen) return 'WILL';
  return usedFen * 100 >= budgetFen * nearPercent ? 'NEAR' : 'FINE';
}
