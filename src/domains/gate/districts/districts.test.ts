/** Districts: two registers on one table, doors that stand once, no circles. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isoAt } from '../../../kit/server/clock.ts';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import type { PeopleBench } from '../../people/testing.ts';
import { units } from '../../tenancy/testing.ts';
import { gateBench, sites, zones } from '../testing.ts';

let b: PeopleBench;
let restaurantId: number;
let otherRestaurant: number;
const devices = [901, 902, 903];

beforeAll(async () => {
  b = await gateBench();
  const open = async (name: string) =>
    (
      await b.school.call<{ id: number }>('/admin/organization/restaurant', 'create', {
        name,
        kind: 'RESTAURANT',
        consumeMode: 'FIXED',
        mealPeriodIds: [],
      })
    ).id;
  restaurantId = await open('一食堂');
  otherRestaurant = await open('二食堂');
  const at = isoAt(b.clock.now());
  await b.database.pool.query(
    `insert into device_type (id, name, model, kind, protocol, abilities, offline_capacity, price_fen, created_at, updated_at)
     values (77, '门禁机', 'G1', 'GATE', 'HTTP', '{FACE}', 0, 0, $1, $1)`,
    [at],
  );
  for (const [i, id] of devices.entries())
    await b.database.pool.query(
      `insert into device (id, sn, type_id, name, organization_id, mode, status, created_at, updated_at)
       values ($1, $2, 77, $3, $4, 'FIXED', 'ACTIVE', $5, $5)`,
      [id, `G-000${i}`, `门 ${i}`, i === 2 ? units.otherOrganization : units.organization, at],
    );
});
afterAll(() => b.close());

const make = (page: string, values: Record<string, unknown>) =>
  b.school.call<{ id: number } & Refusal>(page, 'create', { sort: 0, status: 'NORMAL', ...values });
const rows = async (page: string) => (await b.school.call<{ rows: Record<string, unknown>[] }>(page, 'query', {})).rows;

test('zones of a kitchen and places of the grounds are two registers; a zone names its kitchen', async () => {
  const zone = await make(zones, { name: '冷食专间', kind: 'COLD', restaurantId, maxTemp: 25 });
  const gate = await make(sites, { name: '东门', kind: 'GATE' });
  expect((await rows(zones)).map((row) => row.id)).toEqual([zone.id]);
  expect((await rows(sites)).map((row) => row.id)).toEqual([gate.id]);
  expect((await rows(zones))[0]).toMatchObject({ maxTemp: 25, restaurantName: '一食堂' });
  expect(await make(zones, { name: '无主', kind: 'COOK' })).toMatchObject({
    fields: { restaurantId: expect.any(String) },
  });
});

test('a terminal stands at one door, and only one of the unit', async () => {
  const [first, second, foreign] = devices as [number, number, number];
  const east = await make(sites, { name: '南门', kind: 'GATE', doors: [{ deviceId: first, direction: 'IN' }] });
  expect(isRefusal(east)).toBe(false);
  const west = await make(sites, {
    name: '西门',
    kind: 'GATE',
    doors: [
      { deviceId: second, direction: 'OUT' },
      { deviceId: first, direction: 'IN' },
    ],
  });
  expect(west).toMatchObject({ code: 'DOOR_TAKEN', fields: { 'doors.1.deviceId': '「门 0」已是「南门」的门' } });
  expect(
    isRefusal(await make(sites, { name: '北门', kind: 'GATE', doors: [{ deviceId: foreign, direction: 'IN' }] })),
  ).toBe(true);
  const [row] = (await rows(sites)).filter((one) => one.name === '南门');
  expect(row).toMatchObject({ doorCount: 1, doorNames: '门 0（进）' });
  await b.school.call(sites, 'update', { id: row!.id, doors: [], version: row!.version });
  expect((await rows(sites)).find((one) => one.name === '南门')).toMatchObject({ doorCount: 0 });
});

test('no circle, and no place below one of another kitchen', async () => {
  const top = await make(zones, { name: '热厨', kind: 'COOK', restaurantId });
  const below = await make(zones, { name: '灶台', kind: 'COOK', restaurantId, parentId: top.id });
  const before = (await rows(zones)).find((row) => row.id === top.id)!;
  expect(
    await b.school.call(zones, 'update', { id: top.id, parentId: below.id, version: before.version }),
  ).toMatchObject({ code: 'DISTRICT_CYCLE' });
  expect(
    await make(zones, { name: '别处', kind: 'CUT', restaurantId: otherRestaurant, parentId: top.id }),
  ).toMatchObject({ code: 'DISTRICT_ELSEWHERE' });
  expect(await b.school.call(zones, 'remove', { id: top.id })).toMatchObject({ code: 'IN_USE' });
});

test('another unit sees none of it', async () => {
  const answer = await b.company.call<{ rows: unknown[] }>(zones, 'query', {});
  expect(answer.rows).toEqual([]);
});
