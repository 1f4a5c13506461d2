/** A nutritionist's week: recipes imported with foods nobody knows, no verdict; completed, judged; swapped, passed; on paper. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditWith } from '../../../kit/server/page/command.ts';
import meal from '../../tenancy/meals/pages/meal.server.ts';
import restaurant from '../../tenancy/places/pages/restaurant.server.ts';
import dish from '../dishes/pages/organization_food.server.ts';
import libStuff from '../library/pages/food_stuff.server.ts';
import stuffType from '../library/pages/food_stuff_type.server.ts';
import dishType from '../library/pages/food_type.server.ts';
import home from '../menus/pages/dishes_home.server.ts';
import statistics from '../menus/pages/food_menu_statistics.server.ts';
import menuV2 from '../menus/pages/food_menu_v2.server.ts';
import setting from '../menus/pages/menu_setting.server.ts';
import stuff from '../stuffs/pages/organization_food_stuff.server.ts';
import { type MenuBench, menuBench, plantPlace } from '../testing.ts';
import type { Analysis } from './analyse.ts';
import type { Check } from './judge-nutrition.ts';
import nourishment from './pages/nourishment.server.ts';
import type { RecipeSheet } from './sheet.ts';

const area = '/admin/organization';
const monday = '2026-11-23';
let of: MenuBench;
let at: { place: number; meals: number[] };
type Row = Record<string, unknown> & { id: number };
const call = <T = { id: number }>(page: string, verb: string, body: Record<string, unknown> = {}) =>
  of.school.call<T>(`${area}/${page}`, verb, body);
const search = { menuDate: [monday, '2026-11-27'] };
const analysis = () => call<Analysis>('nourishment', 'analysis', { search });
const find = (checks: readonly Check[], key: string) => checks.find((one) => one.key === key)!;

async function importDishes(rows: readonly Record<string, unknown>[]): Promise<Map<number, string>> {
  const path = `${area}/organization_food`;
  const ctx = of.school.ctx(path);
  const types = await of.bench.db.selectFrom('food_type').select(['id', 'name']).execute();
  const binding = of.bench.services.registry.at(path)!.binding.importRows!;
  return ctx.db.transaction().execute((db) =>
    binding.commit(
      { ...ctx, db, audit: auditWith(ctx, db) },
      rows.map(({ type, ...values }, i) => ({
        rowNo: i + 1,
        values: { ...values, typeId: types.find((one) => one.name === type)!.id },
      })),
    ),
  );
}

const dishId = async (name: string) =>
  (await call<{ rows: Row[] }>('organization_food', 'query', { search: { name } })).rows[0]!.id;

async function plan(names: readonly string[]): Promise<void> {
  const items = await Promise.all(
    names.map(async (name) => ({
      dishId: await dishId(name),
      priceFen: 500,
      planQty: 100,
      orderLimit: null,
      limitPerPerson: null,
      cookName: '',
      needSample: true,
    })),
  );
  const week = await call<{ cells: { date: string; version: number }[] }>('food_menu_v2', 'week', { date: monday });
  const cells = Array.from({ length: 5 }, (_, i) => {
    const date = `2026-11-${23 + i}`;
    return {
      restaurantId: at.place,
      mealPeriodId: at.meals[1],
      date,
      version: week.cells.find((one) => one.date === date)?.version ?? null,
      items,
    };
  });
  expect(await call('food_menu_v2', 'save', { cells })).toMatchObject({ written: 5, unwritten: [] });
}

beforeAll(async () => {
  of = await menuBench([
    meal,
    restaurant,
    libStuff,
    stuffType,
    dishType,
    ...stuff,
    ...dish,
    ...menuV2,
    setting,
    nourishment,
    statistics,
    home,
  ]);
  at = await plantPlace(of);
  await call('food_menu/setting', 'update', {
    twoHands: false,
    repeatDays: 3,
    costRatio: null,
    peopleMix: [
      { ageGroup: '12-14', gender: 'M', heads: 100 },
      { ageGroup: '12-14', gender: 'F', heads: 100 },
    ],
  });
});
afterAll(() => of?.bench.database.drop());

test('foods nobody knows lower the coverage: no verdict, and it says so', async () => {
  const refused = await importDishes([
    { type: '主食', name: '米饭', priceFen: 100, recipeText: '粳米（标一） 130克' },
    { type: '大荤', name: '秘制烤肉', priceFen: 800, recipeText: '秘制肉 120克、菜籽油 12克、精盐 4克' },
    { type: '素菜', name: '清炒青菜', priceFen: 300, recipeText: '油菜 150克、神仙菜 100克、菜籽油 6克、精盐 1.5克' },
    {
      type: '大荤',
      name: '清炖牛肉',
      priceFen: 900,
      recipeText: '牛肉（后腿） 70克、胡萝卜 40克、大豆油 4克、精盐 0.8克',
    },
    { type: '素菜', name: '双蔬', priceFen: 300, recipeText: '菠菜（鲜） 130克、西兰花 60克、大豆油 3克、精盐 0.4克' },
    { type: '奶与饮品', name: '牛奶', priceFen: 300, recipeText: '纯牛奶（代表值，全脂） 250克' },
  ]);
  expect([...refused]).toEqual([]);
  const stuffs = await call<{ rows: Row[] }>('organization_food_stuff', 'query', { search: { linked: ['OWN'] } });
  expect(stuffs.rows.map((one) => one.name).sort()).toEqual(['神仙菜', '秘制肉'].sort());
  const typeOf = await of.bench.db
    .selectFrom('food_stuff as f')
    .innerJoin('food_stuff_type as t', 't.id', 'f.type_id')
    .where('f.name', '=', '神仙菜')
    .select('t.name')
    .executeTakeFirstOrThrow();
  expect(typeOf.name).toBe('其他');
  await plan(['米饭', '秘制烤肉', '清炒青菜']);
  const told = await analysis();
  expect(told.days).toBe(5);
  expect(find(told.checks, 'energy')).toMatchObject({ verdict: 'UNKNOWN', found: expect.stringMatching(/^≥ .*覆盖/) });
  expect(told.met).toContain('项数据不足');
});

test('completed, the week is judged: calcium is short, salt is over, and both name where they come from', async () => {
  const stuffs = (await call<{ rows: Row[] }>('organization_food_stuff', 'query', { search: { linked: ['OWN'] } }))
    .rows;
  for (const one of stuffs)
    await call('organization_food_stuff', 'update', {
      id: one.id,
      version: one.version,
      energy: 150,
      protein: 18,
      fat: 8,
      carbohydrate: 1,
      calcium: 8,
      iron: 2,
      sodium: 60,
    });
  const told = await analysis();
  expect(find(told.checks, 'energy').verdict).not.toBe('UNKNOWN');
  expect(find(told.checks, 'calcium')).toMatchObject({ verdict: 'SHORT' });
  expect(find(told.checks, 'calcium').from[0]).toContain('清炒青菜');
  expect(find(told.checks, 'SALT')).toMatchObject({ verdict: 'OVER', found: '5.5 克', from: ['精盐 5.5 克'] });
});

test('swapped dishes pass what failed; the rows say the same as the panel', async () => {
  await plan(['米饭', '清炖牛肉', '双蔬', '牛奶']);
  const told = await analysis();
  expect(find(told.checks, 'calcium').verdict).toBe('MET');
  expect(find(told.checks, 'SALT').verdict).toBe('MET');
  const { rows } = await call<{ rows: Row[] }>('nourishment', 'query', { search: { ...search, group: 'WEEK' } });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ metText: told.met });
  const days = await call<{ rows: Row[] }>('nourishment', 'query', { search: { ...search, group: 'DAY' } });
  expect(days.rows.map((one) => one.energy)).toEqual(Array(5).fill(rows[0]!.energy));
  const dishes = await call<{ rows: Row[] }>('nourishment', 'query', { search: { ...search, group: 'DISH' } });
  expect(dishes.rows.map((one) => one.scope).sort()).toEqual(['双蔬', '清炖牛肉', '牛奶', '米饭'].sort());
});

test('the recipe sheet has every dish with its grams; statistics count and warn of what repeats; the home says what waits', async () => {
  const sheet = await call<RecipeSheet>('nourishment', 'sheet', { search });
  expect(sheet.days).toHaveLength(5);
  expect(sheet.days[0]!.meals[0]!.dishes).toContainEqual({ name: '米饭', foods: '粳米（标一） 130g' });
  const { rows } = await call<{ rows: Row[] }>('food_menu_statistics', 'query', { search });
  expect(rows.find((one) => one.dishName === '米饭')).toMatchObject({
    times: 5,
    lastDate: '2026-11-27',
    averageQty: 100,
    repeatCount: 4,
    repeatText: '11-23 与 11-24；11-24 与 11-25；11-25 与 11-26 等',
  });
  of.bench.clock.set(Date.parse('2026-11-23T09:00:00+08:00'));
  const figures = await call<{ waiting: Record<string, number>; week: unknown[]; warnings: { errors: number } }>(
    'dishes_home',
    'figures',
  );
  expect(figures.waiting).toMatchObject({ unpublished: 4, pending: 0 });
  expect(figures.warnings.errors).toBeGreaterThan(0);
  expect(figures.week).toHaveLength(7);
});

test('another unit sees none of it', async () => {
  const { rows } = await of.company.call<{ rows: Row[] }>(`${area}/nourishment`, 'query', { search });
  expect(rows).toEqual([]);
  expect(await of.company.call(`${area}/nourishment`, 'sheet', { search })).toMatchObject({ days: [] });
});
