/** The demo school with lunch to be reported, for this domain's tests. */
import { addDays } from '../../kit/server/clock.ts';
import { type ConsumptionBench, consumptionBench } from '../consumption/testing.ts';

// Sheets of imports.
export { uploadSheet } from '../consumption/testing.ts';

// Measured one by one.
export { bookCharges } from './settle/book-charges.ts';
export { closeMeal } from './settle/meal-clock.ts';
export { settleMeal } from './settle/settle-meal.ts';
export { keepDigest } from './summaries/keep-digest.ts';

export interface HeadcountBench extends ConsumptionBench {
  ruleId: number;
  /** The business day `ahead` days from the bench's. */
  day(ahead: number): string;
  /** Reports lunch of a day for these people. */
  report(
    personIds: readonly number[],
    diningDate: string,
    more?: Record<string, unknown>,
  ): ReturnType<ConsumptionBench['school']>;
}

/** Values of a rule that charges 12.00 for a missed lunch, the first miss of a month forgiven. */
export const lunchRule = (bench: Pick<ConsumptionBench, 'lunchId'> & { device: { restaurantId: number } }) => ({
  name: '午餐报餐',
  mode: 'OPT_IN',
  mealPeriodIds: [bench.lunchId],
  typeIds: [],
  dayKinds: ['WORKDAY', 'WEEKEND', 'HOLIDAY'],
  restaurantId: bench.device.restaurantId,
  maxPortions: 2,
  onMiss: 'CHARGE',
  priceFen: 1200,
  freePerMonth: 1,
  steps: [],
  dayCapFen: null,
  monthCapFen: null,
  subsidyPays: false,
});

/** Opens the bench: lunch closes at 18:00 the day before, taking back an hour earlier. */
export async function headcountBench(more: Record<string, unknown> = {}): Promise<HeadcountBench> {
  const bench = await consumptionBench();
  // The demo's own rule speaks of the staff's lunch.
  const { rows } = (await bench.school<{ rows: { id: number }[] }>('report_meal_mode', 'query', {})).data;
  for (const { id } of rows) await bench.school('report_meal_mode', 'disable', { id });
  const period = await bench.school<{ meals: { mealPeriodId: number }[] }>('meal_reporting_period', 'get');
  const meals = period.data.meals.map((line) => ({
    ...line,
    open: line.mealPeriodId === bench.lunchId,
    openDays: 14,
    cutDays: 1,
    cutTime: '18:00',
    byWorkdays: false,
    cancelDays: 1,
    cancelTime: '17:00',
  }));
  const saved = await bench.school('meal_reporting_period', 'update', { id: 1, meals });
  if (saved.errorcode !== 0) throw new Error(saved.errormsg);
  const made = await bench.school<{ id: number }>('report_meal_mode', 'create', { ...lunchRule(bench), ...more });
  if (made.errorcode !== 0) throw new Error(made.errormsg);
  return {
    ...bench,
    ruleId: made.data.id,
    day: (ahead) => addDays(bench.today, ahead),
    report: (personIds, diningDate, values = {}) =>
      bench.school('manual_report_meal', 'report', {
        departmentIds: [],
        personIds,
        fromDate: diningDate,
        toDate: diningDate,
        mealPeriodIds: [bench.lunchId],
        portions: 1,
        ...values,
      }),
  };
}
