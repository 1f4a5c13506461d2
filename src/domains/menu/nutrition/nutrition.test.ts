/** Menus against what people need: targets of a mix, meals by head, checks that do not judge what is not known. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverage, portionOf, scale } from './amounts.ts';
import { eatenAt, eatenOn, type ServedItem, type ServedMeal, weightsOf } from './eaten.ts';
import { adviceOf, type Check, judgeNutrition, metText, type Served } from './judge-nutrition.ts';
import { standards } from './standards.ts';
import { evenly, mixOf, targetOf, yearsOn } from './targets.ts';

const day = '2026-11-23';
const item = (dishId: number, energy: number, planQty: number, more: Partial<ServedItem> = {}): ServedItem => ({
  dishId,
  planQty,
  staple: false,
  amounts: portionOf([{ net: 100, nutrients: { energy, protein: 10, fat: 5, carbohydrate: 20 }, weighs: true }]),
  lines: [{ name: `食材${dishId}`, net: 100, foodClass: 'VEGETABLE', mark: null }],
  ...more,
});
const meal = (items: readonly ServedItem[], more: Partial<ServedMeal> = {}): ServedMeal => ({
  date: day,
  restaurantId: 1,
  mealPeriodId: 1,
  mealName: '午餐',
  choice: false,
  items,
  ...more,
});

describe('targets', () => {
  test('pupils need what WS/T 554 says, boys and girls by their heads', () => {
    const of = (gender: string) => targetOf([{ ageGroup: '12-14', gender, heads: 10 }], standards, day).nutrients;
    expect([of('M').energy?.low, of('F').energy?.low, of('M').calcium?.low]).toEqual([2450, 2100, 950]);
    expect(targetOf(evenly('12-14'), standards, day).nutrients.energy?.low).toBe(2275);
    expect(of('M').vitaminA?.doubtful).toBe(false);
    expect(targetOf(evenly('6-8'), standards, day).nutrients.zinc?.doubtful).toBe(true);
  });

  test('the mean lies between its parts, whoever is in the mix', () => {
    const mix = fc.uniqueArray(
      fc.record({
        ageGroup: fc.constantFrom('6-8', '9-11', '12-14', '15-17', '18-29', '30-49', '50-64'),
        gender: fc.constantFrom('M', 'F'),
        heads: fc.integer({ min: 1, max: 5000 }),
      }),
      { minLength: 1, selector: (line) => line.ageGroup + line.gender },
    );
    fc.assert(
      fc.property(mix, (lines) => {
        const own = lines.map((line) => targetOf([line], standards, day).nutrients.energy!.low!);
        const mean = targetOf(lines, standards, day).nutrients.energy!.low!;
        expect(mean).toBeGreaterThanOrEqual(Math.min(...own) - 1e-6);
        expect(mean).toBeLessThanOrEqual(Math.max(...own) + 1e-6);
      }),
    );
  });

  test('what is known for too few of them is no target: zinc of grown-ups', () => {
    expect(targetOf(evenly('30-49'), standards, day).nutrients.zinc).toBeUndefined();
    expect(targetOf([], standards, day)).toMatchObject({ nutrients: {}, heads: 0, pupils: 0 });
  });

  test('people are counted by their age on the day', () => {
    expect([yearsOn('2014-11-23', day), yearsOn('2014-11-24', day)]).toEqual([12, 11]);
    const people = [
      { birthday: '2013-01-01', gender: 'F' },
      { birthday: '2013-05-01', gender: 'F' },
      { birthday: null, gender: 'M' },
      { birthday: '1980-01-01', gender: null },
    ];
    expect(mixOf(people, day)).toEqual([{ ageGroup: '12-14', gender: 'F', heads: 2 }]);
  });
});

describe('what one head eats', () => {
  test('of a set meal everything; where people choose, by the portions planned', () => {
    const items = [item(1, 200, 300, { staple: true }), item(2, 300, 100), item(3, 100, 200)];
    expect(weightsOf(meal(items))).toEqual([1, 1, 1]);
    expect(weightsOf(meal(items, { choice: true }))).toEqual([1, 100 / 300, 200 / 300]);
    expect(eatenAt(meal(items, { choice: true })).amounts.values.energy![0]).toBeCloseTo(200 + 100 + 66.667, 2);
  });

  test('meals of a day add up; of two restaurants at one meal one is eaten at', () => {
    const lunch = meal([item(1, 600, 0)]);
    const other = meal([item(2, 800, 0)], { restaurantId: 2 });
    const dinner = meal([item(3, 500, 0)], { mealPeriodId: 2, mealName: '晚餐' });
    expect(eatenOn([lunch, other, dinner]).amounts.values.energy![0]).toBe(1200);
  });
});

describe('judging', () => {
  const target = targetOf(evenly('12-14'), standards, day);
  const served = (more: Partial<Served> = {}): Served => ({
    amounts: portionOf([
      {
        net: 400,
        nutrients: { energy: 213, protein: 5.9, fat: 5.9, carbohydrate: 34, calcium: 89, sodium: 150 },
        weighs: true,
      },
    ]),
    food: [
      { name: '粳米', foodClass: 'CEREAL', mark: null, grams: 150 },
      { name: '菠菜', foodClass: 'VEGETABLE', mark: 'DARK', grams: 100 },
      { name: '白菜', foodClass: 'VEGETABLE', mark: null, grams: 60 },
      { name: '冬瓜', foodClass: 'VEGETABLE', mark: null, grams: 30 },
      { name: '精盐', foodClass: 'SALT', mark: null, grams: 3 },
      { name: '鸡蛋', foodClass: 'EGG', mark: null, grams: 60 },
    ],
    share: 0.375,
    mainMeals: 1,
    days: 1,
    ...more,
  });
  const find = (checks: readonly Check[], key: string) => checks.find((one) => one.key === key);

  test('each check says what there is, what should be, and where it comes from', () => {
    const checks = judgeNutrition(served(), target);
    expect(find(checks, 'energy')).toMatchObject({ verdict: 'MET' });
    expect(find(checks, 'calcium')).toMatchObject({ verdict: 'MET' });
    expect(find(checks, 'SALT')).toMatchObject({
      verdict: 'OVER',
      found: '3 克',
      wanted: '≤ 2 克',
      from: ['精盐 3 克'],
    });
    expect(find(checks, 'VEGETABLE')).toMatchObject({ verdict: 'MET' });
    expect(find(checks, 'MILK')).toMatchObject({ verdict: 'SHORT', found: '0 克' });
    expect(find(checks, 'vegetables')).toMatchObject({ verdict: 'MET' });
    expect(find(checks, 'dark')).toMatchObject({ verdict: 'MET', found: '53 %' });
    expect(find(checks, 'groups')).toMatchObject({ verdict: 'MET', found: '3 类' });
    expect(adviceOf(checks)).toMatch(/不足：.*；超出：烹调用盐/);
  });

  test('below four fifths of coverage there is no verdict, whatever the figure', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 79 }), fc.integer({ min: 0, max: 5000 }), (known, calcium) => {
        const amounts = portionOf([
          { net: known, nutrients: { calcium }, weighs: true },
          { net: 100 - known, nutrients: {}, weighs: true },
        ]);
        expect(coverage(amounts, 'calcium')).toBeCloseTo(known / 100, 9);
        const check = find(judgeNutrition(served({ amounts }), target), 'calcium')!;
        expect(check.verdict).toBe('UNKNOWN');
        expect(check.found).toContain(`（覆盖 ${known}%）`);
      }),
    );
  });

  test('dishes without a recipe take the verdicts away, of food as of nutrients', () => {
    const { amounts, ...rest } = served();
    const checks = judgeNutrition({ ...rest, amounts: { ...scale(amounts, 2), portions: 3, blind: 1 } }, target);
    expect(checks.filter((one) => one.verdict !== 'UNKNOWN').map((one) => one.key)).toEqual([]);
    expect(metText(checks)).toBe(`符合 0 / 0 项，${checks.length} 项数据不足`);
  });

  test('the share that is met counts those judged alone', () => {
    const checks = judgeNutrition(served(), target);
    const unknown = checks.filter((one) => one.verdict === 'UNKNOWN').length;
    const met = checks.filter((one) => one.verdict === 'MET').length;
    expect(unknown).toBeGreaterThan(0);
    expect(metText(checks)).toBe(`符合 ${met} / ${checks.length - unknown} 项，${unknown} 项数据不足`);
  });

  test('grown-ups are held to theirs: protein shares, sodium, no amounts of food that are not known for them', () => {
    const checks = judgeNutrition(served(), targetOf(evenly('30-49'), standards, day)).map((one) => one.key);
    expect(checks).toContain('sodium');
    expect(checks).toContain('proteinShare');
    expect(checks).not.toContain('VEGETABLE');
    expect(checks).not.toContain('zinc');
    const salty = served({ food: [{ name: '精盐', foodClass: 'SALT', mark: null, grams: 6 }], share: 1 });
    const found = judgeNutrition(salty, targetOf(evenly('30-49'), standards, day));
    expect(find(found, 'SALT')).toMatchObject({ verdict: 'OVER', found: '6 克', wanted: '≤ 5 克' });
    expect(find(found, 'SUGAR')).toMatchObject({ verdict: 'MET', wanted: '≤ 50 克' });
  });

  test('pupils have liver once a week: told of a week, not of a day', () => {
    const liver = (days: number, grams: number) =>
      find(
        judgeNutrition(served({ days, food: [{ name: '鸡肝', foodClass: 'MEAT', mark: 'LIVER', grams }] }), target),
        'LIVER',
      );
    expect(liver(1, 0)).toBeUndefined();
    expect([liver(5, 3), liver(5, 4)]).toMatchObject([{ verdict: 'SHORT', found: '15 克' }, { verdict: 'MET' }]);
  });
});
