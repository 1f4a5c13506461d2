/** Forecasts of a unit whose days before holidays were low: foretold at night from what lies far back, and left as they are at the cut-off. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mealSetting } from '../rules/setting.ts';
import { type HeadcountBench, headcountBench } from '../testing.ts';
import { foretellMeals, keepForecast } from './keep.ts';

let b: HeadcountBench;
beforeAll(async () => {
  b = await headcountBench();
}, 120_000);
afterAll(() => b.app.stop());

/** Eves of 中秋 and 国庆, both longer ago than habit looks; and that of a day the unit is to be closed. */
const eves = ['2026-09-24', '2026-09-30'];
const coming = '2026-12-16';

/** Diners of lunch on workdays of the autumn: a hundred, on the eves sixty. */
async function livedThrough(): Promise<void> {
  const { pool } = b.app.services;
  const unit = [b.organizationId, b.lunchId];
  const days = `generate_series('2026-08-24'::date, '2026-12-04'::date, '1 day') as d where extract(isodow from d) < 6
    and not exists (select from calendar_day c where c.organization_id = $1 and c.day = d::date)`;
  await pool.query(
    `insert into meal_settlement (organization_id, id, dining_date, meal_period_id, state, closed_at, reported_count, settled_at)
     select $1, 900000 + row_number() over (), d, $2, 'SETTLED', d, 0, d from ${days} on conflict do nothing`,
    unit,
  );
  await pool.query(
    `insert into rollup_consume_people select (jsonb_populate_record(null::rollup_consume_people, to_jsonb(z) || jsonb_build_object('organization_id', $1::bigint,
       'meal_period_id', $2::bigint, 'business_date', d::date, 'heads', case when d::date = any($3::date[]) then 60 else 100 end))).*
     from (select * from rollup_consume_people limit 1) z, ${days}`,
    [...unit, eves],
  );
}

const told = async () => {
  const { rows } = await b.app.services.pool.query(
    `select portions, told, frozen, note from meal_forecast
     where organization_id = $1 and meal_period_id = $2 and dining_date = $3`,
    [b.organizationId, b.lunchId, coming],
  );
  return rows[0];
};

test('a coming eve is foretold by those of the last year, and left so at its cut-off; the meal’s page says why', async () => {
  const { services, clock } = b.app;
  await livedThrough();
  await foretellMeals(services, b.organizationId);
  const plain = await told();
  expect(plain).toMatchObject({ told: 'HABIT', note: '' });
  const portions = Math.round(plain.portions * 0.6);
  await b.school('fixed_value/calendar', 'set', {
    startDate: '2026-12-17',
    endDate: '2026-12-17',
    dayKind: 'HOLIDAY',
    note: '校庆',
  });
  clock.set(clock.now() + 10_000);
  await foretellMeals(services, b.organizationId);
  const note = '临近假期（节前一天）×0.60，依据 2 天';
  expect(await told()).toMatchObject({ portions, told: 'HABIT', frozen: false, note });
  const setting = await mealSetting(services.pool, b.organizationId, clock.now());
  const meal = { organizationId: b.organizationId, mealPeriodId: b.lunchId, diningDate: coming };
  await keepForecast(services, setting, meal);
  expect(await told()).toMatchObject({ frozen: true, note });
  // What is learnt afterwards changes nothing.
  await services.pool.query(`update rollup_consume_people set heads = 10 where business_date = any($1::date[])`, [
    eves,
  ]);
  await foretellMeals(services, b.organizationId);
  expect(await told()).toMatchObject({ portions, frozen: true, note });
  const { rows } = (
    await b.school<{ rows: Record<string, unknown>[] }>('daily_report_meal_summary', 'query', {
      search: { diningDate: [coming, coming], mealPeriodId: [b.lunchId] },
    })
  ).data;
  expect(rows).toMatchObject([{ forecast: portions, forecastNote: note }]);
});
