/** What a food-stuff is bought as: what a change makes of next week is told before it is saved, it is taken back, and comes out of sheets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Show } from '../../../kit/server/page/binding.ts';
import { menu } from '../../menu/domain.ts';
import { refusedBy, type StockBench, stockBench } from '../../stock/testing.ts';
import { type Caller, units } from '../../tenancy/testing.ts';
import { purchase } from '../domain.ts';
import { type PlantedDish, plantDish } from '../testing.ts';
import { importMap } from './map-stuff.ts';
import recipes from './pages/bom_recipe.server.ts';
import boms from './pages/food_bom.server.ts';

const bom = '/admin/contractor/supermarket/food_bom';
const today = '2026-11-20';
let stock: StockBench;
let chef: Caller;
let dish: PlantedDish;
let loose: number;
let piece: number;
let lineId: number;
beforeAll(async () => {
  stock = await stockBench([...boms, recipes], [menu, purchase]);
  const site = await stock.house('一中仓', { siteId: units.organization });
  loose = await stock.goods('散装馒头面', {});
  piece = await stock.goods('速冻馒头', { baseUnit: 'PIECE' });
  // 105 g of a portion, 100 portions planned for the day after tomorrow.
  dish = await plantDish(stock, '2026-11-22', { name: '馒头', goodsId: loose, grams: 80, planQty: 100 });
  await stock.post('OPENING', site, [
    { goodsId: loose, typed: 10_000, amountFen: 5_000 },
    { goodsId: piece, typed: 100, amountFen: 4_000 },
  ]);
  chef = await stock.bench.as('CONTRACTOR', units.contractor);
  lineId = Number((await rowsOf(`${bom}/line`, { dishId: dish.dishId }))[0]!.id);
});
afterAll(() => stock?.bench.database.drop());

type Row = Record<string, unknown>;
const rowsOf = async (path: string, search: Row = {}) =>
  (await chef.call<{ rows: Row[] }>(path, 'query', { size: 100, search })).rows;
const dishRow = async () => (await rowsOf(bom, { keyword: '馒头菜' }))[0]!;
const foreseen = (more: Row = {}) =>
  chef.call<{ lines: [string, string][] }>(`${bom}/line`, 'outcome', { action: 'map', id: lineId, ...more });
const map = (goodsId: number, grams: number, fromDate = today) =>
  refusedBy(chef.call(`${bom}/line`, 'map', { id: lineId, goodsId, grams, fromDate }));

test('before it is saved it says what a week of menus buys and costs instead', async () => {
  expect((await foreseen()).lines[0]).toEqual(['菜谱', '11-21 至 11-27：1 道菜 100 份用到']);
  // 10.5 kg at 5.00 a kilogram, or 210 of 50 g at 0.40.
  expect((await foreseen({ goodsId: piece, grams: 50, fromDate: today })).lines.slice(1)).toEqual([
    ['采购', '散装馒头面 10.5 千克 → 速冻馒头 210 个'],
    ['成本', '52.50 元 → 84.00 元（+31.50）'],
  ]);
  // A day after the menu: nothing of it is touched any more.
  expect((await foreseen({ goodsId: piece, grams: 50, fromDate: '2026-11-23' })).lines[0]![1]).toContain('0 道菜');
  expect((await dishRow()).costFen).toBe(53);
});

test('what was mapped gives way to what was there before', async () => {
  const mapped = async () => {
    const rows = await rowsOf(`${bom}/map`, { keyword: '馒头', state: ['NOW', 'COMING'] });
    return rows.map(({ goodsName, state }) => [goodsName, state]);
  };
  const back = async (state: string) => {
    const [row] = await rowsOf(`${bom}/map`, { keyword: '馒头', state: [state] });
    return refusedBy(chef.call(`${bom}/map`, 'back', { id: row!.id }));
  };
  expect(await back('NOW')).toMatchObject({ code: 'NOT_NOW', params: { why: '「馒头」以前没有配过别的商品' } });
  expect(await map(piece, 50, '2026-11-19')).toMatchObject({ code: 'BOM_PAST' });
  await map(piece, 50, '2026-11-22');
  expect(await mapped()).toEqual([
    ['速冻馒头', 'COMING'],
    ['散装馒头面', 'NOW'],
  ]);
  expect(await back('COMING')).toBeNull();
  await map(piece, 50);
  expect(await mapped()).toEqual([['速冻馒头', 'NOW']]);
  expect((await dishRow()).costFen).toBe(84);
  stock.bench.clock.set(Date.parse('2026-11-21T10:00:00+08:00'));
  expect(await back('NOW')).toBeNull();
  expect(await mapped()).toEqual([['散装馒头面', 'NOW']]);
  expect((await dishRow()).costFen).toBe(53);
});

test('a sheet names food-stuffs by name or code; who is not known, or lies in the past, is told by row', async () => {
  const ctx = chef.ctx(`${bom}/map`);
  const row = (rowNo: number, stuffName: string, fromDate = '2026-11-21') => ({
    rowNo,
    values: { stuffName, goodsId: piece, grams: 50, fromDate },
  });
  const faults = await importMap.check!(ctx, [row(1, '馒头'), row(2, '没有的食材'), row(3, '馒头', '2026-11-01')]);
  expect([...faults]).toEqual([
    [2, { stuffName: expect.stringContaining('平台食材库里没有') }],
    [3, { fromDate: expect.stringContaining('不能早于今天') }],
  ]);
  expect(await importMap.resolve!(ctx, 'goodsId', ['速冻馒头', '没有'])).toEqual(
    new Map([
      ['速冻馒头', piece],
      [expect.any(String), piece],
    ]),
  );
  expect((await importMap.commit(ctx, [row(1, `L${dish.libStuffId}`)])).size).toBe(0);
  expect((await dishRow()).costFen).toBe(84);
});

test('dishes below the margin that is wanted are found; a card tells what a portion is made of', async () => {
  const below = async () => (await rowsOf(bom, { belowTarget: true })).map(({ name }) => name);
  expect(await below()).toEqual([]);
  // 5.00 less 0.84 leaves 83.2 %.
  await chef.call(bom, 'target', { targetRatio: 8_400 });
  expect(await below()).toEqual(['馒头菜']);
  await chef.call(bom, 'target', { targetRatio: 8_300 });
  expect(await below()).toEqual([]);
  const { receipt } = (await chef.call(bom, 'card', { id: dish.dishId })) as { receipt: NonNullable<Show['receipt']> };
  expect(receipt.sheets).toMatchObject([
    {
      rows: [['1', '速冻馒头', '2.1 个', '菜谱', '0.40 元/个', '0.84']],
      totals: ['', '合计', '', '', '', '0.84'],
    },
  ]);
});
