/** 导入周菜谱 over the server: looked at first, written as drafts, filled meals left or replaced, the own form taken back in. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ConsumptionBench, consumptionBench, uploadSheet } from '../../consumption/testing.ts';
import { addDays, mondayOf } from '../menus/days.ts';
import type { Week } from '../menus/week.ts';
import type { ImportedWeek } from './import-week.ts';

const page = 'food_menu_v2';
let b: ConsumptionBench;
let monday: string;
let place: number;
let names: string[];
beforeAll(async () => {
  b = await consumptionBench();
  monday = addDays(mondayOf(b.today), 35);
  place = b.device.restaurantId;
  const { dishes } = (await b.school<Week>(page, 'week', { date: monday })).data;
  names = dishes.slice(0, 3).map((dish) => dish.name);
}, 600_000);
afterAll(() => b.app.stop());

const sheet = (rows: readonly (readonly string[])[]) =>
  uploadSheet(b, ['餐次', `周一 ${monday}`, `周二 ${addDays(monday, 1)}`], rows);
const ask = (verb: string, fileKey: string, more: object = {}) =>
  b.school<ImportedWeek>(page, verb, { fileKey, date: monday, restaurantId: place, mode: 'KEEP', ...more });
const planned = async (day: number) => {
  const { cells, dishes } = (await b.school<Week>(page, 'week', { date: monday })).data;
  const cell = cells.find((one) => one.restaurantId === place && one.date === addDays(monday, day));
  const nameOf = new Map(dishes.map((dish) => [dish.id, dish.name]));
  return (
    cell && { status: cell.status, dishes: cell.items.map(({ dishId, priceFen }) => [nameOf.get(dishId), priceFen]) }
  );
};

test('a table is shown first and then written as drafts; dishes nobody has are named and left out', async () => {
  const fileKey = await sheet([['午餐', `${names[0]} 9元、${names[1]}、龙肝凤髓`, names[2]!]]);
  const look = (await ask('importWeekLook', fileKey)).data;
  expect(look).toMatchObject({ written: 2, faults: ['单位菜品中没有「龙肝凤髓」（周一午餐）'] });
  expect(await planned(0)).toBeUndefined();
  expect((await ask('importWeek', fileKey)).data.written).toBe(2);
  expect(await planned(0)).toMatchObject({
    status: 'DRAFT',
    dishes: [
      [names[0], 900],
      [names[1], expect.any(Number)],
    ],
  });
  // What is there stays, unless it is to be replaced.
  const other = await sheet([['午餐', names[2]!, names[1]!]]);
  expect((await ask('importWeek', other)).data).toMatchObject({ written: 0 });
  expect((await ask('importWeek', other, { mode: 'REPLACE' })).data).toMatchObject({ written: 2, changed: 2 });
  expect((await planned(0))?.dishes.map(([name]) => name)).toEqual([names[2]]);
});

test('the week in the same form is a table that reads as it stands', async () => {
  const before = await planned(0);
  const answer = await b.app.fastify.inject({
    method: 'POST',
    url: `/api/admin/organization/${page}/weekFile`,
    payload: { date: monday, restaurantId: place },
    headers: { authorization: `Bearer ${await b.app.login('school')}` },
  });
  expect(answer.headers['content-disposition']).toContain(encodeURIComponent(`周菜谱 ${monday}.xlsx`));
  const form = new FormData();
  form.set('kind', 'import');
  form.set('file', new Blob([new Uint8Array(answer.rawPayload)]), '周菜谱.xlsx');
  const sent = await fetch(`${b.app.origin}/api/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await b.app.login('school')}` },
    body: form,
  });
  const { key } = ((await sent.json()) as { data: { key: string } }).data;
  expect((await ask('importWeek', key, { mode: 'REPLACE' })).data).toMatchObject({ faults: [], changed: 2 });
  expect((await planned(0))?.dishes.map(([name]) => name)).toEqual(before?.dishes.map(([name]) => name));
});

test('a restaurant of another unit and a file that is gone are refused', async () => {
  const fileKey = await sheet([['午餐', names[0]!, '']]);
  expect((await ask('importWeek', fileKey, { restaurantId: 1 })).errorcode).not.toBe(0);
  expect((await ask('importWeekLook', 'nothing')).errorcode).not.toBe(0);
});
