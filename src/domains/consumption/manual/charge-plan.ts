/** What a manual charge is planned of: who, what it comes to, what speaks against it. */
import type { PeopleChoice } from './people.ts';
import type { ChargeTerms } from './price.ts';

export interface ChargeChoice extends PeopleChoice, Omit<ChargeTerms, 'meal' | 'deploySiteId'> {
  mealPeriodId: number;
  deploySiteId: number | null;
  allowArrears: boolean;
}

export interface PlannedLine {
  personId: number;
  personName: string;
  jobNumber: string | null;
  departmentName: string | null;
  typeName: string;
  amountFen: number;
  countUsed: number;
  note: string;
  /** Leaves the person out. */
  problem: string | null;
  /** Does not. */
  warning: string | null;
  /** Times charged at this meal already. */
  eaten: number;
  /** The order was left standing. */
  missed: boolean;
  /** The order that is handed out. */
  orderId: number | null;
}

export interface ChargePlan {
  lines: PlannedLine[];
  missing: string[];
  repeated: string[];
  /** Lines without a problem, and their sum. */
  count: number;
  totalFen: number;
  totalCount: number;
  limitFen: number;
}

/** The plan of these lines, with the sums of those that may be charged. */
export function planOf(lines: PlannedLine[], more: Pick<ChargePlan, 'missing' | 'repeated' | 'limitFen'>): ChargePlan {
  const good = lines.filter((line) => line.problem === null);
  return {
    lines,
    ...more,
    count: good.length,
    totalFen: good.reduce((sum, line) => sum + line.amountFen, 0),
    totalCount: good.reduce((sum, line) => sum + line.countUsed, 0),
  };
}
