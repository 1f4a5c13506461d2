/** The badge 今日订餐 counts what is ordered for today and still to be given out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PeopleBench, peopleBench } from '../people/testing.ts';
import { createShellBoard } from '../shell/testing.ts';
import { units } from '../tenancy/testing.ts';
import { ordering } from './domain.ts';

let bench: PeopleBench;
const board = createShellBoard();

beforeAll(async () => {
  bench = await peopleBench([ordering]);
  bench.services.shellBoard = board;
  await ordering.start?.(bench.services);
});
afterAll(() => bench?.close());

const count = async (who = bench.school) => (await board.missions(who.ctx('/admin/organization/user'))).OrderMission;

test('live orders that dine today count, in their own unit; eaten, cancelled and tomorrow’s do not', async () => {
  const personId = await bench.open({ name: '订餐人' });
  const { id: mealId } = await bench.school.call<{ id: number }>('/admin/organization/meal', 'create', {
    name: '午餐',
    startTime: '12:30',
    endTime: '13:00',
    color: '#0a8250',
  });
  expect(await count()).toBe(0);
  const today = new Date(bench.clock.now() + 8 * 3_600_000).toISOString().slice(0, 10);
  const order = (id: number, status: string, ahead: number) =>
    bench.database.pool.query(
      `insert into meal_order (organization_id, id, order_no, person_id, meal_period_id, dining_date, amount_fen, ordered_at, status)
       values ($1, $2, $3, $4, $5, $6::date + $7::int, 1200, now(), $8)`,
      [units.organization, id, `DC${id}`, personId, mealId, today, ahead, status],
    );
  await order(1, 'PAID', 0);
  await order(2, 'COOKING', 0);
  await order(3, 'EATEN', 0);
  await order(4, 'CANCELLED', 0);
  await order(5, 'PAID', 1);
  expect(await count()).toBe(2);
  expect(await count(bench.company)).toBe(0);
});
