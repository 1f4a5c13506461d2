/** A month of a million reports and as many trades: what 餐费扣款（月） answers of it, before and after the nights' sums. */

import { keepDigest } from '../src/domains/headcount/testing.ts';
import { lastOfMonth } from '../src/kit/define/month.ts';
import { addDays } from '../src/kit/server/clock.ts';
import { refreshStatistics } from '../src/kit/server/db/statistics.ts';
import { type Kitchen, type MealFigure, seconds, timed } from './meal-kitchen.ts';
import { plainly } from './supply-plant.ts';

/** Days of the month that are like the settled one. */
const days = 10;
/** Ids of a copied day lie this far above those of the day it is copied from. */
const apart = 10_000_000_000;

/** Columns of a table as they are copied, those named left out. */
async function columnsOf({ services }: Kitchen, table: string, without: readonly string[]): Promise<string> {
  const { rows } = await services.pool.query<{ columns: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as columns from information_schema.columns
     where table_schema = current_schema() and table_name = $1 and column_name <> all($2) and is_generated = 'NEVER'`,
    [table, without],
  );
  return rows[0]!.columns;
}

/**
 * The settled lunch on ten days of a month before the demo's own days, each with its reports and its trades: straight into the tables and
 * for reading alone, so that the books are proven before. Answers the month's first day.
 */
export async function plantMonth(kitchen: Kitchen, settled: string): Promise<string> {
  const first = `${addDays(`${settled.slice(0, 7)}-01`, -40).slice(0, 7)}-01`;
  const reports = await columnsOf(kitchen, 'meal_report', ['id', 'dining_date']);
  const trades = await columnsOf(kitchen, 'trade', [
    'id',
    'business_date',
    'occurred_date',
    'occurred_at',
    'recorded_at',
  ]);
  const settlements = await columnsOf(kitchen, 'meal_settlement', ['id', 'dining_date']);
  const meal = 'organization_id = $1 and meal_period_id = $3';
  await plainly(kitchen.services.pool, async (run) => {
    await run('select wallet_ensure_month($1::date)', [first]);
    for (let n = 1; n <= days; n += 1) {
      const values = [kitchen.organizationId, settled, kitchen.lunchId, n * apart, addDays(first, 3 * (n - 1))];
      await run(
        `insert into meal_report (id, dining_date, ${reports}) select id + $4::bigint, $5::date, ${reports} from meal_report
         where ${meal} and dining_date = $2`,
        values,
      );
      await run(
        `insert into trade (id, business_date, occurred_date, occurred_at, recorded_at, ${trades})
         select id + $4::bigint, $5::date, $5::date, occurred_at - ($2::date - $5::date) * interval '1 day',
           recorded_at - ($2::date - $5::date) * interval '1 day', ${trades} from trade
         where ${meal} and occurred_date = $2 and business_date = $2`,
        values,
      );
      await run(
        `insert into meal_settlement (id, dining_date, ${settlements}) select id + $4::bigint, $5::date, ${settlements}
         from meal_settlement where ${meal} and dining_date = $2`,
        values,
      );
    }
    // The nights add up to the first meal that is not settled.
    await run(`update meal_settlement set state = 'SETTLED' where organization_id = $1`, [kitchen.organizationId]);
    await run('analyze');
  });
  return first;
}

/** `first`: the month that was planted. */
export async function measureDeductions(kitchen: Kitchen, first: string): Promise<MealFigure> {
  const { services, school, organizationId } = kitchen;
  const search = { businessDate: [first, lastOfMonth(first)] };
  const { rows } = await services.pool.query<{ n: number }>(
    'select count(*)::int as n from meal_report where organization_id = $1 and dining_date between $2 and $3',
    [organizationId, ...search.businessDate],
  );
  const ask = () => school.call('/admin/organization/meals_deduction_month', 'query', { page: 1, size: 20, search });
  await ask();
  const [whole] = await timed(ask);
  await keepDigest(services, organizationId);
  await refreshStatistics(services.pool);
  await ask();
  const [ms] = await timed(ask);
  return {
    name: `餐费扣款（月），一个月 ${rows[0]!.n} 份报餐`,
    said: seconds(ms),
    limit: '1 s',
    beside: `夜间汇总之前：${seconds(whole)}（${(whole / ms).toFixed(1)}×）`,
  };
}
