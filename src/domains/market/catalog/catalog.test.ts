/** The platform's library: its tree, one barcode for one good, merging and splitting; sheets of many; what caterers take of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowButtons } from '../../../kit/console/screens/logic/actions.ts';
import { anyPage } from '../../../kit/define/page.ts';
import { isRefusal } from '../../../kit/server/refusal.ts';
import { refusedBy } from '../../stock/testing.ts';
import { type Caller, units } from '../../tenancy/testing.ts';
import { type ShelfBench, shelfBench, supermarket } from '../testing.ts';
import catalogs from './pages/base_catalog.server.ts';
import goodsPages from './pages/base_good.server.ts';
import sheetPage from './pages/mulit_add.page.ts';
import sheets from './pages/mulit_add.server.ts';
import taking from './pages/platform_good.server.ts';

const at = '/admin/platform/supermarket';
const library = `${supermarket}/platform_good`;
let shop: ShelfBench;
let platform: Caller;
let drinks: number;

beforeAll(async () => {
  shop = await shelfBench([catalogs, ...goodsPages, sheets, ...taking]);
  platform = await shop.bench.as('PLATFORM', 1);
  await shop.shop();
});
afterAll(() => shop?.bench.database.drop());

const call = (page: string, verb: string, body: Record<string, unknown> = {}) =>
  platform.call<{ id: number }>(`${at}/${page}`, verb, body);
const catalog = async (name: string, parentId: number | null = null) =>
  (await call('base_catalog', 'create', { name, parentId, sort: 0 })).id;
const good = (name: string, codes: string[], more: Record<string, unknown> = {}) =>
  call('base_good', 'create', {
    name,
    catalogId: drinks,
    category: 'DRINK',
    baseUnit: 'PIECE',
    stored: 'DRY',
    guideFen: 300,
    codes: codes.map((code) => ({ code, packName: null })),
    ...more,
  });
type Rows = { rows: Record<string, unknown>[] };
const rowOf = async (caller: Caller, path: string, id: number) =>
  (await caller.call<Rows>(path, 'query')).rows.find((row) => row.id === id)!;

test('the tree has four levels and no rounds; what is moved takes its goods along', async () => {
  const food = await catalog('食品');
  drinks = await catalog('饮料', food);
  const water = await catalog('水', drinks);
  const spring = await catalog('山泉', water);
  expect(await refusedBy(call('base_catalog', 'create', { name: '五级', parentId: spring }))).toMatchObject({
    code: 'CATALOG_DEEP',
    params: { levels: 5 },
  });
  const daily = await catalog('日用');
  const paper = await catalog('纸品', daily);
  const move = (id: number, parentId: number | null) => call('base_catalog', 'update', { id, parentId });
  expect(await refusedBy(move(food, spring))).toMatchObject({ code: 'CATALOG_ROUND' });
  expect(await refusedBy(move(food, daily))).toMatchObject({ code: 'CATALOG_DEEP' });
  const { id } = await good('山泉水', ['6901234567892'], { catalogId: spring });
  expect(isRefusal(await move(water, paper))).toBe(false);
  const found = await platform.call<Rows>(`${at}/base_good`, 'query', { search: { catalogId: daily } });
  expect(found.rows.map((row) => row.id)).toEqual([id]);
  expect(await refusedBy(call('base_catalog', 'remove', { id: spring }))).toMatchObject({ code: 'IN_USE' });
});

test('a barcode has its digit and one good; merged goods answer to both codes, split ones have their own again', async () => {
  expect(await refusedBy(good('错码', ['6901234567893']))).toMatchObject({ code: 'BASE_CODE' });
  expect(await refusedBy(good('同码', ['6901234567892']))).toMatchObject({ code: 'BASE_CODE' });
  const one = await good('绿茶', ['6901234567908', '6901234567915']);
  const two = await good('绿茶 500', ['6901234567922']);
  expect(await refusedBy(call('base_good', 'merge', { id: one.id, intoId: one.id }))).toMatchObject({
    code: 'MERGE_SELF',
  });
  await call('base_good', 'merge', { id: two.id, intoId: one.id });
  const row = () => rowOf(platform, `${at}/base_good`, one.id);
  expect((await row()).codeText).toBe('6901234567908、6901234567915、6901234567922');
  expect((await rowOf(platform, `${at}/base_good`, two.id)).mergedIntoId).toBe(one.id);
  await call('base_good', 'split', { id: two.id });
  expect((await row()).codeText).toBe('6901234567908、6901234567915');
  expect((await rowOf(platform, `${at}/base_good`, two.id)).codeText).toBe('6901234567922');
});

test('a caterer copies goods onto its shelf, links what it has by barcode, and follows changes part by part', async () => {
  const cola = await good('可乐', ['6901234567939'], { spec: '330ml' });
  const own = await shop.goods('自编雪碧', { baseUnit: 'PIECE', category: 'DRINK', barcode: '6901234567946' });
  const sprite = await good('雪碧', ['6901234567946']);
  const join = (id: number) =>
    shop.keeper.call(library, 'join', { id, organizationIds: [units.organization], guided: true });
  expect(await refusedBy(join(cola.id))).toBeNull();
  expect(await refusedBy(join(sprite.id))).toBeNull();
  const mine = (id: number) => rowOf(shop.keeper, library, id);
  expect(await refusedBy(call('base_good', 'merge', { id: sprite.id, intoId: cola.id }))).toMatchObject({
    code: 'MERGE_TAKEN',
  });
  expect(await mine(cola.id)).toMatchObject({ state: 'TAKEN', goodsName: '可乐' });
  expect(await mine(sprite.id)).toMatchObject({ state: 'TAKEN', goodsId: own, goodsName: '自编雪碧' });
  const shelf = await shop.keeper.call<Rows>(`${supermarket}/goods`, 'query');
  expect(shelf.rows.map((row) => row.priceWords)).toEqual(['3.00 / 个', '3.00 / 个']);
  expect((await rowOf(platform, `${at}/base_good`, cola.id)).userCount).toBe(1);
  expect(await rowOf(shop.rival, library, cola.id)).toMatchObject({ state: 'NONE', goodsName: null });

  await call('base_good', 'update', { id: cola.id, name: '可乐（罐）', spec: '335ml' });
  expect(await mine(cola.id)).toMatchObject({
    state: 'CHANGED',
    changes: '名称 可乐 → 可乐（罐）；规格 330ml → 335ml',
  });
  expect((await mine(cola.id)).goodsName).toBe('可乐');
  await shop.keeper.call(library, 'accept', { id: cola.id, parts: ['spec'] });
  expect(await mine(cola.id)).toMatchObject({ state: 'CHANGED', goodsName: '可乐', changes: '名称 可乐 → 可乐（罐）' });
  await shop.keeper.call(library, 'keep', { id: cola.id });
  expect(await mine(cola.id)).toMatchObject({ state: 'TAKEN', goodsName: '可乐' });
});

test('a sheet is kept until it is handed in: a wrong row is named, a known barcode stands beside its good', async () => {
  const line = (barcode: string, name: string, more: Record<string, unknown> = {}) => ({
    barcode,
    name,
    category: 'DRINK',
    ...more,
  });
  const first = [line('6901234567960', '新茶'), line('6901234567892', '山泉水 2', { twice: 'CHANGE', guideFen: 250 })];
  const rows = [...first, line('6901234567908', '绿茶 2'), line('4.2E+12', '坏行')];
  const { id } = await call('mulit_add', 'create', { name: '新品', catalogId: drinks, rows });
  const kept = await platform.call<{ rows: Record<string, unknown>[] }>(`${at}/mulit_add`, 'get', { id });
  expect(kept.rows.map((row) => row.there)).toEqual([null, '山泉水 · 3.00 元', '绿茶 · 3.00 元', null]);
  expect(kept.rows[3]!.fault).toContain('科学计数');
  expect(await refusedBy(call('mulit_add', 'submit', { id }))).toMatchObject({ code: 'SHEET_ROW', params: { row: 4 } });
  await call('mulit_add', 'update', { id, rows: rows.slice(0, 3) });
  expect(await refusedBy(call('mulit_add', 'submit', { id }))).toBeNull();
  expect(await rowOf(platform, `${at}/mulit_add`, id)).toMatchObject({
    status: 'DONE',
    madeCount: 1,
    changedCount: 1,
    skippedCount: 1,
  });
  const done = await rowOf(platform, `${at}/mulit_add`, id);
  const offered = (row: Record<string, unknown>) =>
    rowButtons(anyPage(sheetPage), row as never, () => true).map(({ key }) => key);
  expect([offered(done), offered({ ...done, status: 'DRAFT' })]).toEqual([
    ['view'],
    ['edit', 'submit', 'remove', 'view'],
  ]);
  for (const [verb, code] of [
    ['update', 'NOT_NOW'],
    ['remove', 'NOT_NOW'],
    ['submit', 'BAD_STATE'],
  ] as const)
    expect(await refusedBy(call('mulit_add', verb, { id }))).toMatchObject({ code });
  const names = (await platform.call<Rows>(`${at}/base_good`, 'query')).rows.map((row) => row.name);
  expect(names).toContain('新茶');
  expect(names).toContain('山泉水 2');
  expect(names).not.toContain('绿茶 2');
});
