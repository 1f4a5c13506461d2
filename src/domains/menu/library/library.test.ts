/** The platform's library: the composition table as it is mended, classes, foods and dishes with their versions. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../../../kit/server/refusal.ts';
import { tenancy } from '../../tenancy/domain.ts';
import { type Caller, type UnitBench, unitBench, units } from '../../tenancy/testing.ts';
import { menu } from '../domain.ts';
import { nutrientKeys } from '../nutrition/nutrients.ts';
import { loadLibrary } from './load-library.ts';
import food from './pages/food.server.ts';
import foodStuff from './pages/food_stuff.server.ts';
import foodStuffType from './pages/food_stuff_type.server.ts';
import foodType from './pages/food_type.server.ts';
import foodVersion from './pages/food-version.server.ts';
import { type LibraryFood, namesOf, readComposition } from './read-composition.ts';
import { typeOfCode } from './types.ts';

const area = '/admin/platform';

describe('the composition table', () => {
  const foods = readComposition(readFileSync(new URL('../composition/food-composition.csv', import.meta.url), 'utf8'));
  const at = (code: string): LibraryFood => foods.find((one) => one.code === code)!;

  test('every row is a food under its own code, with a class', () => {
    expect(foods).toHaveLength(1650);
    expect(new Set(foods.map((one) => one.code)).size).toBe(1650);
    for (const one of foods) expect(typeOfCode(one.code).name).not.toBe('');
  });

  test('codes keep their zeros, brackets are aliases', () => {
    expect(at('082105')).toMatchObject({ name: '牛肉（里脊肉）', alias: '牛柳' });
    expect(at('045301')).toMatchObject({ name: '菠菜（鲜）', alias: '赤根菜', mark: 'DARK' });
    expect(namesOf('鲢鱼 [白鲢、胖子，连子鱼]')).toEqual({ name: '鲢鱼', alias: '白鲢、胖子、连子鱼' });
  });

  test('a blank is not known: no key, never a zero', () => {
    const milk = at('101130').nutrients;
    expect(milk.energy).toBe(60);
    expect('niacin' in milk).toBe(false);
    expect(milk.copper).toBe(0);
  });

  test('vitamin A is computed anew from retinol and carotene where both are given', () => {
    // Printed 344 µg RE of 4,010 µg carotene; RAE counts a twelfth.
    expect(at('041202').nutrients.vitaminA).toBeCloseTo(4010 / 12, 0);
    expect(at('131122').nutrients.vitaminA).toBe(466);
  });

  test('of the 16 powders whose columns are shifted only energy, protein, fat and carbohydrate are taken', () => {
    const shifted = foods.filter((one) => one.note.includes('错位'));
    expect(shifted).toHaveLength(16);
    for (const { nutrients } of shifted)
      expect(nutrientKeys.filter((key) => nutrients[key] !== undefined)).toEqual([
        'energy',
        'protein',
        'fat',
        'carbohydrate',
      ]);
  });

  test('infant food and branded milk are not offered by default, plain milk is', () => {
    expect(foods.filter((one) => one.code.startsWith('13')).every((one) => one.rare)).toBe(true);
    expect([at('101111').rare, at('101101x').rare, at('103001').rare]).toEqual([true, false, false]);
  });

  test('allergens and what schools may not serve are told by class', () => {
    expect(at('111101x').allergens).toEqual(['EGG']);
    expect(at('072004').allergens).toEqual(['PEANUT']);
    expect(at('123301').allergens).toEqual(['CRUSTACEAN', 'FISH']);
    expect([at('042120').risk, at('045412').risk, at('051038').risk]).toEqual([
      'GREEN_BEAN',
      'DAYLILY',
      'WILD_MUSHROOM',
    ]);
  });
});

describe('the library', () => {
  let bench: UnitBench;
  let platform: Caller;
  const call = <T = { id: number }>(page: string, verb: string, body: Record<string, unknown>) =>
    platform.call<T | Refusal>(`${area}/${page}`, verb, body) as Promise<T>;
  const refused = async (answer: Promise<unknown>) => {
    const one = await answer;
    return isRefusal(one) ? { code: one.code, fields: Object.keys(one.fields ?? {}) } : one;
  };
  const stuffId = async (name: string) =>
    (await call<{ id: number }[]>('food_stuff', 'options', { keyword: name }))[0]!.id;

  beforeAll(async () => {
    bench = await unitBench([tenancy, menu], [food, foodVersion, foodStuff, foodStuffType, foodType]);
    expect(await loadLibrary(bench.services)).toBe(1660);
    expect(await loadLibrary(bench.services)).toBe(0);
    platform = await bench.as('PLATFORM', 1).catch(() => bench.as('PLATFORM', units.agent));
  });
  afterAll(() => bench?.database.drop());

  test('choices find foods by alias and keep branded milk back until it is typed in full', async () => {
    const names = async (keyword: string) =>
      (await call<{ name: string }[]>('food_stuff', 'options', { keyword })).map((one) => one.name);
    expect(await names('赤根菜')).toContain('菠菜（鲜）');
    expect(await names('蒙牛牌')).toEqual([]);
    expect(await names('纯牛奶（全脂，蒙牛牌）')).toEqual(['纯牛奶（全脂，蒙牛牌）']);
  });

  test('a food keeps what is not known unknown, and is refused when its parts weigh too much', async () => {
    const [type] = await call<{ id: number }[]>('food_stuff_type', 'options', { keyword: '酱' });
    const sauce = { name: '黄豆酱', code: 'L0001', typeId: type!.id, edibleRatio: 10_000, source: '产品标签' };
    expect(await refused(call('food_stuff', 'create', { ...sauce, protein: 60, fat: 30, carbohydrate: 20 }))).toEqual({
      code: 'TOO_HEAVY',
      fields: ['protein'],
    });
    expect(await refused(call('food_stuff', 'create', { ...sauce, sodium: -1 }))).toMatchObject({
      code: 'INVALID_FIELDS',
      fields: ['sodium'],
    });
    expect(await refused(call('food_stuff', 'create', { ...sauce, edibleRatio: 0 }))).toMatchObject({
      fields: ['edibleRatio'],
    });
    expect(await refused(call('food_stuff', 'create', { ...sauce, protein: 101 }))).toMatchObject({
      fields: ['protein'],
    });
    const { id } = await call('food_stuff', 'create', { ...sauce, sodium: 6000.5, energy: 100 });
    await call('food_stuff', 'update', { id, protein: 12.1 });
    const stored = await bench.db.selectFrom('lib_food_stuff').selectAll().where('id', '=', id).executeTakeFirst();
    expect(stored?.nutrients).toEqual({ sodium: 6000.5, energy: 100, protein: 12.1 });
    await call('food_stuff', 'update', { id, energy: null });
    const after = await bench.db.selectFrom('lib_food_stuff').selectAll().where('id', '=', id).executeTakeFirst();
    expect(after?.nutrients).toEqual({ sodium: 6000.5, protein: 12.1 });
    expect(await refused(call('food_stuff', 'create', sauce))).toMatchObject({ code: 'DUPLICATE', fields: ['code'] });
  });

  test('a published dish gets a next version for a change of its recipe, a draft does not', async () => {
    const [type] = await call<{ id: number }[]>('food_type', 'options', { keyword: '小荤' });
    const [egg, tomato] = [await stuffId('鸡蛋（代表值）'), await stuffId('番茄')];
    const line = (foodStuffId: number, grams: number) => ({
      foodStuffId,
      grams,
      basis: 'NET',
      lossRatio: 0,
      main: false,
    });
    const { id } = await call('food', 'create', { name: '番茄炒蛋', typeId: type!.id });
    expect(await refused(call('food', 'publish', { id }))).toMatchObject({ code: 'NO_CHANGE' });
    await call('food', 'update', { id, recipe: [line(egg, 60), line(tomato, 100)] });
    await call('food', 'publish', { id });
    const shown = () => call<Record<string, unknown>>('food', 'get', { id });
    const first = await shown();
    expect(first).toMatchObject({
      versionNo: 1,
      lineCount: 2,
      allergens: ['EGG'],
      declared: true,
      status: 'PUBLISHED',
    });
    expect(first.energy).toBeGreaterThan(80);
    await call('food', 'update', { id, spicy: '1' });
    expect(await shown()).toMatchObject({ versionNo: 1, spicy: '1' });
    await call('food', 'update', { id, recipe: [line(egg, 60), line(tomato, 120)], mayContain: ['MILK'] });
    expect(await shown()).toMatchObject({ versionNo: 2, allergens: ['EGG', 'MILK'] });
    const versions = await bench.db.selectFrom('lib_dish_version').selectAll().where('dish_id', '=', id).execute();
    expect(versions.map((one) => [one.no, one.frozen]).sort()).toEqual([
      [1, true],
      [2, true],
    ]);
    for (const grams of [0, 2000.1])
      expect(await refused(call('food', 'update', { id, recipe: [line(egg, grams)] }))).toMatchObject({
        fields: ['recipe', 'recipe.0.grams'],
      });
  });

  test('dishes come in with their recipes; a food the library has not is named, and nothing of its row is written', async () => {
    const [type] = await call<{ id: number }[]>('food_type', 'options', { keyword: '小荤' });
    const row = (rowNo: number, name: string, recipeText: string) => ({
      rowNo,
      values: { name, typeId: type!.id, recipeText, method: '炒' },
    });
    const rows = [
      row(1, '青椒炒蛋', '鸡蛋（代表值） 60克、番茄 30'),
      row(2, '仙丹', '凤凰胆 5克'),
      row(3, '无克数', '番茄'),
    ];
    const binding = food.binding.importRows!;
    const told = await binding.check!(platform.ctx('/admin/platform/food'), rows);
    expect([...told.keys()]).toEqual([2, 3]);
    expect(told.get(2)!.recipeText).toContain('凤凰胆');
    const unwritten = await binding.commit(platform.ctx('/admin/platform/food'), rows);
    expect([...unwritten.keys()]).toEqual([2, 3]);
    const { rows: made } = await call<{ rows: { id: number; lineCount: number }[] }>('food', 'query', {
      search: { name: '青椒炒蛋' },
    });
    expect(made).toMatchObject([{ lineCount: 2 }]);
    const versions = await call<{ rows: Record<string, unknown>[] }>('food/version', 'query', {
      search: { dishId: made[0]!.id },
    });
    expect(versions.rows).toMatchObject([{ no: 1, current: true, recipeText: '鸡蛋（代表值） 60克、番茄 30克' }]);
    expect(await call<{ rows: unknown[] }>('food', 'query', { search: { name: '仙丹' } })).toMatchObject({ rows: [] });
  });

  test('an input emptied by an edit is what its column begins with; one not sent stays', async () => {
    const made = { name: '菌藻', code: 'J9', foodClass: 'VEGETABLE', shelfDays: 3, needTest: true, sort: 7 };
    const { id } = await call('food_stuff_type', 'create', made);
    const stored = () => bench.db.selectFrom('food_stuff_type').selectAll().where('id', '=', id).executeTakeFirst();
    await call('food_stuff_type', 'update', { id, sort: null, shelfDays: null });
    expect(await stored()).toMatchObject({ sort: 0, shelf_days: null, need_test: true });
    await call('food_stuff_type', 'update', { id, needTest: null });
    expect(await stored()).toMatchObject({ need_test: false, sort: 0 });
  });

  test('what is in use is not deleted: a class, a food of a recipe', async () => {
    const [type] = await call<{ id: number }[]>('food_type', 'options', { keyword: '小荤' });
    expect(await refused(call('food_type', 'remove', { id: type!.id }))).toMatchObject({ code: 'IN_USE' });
    expect(await refused(call('food_stuff', 'remove', { id: await stuffId('番茄') }))).toMatchObject({
      code: 'IN_USE',
    });
    const [vegetables] = await call<{ id: number }[]>('food_stuff_type', 'options', { keyword: '根菜' });
    expect(await refused(call('food_stuff_type', 'remove', { id: vegetables!.id }))).toMatchObject({ code: 'IN_USE' });
    const { id } = await call('food_type', 'create', { name: '小食' });
    expect(await refused(call('food_type', 'update', { id, parentId: type!.id }))).toMatchObject({
      fields: ['parentId'],
    });
    expect(await refused(call('food_type', 'remove', { id }))).toBeNull();
  });
});
