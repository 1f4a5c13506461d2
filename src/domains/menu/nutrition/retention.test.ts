/** What cooking leaves of a dish: by method and class of food where the unit entered it, untouched and said so where not. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import dishPages from '../dishes/pages/organization_food.server.ts';
import libDish from '../library/pages/food.server.ts';
import libStuff from '../library/pages/food_stuff.server.ts';
import stuffType from '../library/pages/food_stuff_type.server.ts';
import dishType from '../library/pages/food_type.server.ts';
import stuffPages from '../stuffs/pages/organization_food_stuff.server.ts';
import { type MenuBench, menuBench, refused } from '../testing.ts';
import { amountOf, average, cookedText, sum } from './amounts.ts';
import nourishment from './pages/nourishment.server.ts';
import retentionPage from './pages/retention.server.ts';
import { portionAmounts, type Stuff } from './recipe.ts';
import { referenceRetention } from './reference-retention.ts';
import { cookingOf, cookings, cookingText } from './retention.ts';

const leaves = (cooking: string, foodClass: string | null, nutrient: string, ratio: number) => ({
  cooking,
  foodClass,
  nutrient,
  ratio,
});
const stuff = (id: number, foodClass: string, nutrients: Stuff['nutrients']): Stuff => ({
  id,
  name: `食材${id}`,
  foodClass,
  mark: null,
  risk: null,
  edibleRatio: 10_000,
  allergens: [],
  nutrients,
  priceFen: undefined,
});
const line = (foodStuffId: number, grams: number) =>
  ({ foodStuffId, grams, basis: 'NET', lossRatio: 0, main: false }) as const;
const stuffs = new Map([
  [1, stuff(1, 'VEGETABLE', { vitaminC: 80, energy: 20 })],
  [2, stuff(2, 'MEAT', { vitaminC: 10, thiamin: 1 })],
]);
const lines = [line(1, 150), line(2, 50)];

test('a class with a figure of its own keeps that, the others what is said of all; nothing said is nothing lost', () => {
  const cooked = cookingOf([
    leaves('STIR_FRY', null, 'vitaminC', 5_000),
    leaves('STIR_FRY', 'VEGETABLE', 'vitaminC', 8_500),
  ]);
  const fried = portionAmounts(lines, stuffs, cooked('STIR_FRY'));
  expect(amountOf(fried, 'vitaminC')).toBeCloseTo(120 * 0.85 + 5 * 0.5);
  expect(amountOf(fried, 'energy')).toBe(30);
  expect(amountOf(fried, 'thiamin')).toBe(0.5);
  for (const way of ['STEAM', null])
    expect(portionAmounts(lines, stuffs, cooked(way))).toEqual(portionAmounts(lines, stuffs));
  expect(amountOf(portionAmounts(lines, stuffs, cooked('RAW')), 'vitaminC')).toBe(125);
});

test('cooking never adds anything, and how much is known of the food stays as it was', () => {
  const way = fc.constantFrom(...cookings.map((one) => one.value));
  const rows = fc.array(
    fc.record({
      cooking: way,
      foodClass: fc.constantFrom(null, 'VEGETABLE', 'MEAT'),
      nutrient: fc.constantFrom('vitaminC', 'thiamin', 'energy'),
      ratio: fc.integer({ min: 0, max: 10_000 }),
    }),
  );
  fc.assert(
    fc.property(rows, way, (all, cooking) => {
      const [before, after] = [portionAmounts(lines, stuffs), portionAmounts(lines, stuffs, cookingOf(all)(cooking))];
      for (const key of ['vitaminC', 'thiamin', 'energy'] as const) {
        expect(after.values[key]![0]).toBeLessThanOrEqual(before.values[key]![0] + 1e-9);
        expect(after.values[key]![1]).toBe(before.values[key]![1]);
      }
    }),
  );
});

test('of how much of a meal the losses are taken off is said, and what is left of what by which method', () => {
  const cooked = cookingOf([leaves('STIR_FRY', 'VEGETABLE', 'vitaminC', 8_500)]);
  const [counted, not] = [portionAmounts(lines, stuffs, cooked('STIR_FRY')), portionAmounts(lines, stuffs)];
  expect([cookedText(counted), cookedText(not)]).toEqual(['已计烹调损失', '未计烹调损失']);
  expect(cookedText(average(sum([counted, counted, counted, not])))).toBe('75% 的份数已计烹调损失，其余未计');
  const say = (way: string | null, classes: string[]) => cookingText(way, cooked(way), classes);
  expect(say('STIR_FRY', ['VEGETABLE', 'MEAT'])).toBe('炒：蔬菜类留存维生素C 85%');
  expect(say('STIR_FRY', ['MEAT'])).toBe('炒，配料中没有登记了保留率的');
  expect(say('STEAM', ['MEAT'])).toBe('蒸，没有登记保留率，未计烹调损失');
  expect(say('RAW', ['VEGETABLE'])).toBe('凉拌、生食，没有烹调损失');
  expect(say(null, ['VEGETABLE'])).toBe('没有填烹调方法，未计烹调损失');
});

test('every published figure is a share, with its source', () => {
  for (const one of referenceRetention) {
    expect(one.source.length).toBeGreaterThan(8);
    for (const percent of Object.values(one.left)) expect(percent > 0 && percent < 100).toBe(true);
  }
  const keys = referenceRetention.map(({ cooking, foodClass }) => `${cooking}/${foodClass}`);
  expect(new Set(keys).size).toBe(keys.length);
});

const food = '/admin/organization/organization_food';
const retention = '/admin/organization/nourishment/retention';
let b: MenuBench;
beforeAll(async () => {
  b = await menuBench([
    libDish,
    libStuff,
    stuffType,
    dishType,
    ...dishPages,
    ...stuffPages,
    retentionPage,
    nourishment,
  ]);
});
afterAll(() => b?.bench.database.drop());

test('a nutritionist enters what cooking leaves, and the dish shows it with its method; another unit does not', async () => {
  const types = await b.bench.db.selectFrom('food_type').select(['id', 'name']).execute();
  const green = await b.bench.db
    .selectFrom('food_stuff_type')
    .select('id')
    .where('food_class', '=', 'VEGETABLE')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const { id: stuffId } = await b.school.call<{ id: number }>('/admin/organization/organization_food_stuff', 'create', {
    name: '试验菜',
    typeId: green.id,
    vitaminC: 80,
  });
  const { id } = await b.school.call<{ id: number }>(food, 'create', {
    name: '清炒试验菜',
    typeId: types.find((one) => one.name === '素菜')!.id,
    priceMode: 'PORTION',
    cooking: 'STIR_FRY',
    recipe: [{ foodStuffId: stuffId, grams: 100, basis: 'NET', lossRatio: 0, main: true }],
  });
  const shown = () => b.school.call<Record<string, unknown>>(food, 'get', { id });
  expect(await shown()).toMatchObject({ cookingText: '炒，没有登记保留率，未计烹调损失' });

  const own = { cooking: 'STIR_FRY', foodClass: 'VEGETABLE', nutrient: 'vitaminC', ratio: 7_000, source: '本单位送检' };
  await b.school.call(retention, 'create', own);
  expect(await refused(b.school.call(retention, 'create', own))).toMatchObject({ code: 'DUPLICATE' });
  await b.company.call(retention, 'create', { ...own, ratio: 1_000 });
  await b.school.call(retention, 'fill', {});
  // What the unit entered itself stays; filling again enters nothing.
  expect(await shown()).toMatchObject({ cookingText: '炒：蔬菜类留存维生素A 90%、维生素C 70%' });
  expect(await b.school.call(retention, 'fill', {})).toMatchObject({ receipt: { lines: [['填入', '0 项']] } });
  await b.school.call(food, 'update', { id, version: 1, cooking: 'STEAM' });
  expect(await shown()).toMatchObject({ cookingText: '蒸，没有登记保留率，未计烹调损失' });
});
