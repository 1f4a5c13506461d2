/** Menus: writing many cells, what stands against publishing, what an item keeps, stop-sale, cycles laid over dates. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import meal from '../../tenancy/meals/pages/meal.server.ts';
import restaurant from '../../tenancy/places/pages/restaurant.server.ts';
import { layCycle, withOthers } from '../cycles/cycles.ts';
import dish from '../dishes/pages/organization_food.server.ts';
import versions from '../dishes/pages/organization_food-version.server.ts';
import libStuff from '../library/pages/food_stuff.server.ts';
import stuffType from '../library/pages/food_stuff_type.server.ts';
import dishType from '../library/pages/food_type.server.ts';
import { judgeDays, mealsOfCells } from '../nutrition/judge-days.ts';
import stuff from '../stuffs/pages/organization_food_stuff.server.ts';
import { type MenuBench, menuBench, plantPlace, refused } from '../testing.ts';
import { closeMenus } from './close-menus.ts';
import { addDays, mondayOf, weekdayOf, weekOf } from './days.ts';
import {
  begin,
  changedCells,
  emptyCell,
  freshItem,
  type Grid,
  gridOf,
  moveItems,
  putItems,
  redo,
  step,
  takeItems,
  undo,
} from './grid-state.ts';
import menuV1 from './pages/food_menu.server.ts';
import menuV2 from './pages/food_menu_v2.server.ts';
import setting from './pages/menu_setting.server.ts';
import { initials, matches } from './pinyin.ts';
import { unpublishedWeeks } from './unpublished-weeks.ts';
import type { Week } from './week.ts';

const area = '/admin/organization';
type Row = Record<string, unknown> & { id: number };

describe('days and cycles', () => {
  const date = fc.integer({ min: 0, max: 3000 }).map((n) => addDays('2024-01-01', n));

  test('weeks begin on Monday, whatever the day', () => {
    expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-22'), mondayOf('2026-11-22')]).toEqual([1, 7, '2026-11-16']);
    fc.assert(
      fc.property(date, (day) => {
        expect(weekOf(day)).toContain(day);
        expect(weekdayOf(weekOf(day)[0]!)).toBe(1);
      }),
    );
  });

  test('a laid cycle touches no day off, keeps weekdays when it skips, and loses no day when it shifts', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 27 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        date,
        fc.integer({ min: 1, max: 60 }),
        fc.nat(3),
        days,
        fc.uniqueArray(fc.nat(59)),
        (from, long, first, own, off) => {
          const gone = new Set(off.map((n) => addDays(from, n)));
          const laying = {
            weeks: 4,
            from,
            to: addDays(from, long - 1),
            firstWeek: first + 1,
            isOff: (day: string) => gone.has(day),
          };
          const skipped = layCycle({ ...laying, onDaysOff: 'SKIP' }, own);
          for (const day of skipped) {
            expect(gone.has(day.date)).toBe(false);
            expect(day.weekday).toBe(weekdayOf(day.date));
          }
          const shifted = layCycle({ ...laying, onDaysOff: 'SHIFT' }, own);
          expect(shifted).toHaveLength(
            Array.from({ length: long }, (_, i) => addDays(from, i)).filter((day) => !gone.has(day)).length,
          );
          const order = [...own].sort((a, b) => a - b);
          const at = shifted.map((day) => order.indexOf((day.weekNo - 1) * 7 + day.weekday - 1));
          for (let i = 1; i < at.length; i++) expect(at[i]).toBe((at[i - 1]! + 1) % order.length);
        },
      ),
    );
  });

  test('what a filled cell becomes goes by the mode', () => {
    const [a, b] = [
      [{ dishId: 1 }, { dishId: 2 }],
      [{ dishId: 2 }, { dishId: 3 }],
    ];
    const ids = (mode: 'KEEP' | 'REPLACE' | 'MERGE') => withOthers(a, b, mode).map((one) => one.dishId);
    expect([ids('KEEP'), ids('REPLACE'), ids('MERGE')]).toEqual([
      [1, 2],
      [2, 3],
      [1, 2, 3],
    ]);
  });
});

describe('the grid before it is saved', () => {
  const cell = (day: string) => emptyCell(1, day, 1);
  const [monday, tuesday] = [cell('2026-11-23'), cell('2026-11-24')];
  const start: Grid = putItems(new Map(), monday, [freshItem(1, 100), freshItem(2, 200)]);
  const dishes = (grid: Grid, day = monday) => (grid.get(day.key)?.items ?? []).map((item) => item.dishId);

  test('a dish is on a meal once; moving takes it along, copying leaves it', () => {
    expect(dishes(putItems(start, monday, [freshItem(1, 5)]))).toEqual([1, 2]);
    const moved = moveItems(start, [{ key: monday.key, dishId: 1 }], tuesday, false);
    expect([dishes(moved), dishes(moved, tuesday)]).toEqual([[2], [1]]);
    const copied = moveItems(start, [{ key: monday.key, dishId: 1 }], tuesday, true);
    expect([dishes(copied), dishes(copied, tuesday)]).toEqual([[1, 2], [1]]);
    expect(dishes(moveItems(start, [{ key: monday.key, dishId: 2 }], monday, false, 1))).toEqual([2, 1]);
  });

  test('a published meal gives copies and takes nothing', () => {
    const locked: Grid = new Map(start).set(monday.key, { ...start.get(monday.key)!, status: 'PUBLISHED' });
    expect(putItems(locked, monday, [freshItem(3, 0)])).toBe(locked);
    expect(takeItems(locked, [{ key: monday.key, dishId: 1 }])).toBe(locked);
    expect(dishes(moveItems(locked, [{ key: monday.key, dishId: 1 }], tuesday, false), tuesday)).toEqual([1]);
  });

  test('taking steps back and forth comes out where it was; a meal put back says nothing changed', () => {
    const gone = step(begin(start), takeItems(start, [{ key: monday.key, dishId: 1 }]));
    expect(changedCells(start, gone.now)).toHaveLength(1);
    expect(changedCells(start, undo(gone).now)).toEqual([]);
    expect(redo(undo(gone)).now).toBe(gone.now);
    expect(undo(begin(start)).now).toBe(start);
  });

  test('dishes are found by their initials', () => {
    expect(initials('番茄炒蛋')).toBe('fqcd');
    expect(initials('红烧肉')).toBe('hsr');
    expect([matches('番茄炒蛋', 'fqc'), matches('番茄炒蛋', '炒蛋'), matches('番茄炒蛋', 'xy')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('menus of a unit', () => {
  let of: MenuBench;
  let place: number;
  let meals: number[];
  const dishes = new Map<string, number>();
  const day = '2026-11-23';
  const v2 = <T = Record<string, unknown>>(verb: string, body: Record<string, unknown>, who = of.school) =>
    who.call<T>(`${area}/food_menu_v2`, verb, body);
  const school = <T = { id: number }>(page: string, verb: string, body: Record<string, unknown> = {}) =>
    of.school.call<T>(`${area}/${page}`, verb, body);
  const item = (name: string, more: Record<string, unknown> = {}) => ({
    dishId: dishes.get(name)!,
    priceFen: 600,
    planQty: 100,
    orderLimit: null,
    limitPerPerson: null,
    cookName: '',
    needSample: true,
    ...more,
  });
  const cell = (date: string, names: readonly string[], more: Record<string, unknown> = {}) => ({
    restaurantId: place,
    mealPeriodId: meals[1]!,
    date,
    version: null,
    items: names.map((name) => item(name)),
    ...more,
  });
  const cellsOf = async (date: string) => (await v2<Week>('week', { date })).cells;
  const idOf = async (date: string) => (await cellsOf(date)).find((one) => one.date === date)!.menuId;

  beforeAll(async () => {
    of = await menuBench([
      meal,
      restaurant,
      libStuff,
      stuffType,
      dishType,
      ...stuff,
      ...dish,
      ...versions,
      ...menuV1,
      ...menuV2,
      setting,
    ]);
    ({ place, meals } = await plantPlace(of, 'DISH'));
    const lib = async (keyword: string) =>
      (await of.platform.call<Row[]>('/admin/platform/food_stuff', 'options', { keyword }))[0]!.id;
    const type = async (keyword: string) =>
      (await of.platform.call<Row[]>('/admin/platform/food_type', 'options', { keyword }))[0]!.id;
    await school('organization_food_stuff', 'adopt', {
      libIds: [await lib('鸡蛋（代表值）'), await lib('番茄'), await lib('四季豆'), await lib('粳米（标一）')],
    });
    const stuffs = await school<Row[]>('organization_food_stuff', 'options', { keyword: '' });
    const line = (name: string, grams: number) => ({
      foodStuffId: stuffs.find((one) => String(one.name).startsWith(name))!.id,
      grams,
      basis: 'NET',
      lossRatio: 0,
      main: false,
    });
    for (const one of stuffs)
      await school('organization_food_stuff', 'reprice', { id: one.id, fromDate: '2026-01-01', priceFen: 1000 });
    for (const [name, typeName, recipe] of [
      ['番茄炒蛋', '小荤', [line('鸡蛋', 60), line('番茄', 100)]],
      ['米饭', '主食', [line('粳米', 100)]],
      ['干煸豆角', '素菜', [line('四季豆', 150)]],
      ['凉拌番茄', '凉拌素菜', [line('番茄', 100)]],
      ['糖水', '汤羹', []],
    ] as const) {
      const { id } = await school('organization_food', 'create', {
        name,
        typeId: await type(typeName),
        recipe,
        ...(recipe.length === 0 ? { mayContain: ['SOY'] } : {}),
      });
      dishes.set(name, id);
      await school('organization_food', 'submit', { id });
      await of.checker.call(`${area}/organization_food`, 'approve', { id });
    }
  });
  afterAll(() => of?.bench.database.drop());

  test('cells are written together; one changed meanwhile is named, the others are kept', async () => {
    expect(await v2('save', { cells: [cell(day, ['番茄炒蛋']), cell(addDays(day, 1), ['米饭'])] })).toEqual({
      written: 2,
      unwritten: [],
    });
    const [first] = await cellsOf(day);
    const ids = first!.items.map((one) => one.id);
    await v2('save', { cells: [cell(day, ['番茄炒蛋', '米饭'], { version: first!.version })] }, of.checker);
    expect((await cellsOf(day))[0]!.items.map((one) => one.id).slice(0, 1)).toEqual(ids);
    const stale = await v2<{ written: number; unwritten: { why: string }[] }>('save', {
      cells: [cell(day, ['米饭'], { version: first!.version }), cell(addDays(day, 2), ['米饭'])],
    });
    expect(stale).toMatchObject({ written: 1, unwritten: [{ date: day, why: expect.stringContaining('复核员') }] });
  });

  test('a restaurant or meal that does not serve, a dish twice, and ids of other units are refused', async () => {
    expect(await refused(v2('save', { cells: [cell(day, ['米饭'], { mealPeriodId: meals[2] })] }))).toMatchObject({
      code: 'MENU_CLOSED_PLACE',
    });
    expect(await refused(v2('save', { cells: [cell(day, ['米饭', '米饭'])] }))).toMatchObject({ code: 'NO_CHANGE' });
    expect(await refused(v2('save', { cells: [cell(day, ['米饭'])] }, of.company))).toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await refused(v2('publish', { ids: [await idOf(day)] }, of.company))).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await refused(v2('save', { cells: [{ ...cell(day, []), items: [item('米饭', { priceFen: -1 })] }] })),
    ).toMatchObject({
      code: 'MALFORMED',
    });
  });

  test('schools may not publish what is banned; other units are warned', async () => {
    const date = '2026-11-30';
    await v2('save', { cells: [cell(date, ['干煸豆角', '凉拌番茄'])] });
    const id = await idOf(date);
    const seen = await v2<{ findings: { code: string; level: string; text: string }[] }>('look', { ids: [id] });
    expect(seen.findings.map((one) => [one.level, one.code])).toEqual([
      ['ERROR', 'BAN'],
      ['ERROR', 'BAN'],
    ]);
    expect(seen.findings[0]!.text).toContain('四季豆');
    expect(await refused(v2('publish', { ids: [id], agreed: true }))).toMatchObject({ code: 'MENU_ERRORS' });
    await of.bench.db.updateTable('organization').set({ kind: 'COMPANY' }).where('id', '=', 31).execute();
    expect(await refused(v2('publish', { ids: [id] }))).toMatchObject({ code: 'MENU_WARNINGS' });
    await v2('publish', { ids: [id], agreed: true });
    await of.bench.db.updateTable('organization').set({ kind: 'SCHOOL' }).where('id', '=', 31).execute();
  });

  test('without a price where dishes are sold, off the shelf or unapproved, nothing is published', async () => {
    const date = '2026-12-07';
    const free = { ...cell(date, []), items: [item('番茄炒蛋', { priceFen: 0 }), item('米饭')] };
    await v2('save', { cells: [free] });
    await school('organization_food', 'takeOff', { id: dishes.get('米饭')! });
    const ids = [await idOf(date)];
    const seen = await v2<{ findings: { code: string }[] }>('look', { ids });
    expect(seen.findings.map((one) => one.code)).toEqual(expect.arrayContaining(['NO_PRICE', 'OFF_SHELF']));
    await school('organization_food', 'putOn', { id: dishes.get('米饭')! });
    await school('organization_food', 'update', { id: dishes.get('米饭')!, mayContain: ['NUT'] });
    expect((await v2<{ findings: { code: string }[] }>('look', { ids })).findings.map((one) => one.code)).toContain(
      'NOT_APPROVED',
    );
    await of.checker.call(`${area}/organization_food`, 'approve', { id: dishes.get('米饭')! });
  });

  test('what a day lacks is said before it is published, as the week says it while it is planned', async () => {
    const date = '2026-12-14';
    await v2('save', { cells: [cell(date, ['番茄炒蛋', '米饭'])] });
    const ids = [await idOf(date)];
    const targets = async () =>
      (await v2<{ findings: { code: string; text: string; where: string }[] }>('look', { ids })).findings.filter(
        ({ code }) => code === 'TARGET',
      );
    // Of nobody the needs are known.
    expect(await targets()).toEqual([]);
    const mix = (peopleMix: object[]) =>
      school('food_menu/setting', 'update', { twoHands: true, repeatDays: 0, costRatio: null, peopleMix });
    await mix([{ ageGroup: '12-14', gender: 'M', heads: 10 }]);
    const [told] = await targets();
    expect(told).toMatchObject({ where: '12-14 全天', text: expect.stringMatching(/^营养符合 \d+ \/ \d+ 项.*不足：/) });
    expect(await refused(v2('publish', { ids }, of.checker))).toMatchObject({ code: 'MENU_WARNINGS' });
    const week = await v2<Week>('week', { date });
    const grid = gridOf(week.cells);
    const dishOf = new Map(week.dishes.map((one) => [one.id, one]));
    const said = () =>
      judgeDays(mealsOfCells(grid.values(), week, dishOf), week.target).find((one) => one.date === date)!;
    expect(`营养${said().met}；${said().advice}`).toBe(told!.text);
    await mix([]);
  });

  test('publishing keeps version, cost, nutrients and allergens; later changes do not reach it', async () => {
    const ids = [await idOf(day)];
    expect(await refused(v2('publish', { ids, agreed: true }))).toBeNull();
    const kept = async () => (await cellsOf(day))[0]!.items.map((one) => one.kept);
    const before = await kept();
    expect(before[0]).toMatchObject({ name: '番茄炒蛋', unpriced: 0, allergens: ['EGG'] });
    expect(before[0]!.costFen).toBeGreaterThan(100);
    const { foodStuffId } = (await of.bench.db
      .selectFrom('recipe_line')
      .select('food_stuff_id as foodStuffId')
      .executeTakeFirst())!;
    await school('organization_food_stuff', 'reprice', { id: foodStuffId, fromDate: '2026-11-01', priceFen: 9000 });
    await school('organization_food', 'update', {
      id: dishes.get('番茄炒蛋')!,
      mayContain: ['MILK'],
      name: '西红柿炒蛋',
    });
    expect(await kept()).toEqual(before);
    await of.checker.call(`${area}/organization_food`, 'approve', { id: dishes.get('番茄炒蛋')! });
    const stored = await of.bench.db
      .selectFrom('food_menu_item')
      .selectAll()
      .where('menu_id', '=', ids[0]!)
      .orderBy('sort')
      .execute();
    const version = await of.bench.db
      .selectFrom('dish_version')
      .selectAll()
      .where('id', '=', stored[0]!.dish_version_id!)
      .executeTakeFirst();
    expect(version).toMatchObject({ no: 1, frozen: true });
    expect(stored[0]!.recipe).toMatchObject([
      { net: 60, foodClass: 'EGG' },
      { net: 100, foodClass: 'VEGETABLE', mark: 'DARK' },
    ]);
    const served = await school<{ rows: Row[] }>('organization_food/served', 'query', {
      search: { dishId: dishes.get('番茄炒蛋')! },
    });
    expect(served.rows).toContainEqual(
      expect.objectContaining({ menuDate: day, versionNo: 1, menuStatus: 'PUBLISHED', costFen: before[0]!.costFen }),
    );
  });

  test('after publishing: no rearranging, a price may only rise, dishes stop and come back, and it can be withdrawn', async () => {
    const [now] = await cellsOf(day);
    expect(await v2('save', { cells: [cell(day, ['糖水'], { version: now!.version })] })).toMatchObject({
      written: 0,
      unwritten: [{ why: expect.stringContaining('已发布') }],
    });
    const { id } = now!.items[0]!;
    expect(await refused(v2('item', { id, priceFen: 500 }))).toMatchObject({ fields: ['priceFen'] });
    await v2('item', { id, priceFen: 700, orderLimit: 50, status: 'STOPPED' });
    const lines = await school<{ rows: Row[] }>('food_menu/item', 'query', { search: { menuId: now!.menuId } });
    expect(lines.rows[0]).toMatchObject({ priceFen: 700, orderLimit: 50, status: 'STOPPED' });
    await school('food_menu/item', 'resume', { id });
    expect(await refused(v2('withdraw', { ids: [now!.menuId], reason: '' }))).toMatchObject({ code: 'MALFORMED' });
    await v2('withdraw', { ids: [now!.menuId], reason: '食材未到' });
    expect(await refused(v2('item', { id, status: 'STOPPED' }))).toMatchObject({ code: 'NOT_NOW' });
    const [after] = await cellsOf(day);
    expect(after).toMatchObject({ status: 'WITHDRAWN' });
    await v2('save', { cells: [cell(day, ['番茄炒蛋'], { version: after!.version })] });
    expect((await cellsOf(day))[0]).toMatchObject({ status: 'DRAFT', items: [{ id }] });
  });

  test('where two must look, who wrote a menu does not publish it', async () => {
    await school('food_menu/setting', 'update', { twoHands: true, repeatDays: 3, costRatio: null, peopleMix: [] });
    const ids = [await idOf(day)];
    expect(await refused(v2('publish', { ids, agreed: true }))).toMatchObject({ code: 'NOT_NOW' });
    expect(await refused(v2('publish', { ids, agreed: true }, of.checker))).toBeNull();
    await school('food_menu/setting', 'update', { twoHands: false, repeatDays: 3, costRatio: null, peopleMix: [] });
  });

  test('a dish that comes again within the days, undeclared allergens and costs over the limit are warned of', async () => {
    await school('food_menu/setting', 'update', { twoHands: false, repeatDays: 3, costRatio: 1000, peopleMix: [] });
    const date = addDays(day, 2);
    const [there] = (await cellsOf(date)).filter((one) => one.date === date);
    await v2('save', { cells: [cell(date, ['番茄炒蛋', '糖水'], { version: there!.version })] });
    const seen = await v2<{ findings: { code: string; level: string }[] }>('look', { ids: [there!.menuId] });
    expect(new Set(seen.findings.map((one) => one.code))).toEqual(new Set(['REPEAT', 'NO_RECIPE', 'COST']));
    expect(seen.findings.every((one) => one.level === 'WARNING')).toBe(true);
  });

  test('last week is copied, a template kept and laid over weeks; filled and published cells stay', async () => {
    const target = '2027-01-04';
    const order = { fromWeek: day, toWeek: target, restaurantId: null, mode: 'KEEP' };
    const look = await v2<{ written: number }>('copyLook', order);
    expect(look.written).toBe(3);
    expect(await cellsOf(target)).toEqual([]);
    expect(await v2('copy', order)).toMatchObject({ written: 3 });
    expect(await v2('copy', order)).toMatchObject({
      written: 0,
      skipped: expect.arrayContaining([expect.objectContaining({ why: '已排菜，保留' })]),
    });
    const { id } = await v2<{ id: number }>('template', {
      name: '一周样板',
      fromWeek: day,
      weeks: 1,
      restaurantId: place,
    });
    const lay = {
      cycleId: id,
      restaurantId: place,
      from: '2027-02-01',
      to: '2027-02-14',
      firstWeek: 1,
      onDaysOff: 'SKIP',
      mode: 'REPLACE',
    };
    expect(await v2('applyLook', lay)).toMatchObject({ written: 6, changed: 0 });
    expect(await v2('apply', lay)).toMatchObject({ written: 6 });
    expect(await refused(v2('apply', { ...lay, to: '2027-01-01' }))).toMatchObject({ fields: ['to'] });
    expect(await refused(v2('apply', { ...lay, cycleId: 1 }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(
      await refused(v2('template', { name: '一周样板', fromWeek: day, weeks: 1, restaurantId: place })),
    ).toMatchObject({ code: 'DUPLICATE' });
  });

  test('a published menu is over with its day, one of today is not', async () => {
    const { clock, services } = of.bench;
    const before = clock.now();
    clock.set(Date.parse('2026-11-30T12:00:00+08:00'));
    await closeMenus(services);
    const over = (await cellsOf('2026-11-30')).filter((one) => one.date === '2026-11-30');
    expect(over).toMatchObject([{ status: 'PUBLISHED' }]);
    clock.set(Date.parse('2026-12-01T03:00:00+08:00'));
    expect(await closeMenus(services)).toBe(0);
    clock.set(Date.parse('2026-12-01T05:00:00+08:00'));
    expect(await closeMenus(services)).toBe(1);
    expect((await cellsOf('2026-11-30')).find((one) => one.date === '2026-11-30')).toMatchObject({ status: 'CLOSED' });
    clock.set(before);
  });

  test('from Thursday on a restaurant that publishes is told which workdays of the next week have no menu', async () => {
    const { clock, services } = of.bench;
    const before = clock.now();
    const told = async (at: string) => {
      clock.set(Date.parse(`${at}T12:00:00+08:00`));
      return (await unpublishedWeeks(services)).filter((one) => one.alarm.restaurantId === place);
    };
    expect(await told('2026-12-02')).toEqual([]);
    const { rows } = await services.pool.query<{ day: string }>(
      `select menu_date::text as day from food_menu where organization_id = $1 and status = 'PUBLISHED'
       and menu_date between '2026-12-07' and '2026-12-13'`,
      [of.school.session.unitId],
    );
    const lacking = ['12-07', '12-08', '12-09', '12-10', '12-11'].filter(
      (one) => !rows.some(({ day }) => day.endsWith(one)),
    );
    const said = async () => {
      const [one, ...others] = await told('2026-12-03');
      expect(others).toEqual([]);
      return [...one!.alarm.detail.matchAll(/\d\d-\d\d/g)].map(String);
    };
    expect(await said()).toEqual(lacking);
    await services.pool.query(
      `insert into calendar_day (organization_id, day, kind, note, created_at, updated_at)
       values ($1, '2026-12-10', 'HOLIDAY', '校庆', now(), now())`,
      [of.school.session.unitId],
    );
    expect(await said()).toEqual(lacking.filter((one) => one !== '12-10'));
    clock.set(before);
  });

  test('V1 shows and writes the same menus', async () => {
    const rows = (await school<{ rows: Row[] }>('food_menu', 'query', { search: { menuDate: [day, day] } })).rows;
    expect(rows).toMatchObject([{ dishNames: expect.stringContaining('炒蛋'), status: 'CLOSED' }]);
    const { id } = await school('food_menu', 'create', {
      menuDate: '2027-03-01',
      mealPeriodId: meals[0],
      restaurantId: place,
      items: [item('米饭')],
    });
    expect(
      await refused(
        school('food_menu', 'create', {
          menuDate: '2027-03-01',
          mealPeriodId: meals[0],
          restaurantId: place,
          items: [item('米饭')],
        }),
      ),
    ).toMatchObject({ code: 'MENU_LOCKED' });
    const told = await school<{ lines: [string, string][] }>('food_menu', 'outcome', { action: 'publish', id });
    expect(told.lines[0]![1]).toContain('1 餐 1 道菜');
    await school('food_menu', 'publish', { id });
    expect(await refused(school('food_menu', 'remove', { id }))).toMatchObject({ code: 'MENU_LOCKED' });
  });
});
