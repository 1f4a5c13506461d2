/** Meals reported and taken back at a terminal by whoever stands there, once per number. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pairTerminal, type Terminal } from '../../../../tests/api/terminal.ts';
import { type HeadcountBench, headcountBench } from '../../headcount/testing.ts';

let b: HeadcountBench;
let kiosk: Terminal;
beforeAll(async () => {
  b = await headcountBench();
  kiosk = await pairTerminal(b.app, 'school', 0);
}, 240_000);
afterAll(() => b?.app.stop());

test('reported once, taken back once; what was recorded on the way is worth nothing', async () => {
  const { id: personId } = b.diners[0]!;
  const [diningDate, mealPeriodId] = [b.day(2), b.lunchId];
  const report = async (body: object, seq: number) => {
    const sent = JSON.stringify({ personId, identify: 'FACE', diningDate, mealPeriodId, ...body });
    return (await kiosk.send('POST', '/api/device/v1/meal-reports', sent, { seq })).body;
  };
  const standing = async () => {
    const { rows } = await b.app.services.pool.query<{ status: string; source: string; portions: number }>(
      `select status, source, portions from meal_report where organization_id = $1 and person_id = $2 and dining_date = $3
         and meal_period_id = $4`,
      [b.organizationId, personId, diningDate, mealPeriodId],
    );
    return rows;
  };
  expect(await report({ portions: 2 }, 41)).toMatchObject({ errorcode: 0, data: { reportId: expect.any(Number) } });
  expect(await report({ portions: 2 }, 41)).toMatchObject({ errorcode: 0 });
  expect(await standing()).toEqual([{ status: 'REPORTED', source: 'DEVICE', portions: 2 }]);
  expect(await report({ portions: 99 }, 42)).not.toMatchObject({ errorcode: 0 });
  expect(await report({ action: 'CANCEL' }, 43)).toMatchObject({ errorcode: 0 });
  expect(await report({ portions: 2 }, 41)).toMatchObject({ errorcode: 0 });
  expect(await standing()).toMatchObject([{ status: 'CANCELLED' }]);
  const closed = await report({ diningDate: b.day(0), portions: 1 }, 44);
  expect(closed.errorcode).toBeGreaterThanOrEqual(2750);
  // By the server's clock: what the terminal says of its own is not even taken.
  b.app.clock.set(Date.parse(`${b.today}T18:00:30+08:00`));
  const late = { diningDate: b.day(1), portions: 1 };
  const time = Date.parse(`${b.today}T17:00:00+08:00`);
  expect(await report({ ...late, time }, 45)).toMatchObject({ errormsg: expect.stringContaining('time') });
  expect(await report(late, 46)).toMatchObject({ errorcode: 2752, errormsg: expect.stringContaining('18:00 截止') });
});
