/** Meals that wages pay, handed to who pays the wages. */
import { businessDay } from '../domains/wallet/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import { area, type Life } from './life.ts';

const page = `${area}/meals_deduction_month/payroll`;

/** What wages owe for orders by the month up to yesterday, confirmed by the other administrator. */
export async function draftPayroll({ actor, checker }: Life, now: number): Promise<void> {
  const { owed } = await actor
    .ctx(page)
    .db.selectFrom('meal_order')
    .select(({ fn }) => fn.countAll<number>().as('owed'))
    .where('pay_time', '=', 'MONTHLY')
    .where('status', '=', 'EATEN')
    .executeTakeFirstOrThrow();
  if (owed === 0) return;
  const { id } = await actor.call(page, 'create', { untilDate: addDays(businessDay(now), -1) });
  await checker.call(page, 'confirm', { id });
}
