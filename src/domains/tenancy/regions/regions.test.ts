/** Regions of all four levels load once and fast, browse level by level, and keep their full names. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tenancy } from '../domain.ts';
import { type Caller, type UnitBench, unitBench } from '../testing.ts';
import { codedSpecials, loadRegions, regionColumns } from './load-regions.ts';
import region from './pages/region.server.ts';

const path = '/admin/base/region';
let bench: UnitBench;
let platform: Caller;
beforeAll(async () => {
  bench = await unitBench([tenancy], [region]);
  platform = await bench.as('PLATFORM', 1);
});
afterAll(() => bench?.database.drop());

test('full names leave out the placeholders of the code system; orphans are left out', () => {
  const rows = regionColumns([
    { code: '11', name: '北京市' },
    { code: '1101', name: '市辖区' },
    { code: '110101', name: '东城区' },
    { code: '990101', name: '无上级' },
  ]);
  expect(rows.fullName).toEqual(['北京市', '北京市', '北京市东城区']);
  expect(rows.parent).toEqual([null, 11, 1101]);
  expect(rows.level).toEqual([1, 2, 3]);
});

test('special regions are numbered in their order', () => {
  expect(codedSpecials({ 香港特别行政区: { 九龙: ['油尖旺区', '深水埗区'] } }).map((l) => l.code)).toEqual([
    '81',
    '8101',
    '810101',
    '810102',
  ]);
});

test('all levels load at the first start, and once', async () => {
  const loaded = await loadRegions(bench.services);
  expect(loaded).toBeGreaterThan(44_000);
  expect(await loadRegions(bench.services)).toBe(0);
  const levels = await sql<{ level: number; n: number }>`
    select level, count(*)::int as n from region group by 1 order by 1`.execute(bench.db);
  expect(levels.rows).toHaveLength(4);
  expect(levels.rows[0]).toEqual({ level: 1, n: 34 });
  expect(levels.rows[3]!.n).toBeGreaterThan(41_000);
});

test('choices come level by level, by id, and by name', async () => {
  const provinces = await platform.call<{ name: string; parentId: number | null }[]>(path, 'options', {
    parentId: null,
  });
  expect(provinces).toHaveLength(34);
  expect(provinces.every((p) => p.parentId === null)).toBe(true);
  const districts = await platform.call<{ id: number }[]>(path, 'options', { parentId: 5001 });
  expect(districts.length).toBeGreaterThan(20);
  expect(await platform.call(path, 'options', { ids: [330106] })).toMatchObject([
    { id: 330106, name: '西湖区', hint: '浙江省杭州市西湖区', parentId: 3301 },
  ]);
  expect(await platform.call(path, 'options', { keyword: '杭州市西湖' })).toContainEqual(
    expect.objectContaining({ id: 330106 }),
  );
});

test('a new region continues its parent’s code, and a new name reaches everything below', async () => {
  expect(await platform.call(path, 'create', { parentId: 3301, code: '330299', name: '新区' })).toMatchObject({
    code: 'REGION_LEVEL',
    fields: { code: expect.stringContaining('3301') },
  });
  expect(await platform.call(path, 'create', { parentId: 3301, code: '330106', name: '新区' })).toMatchObject({
    code: 'DUPLICATE',
  });
  expect(await platform.call(path, 'create', { parentId: 3301, code: '330199', name: '新区' })).toEqual({ id: 330199 });
  await platform.call(path, 'create', { parentId: 330199, code: '330199001', name: '一街道' });
  expect(await platform.call(path, 'update', { id: 330199, name: '云区' })).toMatchObject({ id: 330199 });
  expect(await platform.call(path, 'get', { id: 330199001 })).toMatchObject({
    fullName: '浙江省杭州市云区一街道',
    parentName: '浙江省杭州市云区',
    level: '4',
  });
});
