/**
 * A demo unit's kitchen by real commands: food-stuffs and dishes imported, checked by the second pair of eyes but for one, a
 * cycle of four weeks laid over the weeks around today, published but for one menu, rated by those who ate.
 */
import type { Chance } from '../../../kit/server/chance.ts';
import type { Ctx, Services } from '../../../kit/server/context.ts';
import type { ImportRow } from '../../../kit/server/page/binding.ts';
import { auditWith } from '../../../kit/server/page/command.ts';
import { addDays, mondayOf } from '../menus/days.ts';
import { daysAhead as workAhead } from '../menus/open-work.ts';
import { rateItems } from '../menus/rate.ts';
import { demoCycle } from './cycle.ts';
import { demoDishes } from './dishes.ts';
import { demoFoods } from './foods.ts';

/** Whoever acts: the demo's accounts. */
export interface Hand {
  ctx(path: string): Ctx;
  call<T = { id: number }>(path: string, verb: string, body: Record<string, unknown>): Promise<T>;
}

export interface KitchenPlan {
  services: Services;
  organizationId: number;
  maker: Hand;
  approver: Hand;
  today: string;
  /** People who may rate. */
  personIds: readonly number[];
  by: Chance;
  /** Portions by meal. */
  heads: Readonly<Record<string, number>>;
  /** Whose needs the menus are held against, where birthdays are not kept. */
  peopleMix: readonly { ageGroup: string; gender: string; heads: number }[];
}

const area = '/admin/organization';
const daysBack = 21;
const daysAhead = 13;

/** Rows through a page's import, in one transaction, as the import's job writes them. */
async function importRows(
  services: Services,
  hand: Hand,
  path: string,
  rows: readonly Record<string, unknown>[],
): Promise<void> {
  const ctx = hand.ctx(path);
  const binding = services.registry.at(path)!.binding.importRows!;
  const numbered: ImportRow[] = rows.map((values, i) => ({ rowNo: i + 1, values }));
  const refused = await ctx.db
    .transaction()
    .execute((db) => binding.commit({ ...ctx, db, audit: auditWith(ctx, db) }, numbered));
  for (const [rowNo, why] of refused) throw new Error(`demo: ${path} row ${rowNo}: ${why}`);
}

/** How a dish of that name is cooked, as its kitchen would tick it. */
function cookedBy({ name, type }: { name: string; type: string }): string | null {
  const ways: readonly [string, RegExp][] = [
    ['RAW', /^(凉拌|拍)|奶$/],
    ['STEAM', /蒸|饭$|包$|馒头|花卷/],
    ['FRY', /煎|炸|糖醋|饼$/],
    ['STEW', /红烧|烧|炖|焖|滑鸡|煲|腩/],
    ['BOIL', /汤$|粥$|面$|水煮|上汤/],
    ['BLANCH', /白灼|焯/],
    ['STIR_FRY', /炒|爆|蒜蓉|丝$|丁$|片$|手撕/],
  ];
  return ways.find(([, says]) => says.test(name))?.[0] ?? (type === '素菜' || type === '小荤' ? 'STIR_FRY' : null);
}

/** Food-stuffs with prices and dishes with recipes, through their imports. */
async function fillKitchen({ services, maker, today }: KitchenPlan): Promise<Map<string, number>> {
  await importRows(
    services,
    maker,
    `${area}/organization_food_stuff`,
    demoFoods.map(({ name, code, priceFen }) => ({ name, libName: code, priceFen, priceFrom: addDays(today, -60) })),
  );
  const types = await services.db.selectFrom('food_type').select(['id', 'name']).execute();
  const typeId = (name: string) => types.find((type) => type.name === name)!.id;
  await importRows(
    services,
    maker,
    `${area}/organization_food`,
    demoDishes.map((dish) => ({
      name: dish.name,
      typeId: typeId(dish.type),
      priceFen: dish.priceFen,
      recipeText: dish.recipe,
      cooking: cookedBy(dish),
    })),
  );
  const dishes = await maker.ctx(`${area}/organization_food`).db.selectFrom('dish').select(['id', 'name']).execute();
  return new Map(dishes.map((dish) => [dish.name, dish.id]));
}

/** All approved but the last, which the second person proposes: it waits for the first. */
async function checkDishes({ maker, approver }: KitchenPlan, dishes: ReadonlyMap<string, number>): Promise<void> {
  const ids = [...dishes.values()];
  await maker.call(`${area}/nourishment/retention`, 'fill', {});
  await maker.call(`${area}/organization_food`, 'submit', { ids });
  await approver.call(`${area}/organization_food`, 'approve', { ids });
  const [type] = await maker.call<{ id: number }[]>('/admin/platform/food_type', 'options', { keyword: '小荤' });
  const recipe = ['虾仁', '丝瓜', '菜籽油', '精盐'];
  const stuffs = await maker
    .ctx(`${area}/organization_food_stuff`)
    .db.selectFrom('food_stuff')
    .select(['id', 'name'])
    .where('name', 'in', recipe)
    .execute();
  const grams: Readonly<Record<string, number>> = { 虾仁: 40, 丝瓜: 110, 菜籽油: 6, 精盐: 1 };
  const { id } = await approver.call(`${area}/organization_food`, 'create', {
    name: '丝瓜炒虾仁',
    typeId: type!.id,
    priceFen: 600,
    priceMode: 'PORTION',
    cooking: 'STIR_FRY',
    recipe: stuffs.map((one) => ({
      foodStuffId: one.id,
      grams: grams[one.name],
      basis: 'NET',
      lossRatio: 0,
      main: one.name === '虾仁',
    })),
  });
  await approver.call(`${area}/organization_food`, 'submit', { id });
}

/** Leg of pork is tried as lean pork in every dish, found too dear, and taken back. */
async function tryReplacement({ maker }: KitchenPlan): Promise<void> {
  const path = `${area}/ingredient`;
  const idOf = async (keyword: string) =>
    (await maker.call<{ id: number }[]>(`${area}/organization_food_stuff`, 'options', { keyword }))[0]!.id;
  const [fromId, intoId] = [await idOf('猪腿肉'), await idOf('猪瘦肉')];
  await maker.call(path, 'replace', { fromId, intoId, ratio: 10_000 });
  const { rows } = await maker.call<{ rows: { id: number }[] }>(`${path}/replaced`, 'query', {});
  await maker.call(`${path}/replaced`, 'replace', { id: rows[0]!.id });
}

export async function seedMenus(plan: KitchenPlan): Promise<void> {
  const { services, maker, approver, today } = plan;
  const dishes = await fillKitchen(plan);
  await tryReplacement(plan);
  await checkDishes(plan, dishes);
  const db = maker.ctx(`${area}/food_menu_v2`).db;
  const meals = await db.selectFrom('meal_period').select(['id', 'name']).execute();
  const mealId = (name: string) => meals.find((meal) => meal.name === name)?.id;
  const place = await db
    .selectFrom('restaurant')
    .select('id')
    .where('kind', '=', 'RESTAURANT')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  await maker.call(`${area}/food_menu/setting`, 'update', {
    twoHands: true,
    repeatDays: 3,
    costRatio: 7000,
    peopleMix: plan.peopleMix,
  });
  const cycle = await maker.call(`${area}/food_menu_v2/cycle`, 'create', {
    name: '四周循环',
    weeks: 4,
    cells: demoCycle(plan.heads).flatMap((cell) => {
      const mealPeriodId = mealId(cell.meal);
      return mealPeriodId === undefined
        ? []
        : [
            {
              weekNo: cell.weekNo,
              weekday: cell.weekday,
              mealPeriodId,
              dishId: dishes.get(cell.dish),
              planQty: cell.planQty,
            },
          ];
    }),
  });
  const monday = mondayOf(today);
  await maker.call(`${area}/food_menu_v2`, 'apply', {
    cycleId: cycle.id,
    restaurantId: place.id,
    from: addDays(monday, -daysBack),
    to: addDays(monday, daysAhead),
    firstWeek: 1,
    onDaysOff: 'SKIP',
    mode: 'KEEP',
  });
  const menus = await db
    .selectFrom('food_menu')
    .select(['id', 'menu_date'])
    .orderBy('menu_date')
    .orderBy('id')
    .execute();
  // The last one of the next days is left for somebody to publish: the home says so, also before the books turn to today.
  const soon = menus.filter((menu) => menu.menu_date > today && menu.menu_date < addDays(today, workAhead));
  const left = soon.at(-1) ?? menus.at(-1);
  const ids = menus.filter((menu) => menu !== left).map((menu) => menu.id);
  await approver.call(`${area}/food_menu_v2`, 'publish', { ids, agreed: true });
  await maker.call(`${area}/food_menu_v2`, 'link', { restaurantId: place.id, untilDate: null });
  await rateSome(plan, services);
}

const tags = ['好吃', '分量足', '偏咸', '偏油', '凉了'];

/** Those who ate lately say how it was; some dishes are liked better than others. */
async function rateSome(
  { organizationId, maker, today, personIds, by }: KitchenPlan,
  services: Services,
): Promise<void> {
  const db = maker.ctx(`${area}/food_menu_v2`).db;
  const items = await db
    .selectFrom('food_menu_item')
    .select(['id', 'dish_id'])
    .where('menu_date', '<', today)
    .orderBy('id')
    .execute();
  const seen = new Set<string>();
  const ratings = Array.from({ length: personIds.length === 0 ? 0 : 2400 }, () => {
    const item = items[Math.floor(by.next() * items.length)]!;
    const personId = personIds[Math.floor(by.next() * personIds.length)]!;
    const liked = 3 + (item.dish_id % 3);
    const score = Math.max(1, Math.min(5, liked + Math.floor(by.next() * 3) - 1));
    return {
      menuItemId: item.id,
      dishId: item.dish_id,
      personId,
      score,
      tags: by.next() < 0.2 ? [tags[score === 5 ? 0 : 2]!] : [],
    };
  }).filter((one) => {
    const key = `${one.menuItemId}|${one.personId}`;
    return !seen.has(key) && seen.add(key);
  });
  await rateItems(services.pool, services, organizationId, ratings);
}
