/** A subsidy rule as the pure parts see it: who gets how much, when, until when, and what becomes of the rest. */

export type Cycle = 'DAY' | 'WEEK' | 'MONTH' | 'YEAR' | 'ONCE';
export type Basis = 'FIXED' | 'ATTENDANCE' | 'SHIFT';
export type ClearAt = 'WEEK' | 'MONTH' | 'QUARTER' | 'YEAR' | 'DAYS' | 'NEVER';
export type CarryOver = 'CLEAR' | 'CARRY' | 'CARRY_MAX';

export interface Rule {
  id: number;
  name: string;
  /** Amount per person, day or shift (fen) by person type. */
  amounts: ReadonlyMap<number, number>;
  cycle: Cycle;
  /** MONTH: day 1–31; WEEK: 1 Monday – 7 Sunday; YEAR: month × 100 + day. */
  dayOfCycle: number;
  basis: Basis;
  maxUnits: number | null;
  clearAt: ClearAt;
  validDays: number | null;
  carryOver: CarryOver;
  carryMaxFen: number;
  debitOrder: number;
}

/** Place of a subsidy among all purses: rules 1–9 stand before and behind the plain 10, all before gift and own money. */
export function spendOrderOf(debitOrder: number): number {
  return debitOrder + 5;
}
