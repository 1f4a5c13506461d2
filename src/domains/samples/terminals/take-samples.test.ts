/** Scales and cabinets: weighed, put and removed as at the desk, pictures beside; what is of others, unfit or too early is refused. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDays, dateAt, isoAt } from '../../../kit/server/clock.ts';
import type { DeviceEvent } from '../../device/public.server.ts';
import deviceList from '../../device/register/pages/device-list.server.ts';
import foodType from '../../menu/library/pages/food_type.server.ts';
import menuV1 from '../../menu/menus/pages/food_menu.server.ts';
import meal from '../../tenancy/meals/pages/meal.server.ts';
import restaurant from '../../tenancy/places/pages/restaurant.server.ts';
import { units } from '../../tenancy/testing.ts';
import management from '../desk/pages/sample-management.server.ts';
import link from '../links/pages/sample-device-food-link.server.ts';
import { forgetSnapshots } from '../snapshots/forget-snapshots.ts';
import catchLog from '../snapshots/pages/sample-catch-log.server.ts';
import videos from '../snapshots/pages/sample-video.server.ts';
import { takeSnapshots } from '../snapshots/write-snapshots.ts';
import { type SampleBench, sampleBench, samplePath } from '../testing.ts';
import { followMenus } from '../todo/make-todos.ts';
import { takeSamples } from './take-samples.ts';

let b: SampleBench;
let cabinet: number;
let scale: number;
let stranger: number;
const [cook, helper, ill, namesake] = [71, 72, 73, 74] as const;
const noon = Date.parse('2026-11-20T11:40:00+08:00');
let day = '';
let next = 0;
let no = 0;

const sql = (text: string, values: unknown[]) => b.bench.database.pool.query(text, values);

beforeAll(async () => {
  b = await sampleBench([deviceList, foodType, meal, restaurant, ...menuV1, link, management, catchLog, videos]);
  const at = isoAt(b.bench.clock.now());
  cabinet = await b.plantDevice('SAMPLE_CABINET', '一号柜');
  scale = await b.plantDevice('SCALE', '留样秤');
  stranger = await b.plantDevice('SAMPLE_CABINET', '未关联柜');
  await b.school.call('/admin/organization/sample_device_food_link', 'create', {
    restaurantId: b.place,
    mealPeriodIds: [],
    dishTypeIds: [],
    cabinetId: cabinet,
    scaleId: scale,
    status: 'NORMAL',
  });
  await sql(
    `insert into person_type (organization_id, id, name, created_at, updated_at) values ($1, 1, '食堂员工', $2, $2)`,
    [units.organization, at],
  );
  for (const [id, name] of [
    [cook, '王一'],
    [helper, '李二'],
    [ill, '孙发热'],
    [namesake, '王一'],
  ])
    await sql(
      `insert into person (organization_id, id, person_no, name, type_id, created_at, updated_at) values ($1, $2, $5, $3, 1, $4, $4)`,
      [units.organization, id, name, at, `P${id}`],
    );
  // Without a certificate nobody works in the kitchen; the other two are no workers and may weigh.
  await sql(
    `insert into cook_user (organization_id, id, person_id, restaurant_id, post, created_at, updated_at)
     values ($1, 1, $2, $3, 'COOK', $4, $4)`,
    [units.organization, ill, b.place, at],
  );
});
afterAll(() => b?.bench.database.drop());
beforeEach(() => {
  next += 1;
  b.bench.clock.set(noon + next * 86_400_000);
  day = isoAt(b.bench.clock.now()).slice(0, 10);
});

const event = (kind: string, deviceId: number, body: Record<string, unknown>) => {
  no += 1;
  const placedAt = b.bench.clock.now();
  return {
    kind,
    no,
    at: placedAt,
    placedAt,
    body,
    device: { deviceId, name: `设备${deviceId}` },
  } as unknown as DeviceEvent;
};
const ctx = () => ({ ...b.bench.services, services: b.bench.services });
/** As the mouth of events does: in a transaction that sees every unit. */
const take = (one: DeviceEvent) =>
  b.bench.db.transaction().execute(async (db) => {
    const handler = one.kind === 'SNAP' || one.kind === 'CLIP' ? takeSnapshots : takeSamples;
    return (await handler({ ...ctx(), db }, units.organization, [one]))[0];
  });
const row = (id: number) => b.bench.db.selectFrom('sample').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
async function waiting(dish = '红烧肉', meal = b.meals[1]!): Promise<number> {
  const menu = await b.plantMenu(day, meal, [dish]);
  const own = b.school.ctx(samplePath);
  await own.db.transaction().execute((db) => followMenus({ ...own, db }, [menu.menuId]));
  const made = await b.bench.db
    .selectFrom('sample')
    .select('id')
    .where('menu_item_id', '=', menu.itemIds[0]!)
    .executeTakeFirstOrThrow();
  return made.id;
}
async function photo(kind: 'PICTURE' | 'CLIP', deviceId: number): Promise<number> {
  const id = await b.bench.services.ids.next();
  const key = `evidence/${units.organization}/${id}.${kind === 'CLIP' ? 'mp4' : 'jpg'}`;
  await sql(
    `insert into media (organization_id, id, device_id, kind, sha256, bytes, epoch, key, received, created_at, done_at)
     values ($1, $2, $3, $4, repeat('a', 64), 2048, 1, $5, 2048, $6, $6)`,
    [units.organization, id, deviceId, kind, key, isoAt(b.bench.clock.now())],
  );
  return id;
}

test('a scale weighs net grams by the name of the dish; too little is told and topped up', async () => {
  const id = await waiting();
  const weigh = (grams: number) =>
    take(event('WEIGH', scale, { name: '红烧肉', meal: b.meals[1], grams, tare: 30, personId: cook }));
  expect(await weigh(148)).toMatchObject({ code: 'SAMPLE_SHORT', params: { short: 7 } });
  expect(await row(id)).toMatchObject({ status: 'TO_SAMPLE' });
  expect(await weigh(190)).toBeUndefined();
  expect(await row(id)).toMatchObject({ status: 'SAMPLED', grams: 160, source: 'SCALE', sampler_name: '王一' });
});

test('put into a free cell with a picture; removed by two when due, not before and not by one', async () => {
  const id = await waiting();
  await take(event('WEIGH', scale, { sampleId: id, grams: 150, personId: cook }));
  const seen = await photo('PICTURE', cabinet);
  expect(
    await take(event('PUT', cabinet, { sampleId: id, cell: 'B3', personIds: [cook], media: [seen] })),
  ).toBeUndefined();
  expect(await row(id)).toMatchObject({ status: 'RETAINING', cell: 'B3', device_id: cabinet });
  const { rows } = await b.school.call<{ rows: Record<string, unknown>[] }>(
    '/admin/organization/sample_catch_log',
    'query',
    {},
  );
  expect(rows).toMatchObject([{ event: 'PUT', personName: '王一', dish: '红烧肉' }]);
  const another = await waiting('米饭', b.meals[2]!);
  await take(event('WEIGH', scale, { sampleId: another, grams: 150, personId: cook }));
  expect(await take(event('PUT', cabinet, { sampleId: another, cell: 'B3', personIds: [cook] }))).toMatchObject({
    code: 'CELL_TAKEN',
  });
  const out = (...personIds: number[]) => take(event('TAKE', cabinet, { sampleId: id, personIds }));
  expect(await out(cook, helper)).toMatchObject({ code: 'NOT_DUE' });
  b.bench.clock.advance(49 * 3_600_000);
  expect(await out(cook)).toMatchObject({ code: 'TAKE_BY_TWO' });
  expect(await out(cook, cook)).toMatchObject({ code: 'TAKE_BY_TWO' });
  expect(await out(cook, helper)).toBeUndefined();
  expect(await row(id)).toMatchObject({ status: 'REMOVED', remover_name: '王一', witness_name: '李二' });
  expect(await take(event('PUT', cabinet, { sampleId: id, cell: 'C1', personIds: [cook] }))).toMatchObject({
    refused: true,
  });
});

test('told later by a cabinet that was cut off: judged and booked by when it was done; two of one name are two', async () => {
  const id = await waiting();
  await take(event('WEIGH', scale, { sampleId: id, grams: 150, personId: cook }));
  await take(event('PUT', cabinet, { sampleId: id, cell: 'D4', personIds: [cook] }));
  const [before, after] = [b.bench.clock.now() + 47 * 3_600_000, b.bench.clock.now() + 49 * 3_600_000];
  b.bench.clock.set(after + 5 * 3_600_000);
  const out = (placedAt: number) =>
    take({ ...event('TAKE', cabinet, { sampleId: id, personIds: [cook, namesake] }), placedAt, at: placedAt });
  expect(await out(before)).toMatchObject({ code: 'NOT_DUE' });
  expect(await out(after)).toBeUndefined();
  const { removed_at, remover_name, witness_name } = await row(id);
  expect(Date.parse(removed_at!)).toBe(after);
  expect([remover_name, witness_name]).toEqual(['王一', '王一']);
});

test('who may not work in the kitchen weighs nothing', async () => {
  const id = await waiting();
  expect(await take(event('WEIGH', scale, { sampleId: id, grams: 150, personId: ill }))).toMatchObject({
    code: 'SAMPLER_UNFIT',
    params: { name: '孙发热', why: expect.stringContaining('健康证无效') },
  });
  await sql(`update account set phone = '13900000000' where id = $1`, [b.school.session.accountId]);
  expect(await row(id)).toMatchObject({ status: 'TO_SAMPLE' });
});

test('a terminal linked to nothing, another unit’s sample, people of nobody, rubbish', async () => {
  const id = await waiting();
  const weigh = (deviceId: number, more: object) =>
    take(event('WEIGH', deviceId, { sampleId: id, grams: 150, personId: cook, ...more }));
  expect(await weigh(stranger, {})).toMatchObject({ code: 'SAMPLE_ELSEWHERE' });
  expect(await weigh(scale, { sampleId: 424_242 })).toMatchObject({ code: 'SAMPLE_ELSEWHERE' });
  for (const more of [{ personId: 999 }, { grams: 0 }, { grams: 'x' }, { tare: 200 }, { sampleId: '1' }])
    expect(await weigh(scale, more)).toMatchObject({ code: 'BAD_EVENT' });
  expect(await take(event('PUT', cabinet, { sampleId: id, cell: '../', personIds: [cook] }))).toMatchObject({
    code: 'BAD_EVENT',
  });
});

test('a clip is listed with its size, kept longer with a reason, and gone after its time', async () => {
  // The unit keeps clips ten days.
  await b.bench.database.pool.query(
    `insert into media_retention (organization_id, passage_days, check_days, picture_days, clip_days, unpictured_type_ids,
       minors_pictured, updated_at) values ($1, 30, 180, 180, 10, '{}', false, now())`,
    [units.organization],
  );
  const clip = await photo('CLIP', cabinet);
  expect(await take(event('SNAP', cabinet, { media: [clip] }))).toMatchObject({ code: 'BAD_EVENT' });
  expect(await take(event('CLIP', cabinet, { media: [clip], event: 'OPEN', eventNo: 3 }))).toBeUndefined();
  expect(await take(event('CLIP', cabinet, { media: [clip], event: 'OPEN', eventNo: 3 }))).toBeUndefined();
  const page = '/admin/organization/sample_video';
  const list = async () => (await b.school.call<{ rows: Record<string, unknown>[] }>(page, 'query', {})).rows;
  expect(await list()).toMatchObject([{ event: 'OPEN', size: 2 }]);
  const [{ id, keepUntil }] = (await list()) as [{ id: number; keepUntil: string }];
  expect(keepUntil).toBe(addDays(dateAt(b.bench.clock.now()), 10));
  const keep = (until: string) => b.school.call(page, 'keep', { id, keepUntil: until, reason: '监管要求' });
  expect(await keep(keepUntil)).toMatchObject({ fields: { keepUntil: expect.any(String) } });
  expect(await keep('2040-01-01')).toMatchObject({ fields: { keepUntil: expect.any(String) } });
  expect(await keep('2027-06-01')).toBeNull();
  b.bench.clock.advance(60 * 86_400_000);
  await forgetSnapshots(b.bench.services);
  expect(await list()).toMatchObject([{ clip: expect.stringContaining('.mp4') }]);
  b.bench.clock.advance(400 * 86_400_000);
  await forgetSnapshots(b.bench.services);
  expect(await list()).toMatchObject([{ clip: null }]);
});
