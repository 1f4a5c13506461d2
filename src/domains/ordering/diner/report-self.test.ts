/** Diners report meals for themselves: until the cut-off, once, and a request that was sent before does nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signing, type Terminal } from '../../../../tests/api/terminal.ts';
import { type HeadcountBench, headcountBench } from '../../headcount/testing.ts';

const base = '/api/diner/v1';
let b: HeadcountBench;
let phone: Terminal;
let personId: number;
beforeAll(async () => {
  b = await headcountBench();
  personId = b.diners[0]!.id;
  const made = await b.school<{ id: number; secret: { value: string } }>('diner_app', 'create', { name: '订餐小程序' });
  const { id, secret } = made.data;
  const shown = await b.school<{ secret: { value: string } }>('diner_app', 'code', { id, personId });
  const code = JSON.stringify({ code: shown.data.secret.value });
  const { body } = await signing(b.app, id, secret.value, 1).send('POST', `${base}/bind`, code);
  phone = signing(b.app, (body.data as { bindingId: number }).bindingId, secret.value, 1);
}, 240_000);
afterAll(() => b?.app.stop());

const post = async (path: string, body: object, seq: number) =>
  (await phone.send('POST', `${base}/${path}`, JSON.stringify(body), { seq })).body;
const standing = async () => {
  const { rows } = await b.app.services.pool.query<{ status: string; source: string; portions: number }>(
    'select status, source, portions from meal_report where organization_id = $1 and person_id = $2 order by dining_date',
    [b.organizationId, personId],
  );
  return rows;
};

test('reported, taken back, and neither happens again when it is sent again', async () => {
  const meal = { diningDate: b.day(2), mealPeriodId: b.lunchId };
  const reported = await post('reports', { ...meal, portions: 2 }, 1);
  expect(reported).toMatchObject({ errorcode: 0, data: { reportId: expect.any(Number) } });
  expect(await post('reports', { ...meal, portions: 2 }, 1)).toEqual(reported);
  expect(await post('reports', meal, 2)).toMatchObject({ errorcode: 2755 });
  expect(await standing()).toEqual([{ status: 'REPORTED', source: 'SELF', portions: 2 }]);
  const menu = await phone.send('GET', `${base}/menu?from=${b.day(2)}&days=1`, '', { seq: 0 });
  expect((menu.body.data as { meals: object[] }).meals).toMatchObject([
    { way: 'REPORT', diningDate: b.day(2), open: true, reported: { portions: 2 } },
  ]);
  expect(await post('reports/cancel', meal, 3)).toMatchObject({ errorcode: 0 });
  expect(await standing()).toMatchObject([{ status: 'CANCELLED' }]);
  expect(await post('reports', { ...meal, portions: 2 }, 1)).toEqual(reported);
  expect(await standing()).toMatchObject([{ status: 'CANCELLED' }]);
  const own = await phone.send('GET', `${base}/reports?from=${b.day(2)}&to=${b.day(2)}`, '', { seq: 0 });
  expect(own.body.data).toMatchObject({ rows: [{ status: 'CANCELLED', mealName: '午餐' }] });
});

test('too many portions, a meal that is closed and one that was never reported are refused', async () => {
  const meal = { diningDate: b.day(3), mealPeriodId: b.lunchId };
  expect(await post('reports', { ...meal, portions: 3 }, 11)).toMatchObject({ errorcode: expect.any(Number) });
  expect((await post('reports', { ...meal, portions: 3 }, 11)).errorcode).not.toBe(0);
  expect(await post('reports', { ...meal, diningDate: b.today }, 12)).toMatchObject({ errorcode: 2752 });
  expect(await post('reports/cancel', meal, 13)).toMatchObject({ errorcode: 1004 });
  expect(await standing()).toHaveLength(1);
});

test('who eats by default says that he does not come, before anything is written for him', async () => {
  const { data } = await b.school<{ rows: { id: number; version: number }[] }>('report_meal_mode', 'query', {
    search: { status: ['NORMAL'] },
  });
  const [rule] = data.rows;
  const { rows } = await b.app.services.pool.query<{ id: number }>(
    `update meal_rule set mode = 'OPT_OUT' where organization_id = $1 and id = $2 returning id`,
    [b.organizationId, rule!.id],
  );
  expect(rows).toHaveLength(1);
  const meal = { diningDate: b.day(4), mealPeriodId: b.lunchId };
  expect(await post('reports/cancel', meal, 21)).toMatchObject({ errorcode: 0 });
  expect((await standing()).at(-1)).toMatchObject({ status: 'CANCELLED', source: 'SELF' });
});
