/** Before orders close who orders there as a rule and has not is told once each time. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../../kit/server/clock.ts';
import { type OrderingBench, orderingBench } from '../testing.ts';
import { tellUnordered } from './tell-unordered.ts';

let b: OrderingBench;
beforeAll(async () => {
  b = await orderingBench();
}, 120_000);
afterAll(() => b.app.stop());

test('a regular without an order hears of it, one who ordered or is away does not', async () => {
  const { services, clock } = b.app;
  const [regular, ordered, away] = b.diners.map(({ id }) => id) as [number, number, number];
  for (const id of [regular, ordered, away]) await b.pay(id, 50_000);
  const next = addDays(b.day, 1);
  for (const id of [regular, ordered, away]) await b.placed(id);
  const { rows } = await services.pool.query<{ id: number }>(
    `select id from food_menu_item where organization_id = $1 and restaurant_id = $2 and menu_date = $3 and meal_period_id = $4
     order by id limit 1`,
    [b.organizationId, b.restaurantId, next, b.lunchId],
  );
  const on = { diningDate: next, ...(rows[0] ? { lines: [{ menuItemId: rows[0].id, qty: 1 }] } : {}) };
  // Where the next day has no menu its regulars are told all the same: the kitchen may still put one up.
  if (rows[0]) await b.placed(ordered, on);
  await services.pool.query(
    `insert into meal_absence (organization_id, id, person_id, kind, from_date, to_date, meal_period_ids, made_at, made_by, made_name)
     values ($1, $2, $3, 'LEAVE', $4, $4, '{}', now(), 1, '测试')`,
    [b.organizationId, await services.ids.next(), away, next],
  );
  clock.set(Date.parse(`${addDays(next, -1)}T17:40:00+08:00`));
  const [found] = await Promise.all([
    tellUnordered(services, b.organizationId),
    tellUnordered(services, b.organizationId),
  ]);
  expect(found).toContainEqual(
    expect.objectContaining({ alarm: expect.objectContaining({ level: 'WARN', restaurantId: b.restaurantId }) }),
  );
  const told = await services.pool.query<{ id: number }>(
    `select person_id as id from meal_notice where organization_id = $1 and kind = 'UNORDERED' and dining_date = $2
       and meal_period_id = $3 and restaurant_id = $4 and person_id = any($5::bigint[]) order by 1`,
    [b.organizationId, next, b.lunchId, b.restaurantId, [regular, ordered, away]],
  );
  expect(told.rows.map((row) => row.id)).toEqual(rows[0] ? [regular] : [regular, ordered]);
});
