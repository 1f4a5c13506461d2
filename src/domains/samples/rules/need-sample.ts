/** Which dishes have to be kept, and by which rule: pure. Sources in the area's rules R1 and R2; 125 g and 48 h are floors. */
import { type CanteenKind, keepsAll } from './canteen-kinds.ts';

export const leastGrams = 125;
export const leastHours = 48;

export interface SampleRule {
  id: number;
  mealPeriodId: number | null;
  dishTypeId: number | null;
  needs: 'KIND' | 'ALWAYS' | 'NEVER';
  minGrams: number;
  retainHours: number;
  beforeMinutes: number;
  afterMinutes: number;
  /** Degrees. */
  tempMin: number;
  tempMax: number;
}

/** Where a unit has set nothing. */
export const standardRule: SampleRule = {
  id: 0,
  mealPeriodId: null,
  dishTypeId: null,
  needs: 'KIND',
  minGrams: leastGrams,
  retainHours: leastHours,
  beforeMinutes: 120,
  afterMinutes: 30,
  tempMin: 0,
  tempMax: 8,
};

/** A class of dishes with the class above it and its risk. */
export interface DishType {
  id: number;
  parentId: number | null;
  risk: string | null;
}

/** The rule nearest to a meal and a class: class before meal, the class itself before the one above it. */
export function sampleRuleFor(
  rules: readonly SampleRule[],
  mealPeriodId: number,
  type: DishType | undefined,
): SampleRule {
  const near = (rule: SampleRule): number => {
    if (rule.mealPeriodId !== null && rule.mealPeriodId !== mealPeriodId) return -1;
    const byMeal = rule.mealPeriodId === null ? 0 : 1;
    if (rule.dishTypeId === null) return byMeal;
    if (rule.dishTypeId === type?.id) return 4 + byMeal;
    return type !== undefined && rule.dishTypeId === type.parentId ? 2 + byMeal : -1;
  };
  let best = standardRule;
  let most = -1;
  for (const rule of rules) {
    const value = near(rule);
    if (value > most) [best, most] = [rule, value];
  }
  return best;
}

/**
 * Must a dish be kept? Schools and kindergartens keep every dish whatever is said; elsewhere the rule of its class decides,
 * then its risk (cold, raw, cream), then what the menu says of it.
 */
export function needSample(
  kind: CanteenKind,
  rule: Pick<SampleRule, 'needs'>,
  risk: string | null,
  byMenu: boolean,
): boolean {
  if (keepsAll(kind)) return true;
  if (rule.needs !== 'KIND') return rule.needs === 'ALWAYS';
  return risk !== null || byMenu;
}

/** When a meal's samples are to be taken, epoch ms. `startMs`: the meal's start. */
export const windowOf = (rule: Pick<SampleRule, 'beforeMinutes' | 'afterMinutes'>, startMs: number) => ({
  from: startMs - rule.beforeMinutes * 60_000,
  to: startMs + rule.afterMinutes * 60_000,
});
