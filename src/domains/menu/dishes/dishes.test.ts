/** A unit's food-stuffs and dishes: links to the library, prices, versions, the check by somebody else, replacing everywhere. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import libDish from '../library/pages/food.server.ts';
import libStuff from '../library/pages/food_stuff.server.ts';
import stuffType from '../library/pages/food_stuff_type.server.ts';
import dishType from '../library/pages/food_type.server.ts';
import stuff from '../stuffs/pages/organization_food_stuff.server.ts';
import { type MenuBench, menuBench, refused } from '../testing.ts';
import { adoptDishes } from './adopt.ts';
import ingredient from './pages/ingredient.server.ts';
import dish from './pages/organization_food.server.ts';
import versions from './pages/organization_food-version.server.ts';
import platformFood from './pages/platform_food.server.ts';
import { readRecipe } from './read-recipe.ts';
import { replacedLines } from './replace-stuff.ts';

const area = '/admin/organization';
let of: MenuBench;
type Row = Record<string, unknown> & { id: number };
const school = <T = { id: number }>(page: string, verb: string, body: Record<string, unknown> = {}) =>
  of.school.call<T>(`${area}/${page}`, verb, body);
const checker = <T = { id: number }>(page: string, verb: string, body: Record<string, unknown> = {}) =>
  of.checker.call<T>(`${area}/${page}`, verb, body);
const rows = async (page: string, search: Record<string, unknown> = {}) =>
  (await school<{ rows: Row[] }>(page, 'query', { search })).rows;
const get = (page: string, id: number) => school<Row>(page, 'get', { id });
const libId = async (keyword: string) =>
  (await of.platform.call<Row[]>('/admin/platform/food_stuff', 'options', { keyword }))[0]!.id;
const typeId = async (keyword: string) =>
  (await of.platform.call<Row[]>('/admin/platform/food_type', 'options', { keyword }))[0]!.id;
const adopted = async (keyword: string) => {
  await school('organization_food_stuff', 'adopt', { libIds: [await libId(keyword)] });
  return (await rows('organization_food_stuff')).find((one) => String(one.name).includes(keyword))!.id;
};
const line = (foodStuffId: number, grams: number, more: Record<string, unknown> = {}) => ({
  foodStuffId,
  grams,
  basis: 'NET',
  lossRatio: 0,
  main: false,
  ...more,
});

let egg: number;
let tomato: number;

beforeAll(async () => {
  of = await menuBench([
    libDish,
    libStuff,
    stuffType,
    dishType,
    ...dish,
    ...versions,
    ...stuff,
    ...platformFood,
    ...ingredient,
  ]);
  egg = await adopted('鸡蛋（代表值）');
  tomato = await adopted('番茄');
});
afterAll(() => of?.bench.database.drop());

describe('food-stuffs of a unit', () => {
  test('what is not said is read in the library; what is said stays its own, and goes back when it says the same', async () => {
    const before = await get('organization_food_stuff', egg);
    expect(before).toMatchObject({ linked: 'LINKED', allergens: ['EGG'], ownAllergens: [] });
    await school('organization_food_stuff', 'update', { ...before, protein: 13.3, ownAllergens: ['MILK'] });
    expect(await get('organization_food_stuff', egg)).toMatchObject({ protein: 13.3, allergens: ['EGG', 'MILK'] });
    const stored = () =>
      of.bench.db.selectFrom('food_stuff').select('nutrients').where('id', '=', egg).executeTakeFirst();
    expect(await stored()).toEqual({ nutrients: { protein: 13.3 } });
    const now = await get('organization_food_stuff', egg);
    await school('organization_food_stuff', 'update', { ...now, protein: before.protein, ownAllergens: [] });
    expect(await stored()).toEqual({ nutrients: {} });
  });

  test('a price holds from its day on, and the history keeps them all', async () => {
    for (const [fromDate, priceFen] of [
      ['2026-11-01', 900],
      ['2026-11-20', 1000],
      ['2026-12-01', 1200],
    ])
      await school('organization_food_stuff', 'reprice', { id: egg, fromDate, priceFen, supplier: '' });
    expect(await get('organization_food_stuff', egg)).toMatchObject({ priceFen: 1000, priceFrom: '2026-11-20' });
    expect(await rows('organization_food_stuff/price', { foodStuffId: egg })).toHaveLength(3);
  });

  test('a food-stuff of its own needs a class; all it does not say is unknown', async () => {
    expect(await refused(school('organization_food_stuff', 'create', { name: '秘制酱' }))).toMatchObject({
      fields: ['typeId'],
    });
    const [sauce] = await of.platform.call<Row[]>('/admin/platform/food_stuff_type', 'options', { keyword: '酱' });
    const { id } = await school('organization_food_stuff', 'create', { name: '秘制酱', typeId: sauce!.id });
    expect(await get('organization_food_stuff', id)).toMatchObject({ linked: 'OWN', energy: null, allergens: [] });
  });
});

describe('dishes', () => {
  const make = async (name: string, recipe: unknown[], more: Record<string, unknown> = {}) =>
    (await school('organization_food', 'create', { name, typeId: await typeId('小荤'), recipe, ...more })).id;

  test('a dish is approved by somebody else, and never by who wrote it', async () => {
    const id = await make('番茄炒蛋', [line(egg, 60), line(tomato, 100)], { priceFen: 600 });
    expect(await refused(school('organization_food', 'approve', { id }))).toMatchObject({ code: 'NOT_NOW' });
    await school('organization_food', 'submit', { id });
    expect(await refused(school('organization_food', 'approve', { id }))).toMatchObject({ code: 'NOT_NOW' });
    expect(await refused(checker('organization_food', 'reject', { id, note: '' }))).toMatchObject({
      fields: ['note'],
    });
    await checker('organization_food/check_form', 'approve', { id, note: '可以' });
    expect(await get('organization_food', id)).toMatchObject({
      status: 'APPROVED',
      checkerName: '复核员',
      versionNo: 1,
    });
  });

  test('cost is the price of the day; a line without a price makes it a lower bound', async () => {
    const id = await make('蛋花番茄', [line(egg, 87, { basis: 'GROSS' }), line(tomato, 100)]);
    // 87 g bought at 10.00 a kilogram; the tomato has no price yet.
    expect(await get('organization_food', id)).toMatchObject({ costFen: 87, costText: '≥ 0.87 元，1 项无价' });
  });

  test('a changed recipe of an approved dish is a next version and waits for the check; its price is not', async () => {
    const [found] = await rows('organization_food', { name: '番茄炒蛋' });
    const { id } = found!;
    await school('organization_food', 'update', { id, priceFen: 700 });
    expect(await get('organization_food', id)).toMatchObject({ status: 'APPROVED', versionNo: 1, priceFen: 700 });
    await school('organization_food', 'update', {
      id,
      recipe: [line(egg, 80), line(tomato, 100)],
      mayContain: ['NUT'],
    });
    expect(await get('organization_food', id)).toMatchObject({
      status: 'PENDING',
      versionNo: 2,
      checkerName: '',
      allergens: ['EGG', 'NUT'],
    });
    expect(await school('organization_food', 'difference', { id })).toMatchObject({
      before: { no: 1 },
      now: { no: 2 },
      lines: [{ name: '鸡蛋（代表值）', before: '净重 60 克', now: '净重 80 克' }],
      allergens: { added: ['NUT'], gone: [] },
    });
    expect(await refused(school('organization_food', 'approve', { id }))).toMatchObject({ code: 'NOT_NOW' });
    expect(await rows('organization_food/version', { dishId: id })).toMatchObject([
      { no: 2, approved: false, allergens: ['NUT'], madeName: of.school.session.name },
      { no: 1, approved: true, recipeText: '鸡蛋（代表值） 60克、番茄 100克' },
    ]);
  });

  test('without a recipe and without declared allergens a dish is not declared and cannot be handed in', async () => {
    const id = await make('神秘菜', []);
    expect(await get('organization_food', id)).toMatchObject({ declared: false, doubtful: '没有配料，营养未知' });
    expect(await refused(school('organization_food', 'submit', { id }))).toMatchObject({ code: 'NO_CHANGE' });
  });

  test('recipe lines of nothing or over 2,000 g, and food-stuffs of other units, are refused', async () => {
    for (const grams of [0, 2000.5])
      expect(
        await refused(
          school('organization_food', 'create', {
            name: '错',
            typeId: await typeId('小荤'),
            recipe: [line(egg, grams)],
          }),
        ),
      ).toMatchObject({ fields: ['recipe', 'recipe.0.grams'] });
    expect(
      await refused(
        of.company.call(`${area}/organization_food`, 'create', {
          name: '偷',
          typeId: await typeId('小荤'),
          recipe: [line(egg, 10)],
        }),
      ),
    ).toMatchObject({ fields: ['recipe', 'recipe.0.foodStuffId'] });
  });

  test('more is lost than ninety in a hundred: refused', async () => {
    const recipe = [{ ...line(egg, 10), lossRatio: 9_001 }];
    expect(
      await refused(school('organization_food', 'create', { name: '全损', typeId: await typeId('小荤'), recipe })),
    ).toMatchObject({ fields: ['recipe', 'recipe.0.lossRatio'] });
  });

  test('words that look like formulas stay words', async () => {
    const id = await make('=1+1<b>', [line(egg, 10)]);
    expect(await get('organization_food', id)).toMatchObject({ name: '=1+1<b>' });
  });
});

describe('the library in the unit', () => {
  test('adopting copies recipe and links food-stuffs; a newer version changes what is ticked and nothing else', async () => {
    const pepper = await libId('甜椒');
    const created = await of.platform.call<Row>('/admin/platform/food', 'create', {
      name: '甜椒炒蛋',
      typeId: await typeId('小荤'),
      method: '滑炒',
      recipe: [line(await libId('鸡蛋（代表值）'), 50), line(pepper, 80)],
    });
    await of.platform.call('/admin/platform/food', 'publish', { id: created.id });
    expect(await rows('platform_food')).toMatchObject([{ name: '甜椒炒蛋', adopted: false }]);
    // Two at once: the second finds it there.
    await Promise.all([school, checker].map((who) => who('platform_food', 'adopt', { id: created.id })));
    const [own, ...more] = await rows('organization_food', { name: '甜椒炒蛋' });
    expect(more).toEqual([]);
    expect(own).toMatchObject({ status: 'DRAFT', lineCount: 2, libNews: null });
    expect((own!.recipe as Row[])[0]!.foodStuffId).toBe(egg);
    await of.platform.call('/admin/platform/food', 'update', {
      id: created.id,
      method: '爆炒',
      recipe: [line(await libId('鸡蛋（代表值）'), 60), line(pepper, 80)],
    });
    expect((await rows('organization_food', { name: '甜椒炒蛋' }))[0]).toMatchObject({ libNews: '库有新版 v2' });
    const told = await school<{ lines: [string, string][] }>('organization_food', 'outcome', {
      action: 'takeNews',
      id: own!.id,
    });
    expect(told.lines.map(([label]) => label)).toEqual(['平台版本', '配料', '做法']);
    await school('organization_food', 'takeNews', { id: own!.id, keys: ['recipe'] });
    const after = await get('organization_food', own!.id);
    expect(after).toMatchObject({ method: '滑炒', libNews: null });
    expect((after.recipe as { grams: number }[])[0]!.grams).toBe(60);
    await of.platform.call('/admin/platform/food', 'withdraw', { id: created.id });
    expect((await rows('organization_food', { name: '甜椒炒蛋' }))[0]).toMatchObject({ libNews: '库中已下架' });
    // Taken off between the click and the command.
    expect(await adoptDishes(of.school.ctx(`${area}/platform_food`), [created.id])).toMatchObject({
      code: 'NOT_ON_SHELF',
    });
    expect(await refused(of.company.call(`${area}/platform_food`, 'adopt', { id: created.id }))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refused(of.platform.call('/admin/platform/food', 'remove', { id: created.id }))).toMatchObject({
      code: 'IN_USE',
    });
  });
});

describe('replacing a food-stuff everywhere', () => {
  test('grams follow the ratio, a recipe that has both has them together', () => {
    const lines = [
      { foodStuffId: 1, grams: 30, basis: 'NET' as const, lossRatio: 0, main: true },
      { foodStuffId: 2, grams: 10, basis: 'NET' as const, lossRatio: 0, main: false },
    ];
    expect(
      replacedLines(lines, { fromId: 1, intoId: 3, ratio: 5000 }).map((one) => [one.foodStuffId, one.grams]),
    ).toEqual([
      [3, 15],
      [2, 10],
    ]);
    expect(replacedLines(lines, { fromId: 1, intoId: 2, ratio: 10_000 })).toMatchObject([
      { foodStuffId: 2, grams: 40 },
    ]);
  });

  test('it says what it would do, does it to every dish, and takes it back', async () => {
    const duck = await adopted('鸭蛋');
    const using = await rows('ingredient', { foodStuffId: [egg] });
    const told = await school<{ lines: [string, string][] }>('ingredient', 'outcome', {
      action: 'replace',
      fromId: egg,
      intoId: duck,
      ratio: 10_000,
    });
    expect(told.lines[0]![1]).toMatch(new RegExp(`^${using.length} 道`));
    await school('ingredient', 'replace', { fromId: egg, intoId: duck, ratio: 10_000 });
    expect(await rows('ingredient', { foodStuffId: [egg] })).toEqual([]);
    const [kept] = await rows('ingredient/replaced');
    expect(kept).toMatchObject({ dishCount: using.length });
    await school('ingredient/replaced', 'replace', { id: kept!.id });
    expect(await rows('ingredient', { foodStuffId: [egg] })).toHaveLength(using.length);
    expect(await refused(school('ingredient/replaced', 'replace', { id: kept!.id }))).toMatchObject({
      code: 'NOT_NOW',
    });
  });

  test('duplicates are merged with their recipes and prices', async () => {
    const { id: double } = await school('organization_food_stuff', 'create', {
      name: '西红柿',
      libId: await libId('番茄'),
      priceFen: 500,
      priceFrom: '2026-11-02',
    });
    const { id: soup } = await school('organization_food', 'create', {
      name: '西红柿汤',
      typeId: await typeId('汤'),
      recipe: [line(double, 50)],
    });
    expect(await refused(school('organization_food_stuff', 'merge', { ids: [tomato], intoId: tomato }))).toMatchObject({
      code: 'NO_CHANGE',
    });
    await school('organization_food_stuff', 'merge', { ids: [double], intoId: tomato });
    expect(await get('organization_food', soup)).toMatchObject({ costText: '0.26 元' });
    expect(await refused(get('organization_food_stuff', double))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await refused(school('organization_food_stuff', 'remove', { id: tomato }))).toMatchObject({
      code: 'IN_USE',
    });
  });
});

test('a recipe in one cell is read by its names and grams, and says which part it does not understand', () => {
  expect(readRecipe('鸡胸脯肉 80克、黄瓜50，精盐 1.5g')).toEqual([
    { name: '鸡胸脯肉', grams: 80 },
    { name: '黄瓜', grams: 50 },
    { name: '精盐', grams: 1.5 },
  ]);
  expect(readRecipe('纯牛奶（代表值，全脂） 200克、白砂糖 5')).toEqual([
    { name: '纯牛奶（代表值，全脂）', grams: 200 },
    { name: '白砂糖', grams: 5 },
  ]);
  expect(readRecipe('')).toEqual([]);
  expect(readRecipe('番茄')).toEqual({ problem: '「番茄」没有写克数，应如“番茄 100克”' });
  expect(readRecipe('番茄 3000')).toMatchObject({ problem: expect.stringContaining('番茄') });
  expect(readRecipe('番茄 10、番茄 20')).toMatchObject({ problem: '「番茄」写了两次' });
});
