/** The caterer's stores over the last two weeks (what lies there longer: stock-months.ts): goods of the kitchens' recipes, opening stock, transfers to the sites, issues, losses. */
import { demoFoods } from '../domains/menu/public.server.ts';
import type { GoodsCategory } from '../domains/stock/public.ts';
import { mulDivHalfUp } from '../kit/define/fen.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import type { Eaten } from './eaten.ts';
import { seconds } from './finance-staff.ts';
import { at, isWeekend, type Life, type Step } from './life.ts';
import { actorOf } from './units.ts';
import { dayNumber } from './walk-ins.ts';

export const erp = '/admin/contractor/erp';
const bills = `${erp}/stock_bill`;

/** What a code of the composition tables begins with. */
const categories: readonly (readonly [string, GoodsCategory])[] = [
  ['01', 'GRAIN'],
  ['02', 'VEGETABLE'],
  ['03', 'BEAN'],
  ['04', 'VEGETABLE'],
  ['05', 'VEGETABLE'],
  ['06', 'FRUIT'],
  ['07', 'DRY'],
  ['08', 'MEAT'],
  ['09', 'POULTRY'],
  ['10', 'DAIRY'],
  ['11', 'EGG'],
  ['12', 'AQUATIC'],
  ['20', 'OIL'],
  ['23', 'SEASONING'],
];
const cold = new Set<GoodsCategory>(['MEAT', 'POULTRY', 'AQUATIC', 'DAIRY', 'BEAN']);
/** Bought every day: there is never much of it. */
const fresh = new Set<GoodsCategory>(['MEAT', 'POULTRY', 'AQUATIC', 'VEGETABLE', 'BEAN']);
const shelfDays: Partial<Record<GoodsCategory, number>> = {
  GRAIN: 360,
  OIL: 540,
  SEASONING: 720,
  DRY: 240,
  EGG: 40,
  MEAT: 12,
  POULTRY: 12,
  AQUATIC: 10,
  DAIRY: 15,
  BEAN: 9,
  VEGETABLE: 12,
  FRUIT: 15,
};

export interface DemoGoods {
  id: number;
  name: string;
  /** Of the composition tables. */
  code: string;
  category: GoodsCategory;
  /** Per kilogram. */
  priceFen: number;
}

export interface Stores {
  keeper: Actor;
  second: Actor;
  goods: readonly DemoGoods[];
  central: number;
  /** Store of each organization, with the meal its issues are for. */
  sites: readonly { houseId: number; life: Life; mealPeriodId: number }[];
  /** Known when recipes are mapped to goods. */
  eaten: Eaten;
}

/** What a kitchen takes of what it should: about as much, but for belly pork at the first of them, and oil everywhere. */
export function takenShare({ sites }: Stores, one: DemoGoods, organizationId: number): number {
  if (one.name === '五花肉' && organizationId === sites[0]!.life.organizationId) return 1.24;
  if (one.category === 'OIL') return 1.3;
  return 0.98 + (one.id % 6) / 100;
}

async function openGoods(keeper: Actor): Promise<DemoGoods[]> {
  const attribute = await keeper.call(`${erp}/attribute_type`, 'create', {
    name: '等级',
    sort: 1,
    values: ['一级', '二级', '特级'].map((name) => ({ id: null, name })),
  });
  await keeper.call(`/admin/contractor/supermarket/attribute_type`, 'create', {
    name: '口味',
    sort: 1,
    values: ['原味', '甜', '微辣'].map((name) => ({ id: null, name })),
  });
  const grades = await keeper.call<{ id: number }[]>(`${erp}/attribute_type/value`, 'options', {
    within: { attributeId: attribute.id },
  });
  const made: DemoGoods[] = [];
  for (const [i, food] of demoFoods.entries()) {
    const category = categories.find(([code]) => food.code.startsWith(code))?.[1];
    if (!category || food.name === '饮用水') continue;
    const box = { id: null, name: category === 'EGG' ? '筐' : '袋', size: category === 'SEASONING' ? 500 : 10_000 };
    const { id } = await keeper.call(`${erp}/goods`, 'create', {
      name: food.name,
      category,
      baseUnit: 'G',
      units: [
        { id: null, name: '千克', size: 1_000, forBuy: true, forIssue: true, forSale: true },
        { id: null, name: '斤', size: 500, forBuy: true, forIssue: true, forSale: true },
        { ...box, forBuy: true, forIssue: true, forSale: false },
      ],
      attributes: i % 9 === 0 ? [{ attributeId: attribute.id, valueId: grades[i % grades.length]!.id }] : [],
      tracked: true,
      stored: cold.has(category) ? 'CHILLED' : 'DRY',
      maxTemp: 7,
      shelfDays: shelfDays[category] ?? 30,
      minStock: i % 6 === 0 ? 90_000 : 5_000,
      maxStock: 500_000,
      supply: i % 11 === 0 ? 'DIRECT' : 'CENTRAL',
      checkFromFen: category === 'MEAT' ? 50_000 : null,
    });
    made.push({ id, name: food.name, code: food.code, category, priceFen: food.priceFen });
  }
  return made;
}

/** Goods and stores, on the first of their days. */
export async function openStores(services: Services, lives: readonly Life[]): Promise<Stores> {
  const keeper = await actorOf(services, 'contractor');
  const house = async (values: Record<string, unknown>) =>
    (await keeper.call(`${erp}/storehouse`, 'create', values)).id;
  const goods = await openGoods(keeper);
  const central = await house({ name: '中心仓', kind: 'NORMAL', keeperName: '仇师傅', address: '城东冷链园 3 号' });
  const sites: Stores['sites'][number][] = [];
  for (const life of lives) {
    const values = { name: `${life.plan.name}仓`, kind: 'COLD', siteId: life.organizationId, keeperName: '食堂库管' };
    sites.push({ houseId: await house(values), life, mealPeriodId: life.places.mealIds.get('午餐')! });
  }
  const eaten: Eaten = { of: () => new Map(), ofMeal: () => new Map() };
  return { keeper, second: await actorOf(services, seconds.contractor), goods, central, sites, eaten };
}

export const kilograms = (one: DemoGoods, kg: number, more: Record<string, unknown> = {}) => ({
  goodsId: one.id,
  typed: kg * 1_000,
  ...more,
});
export const worthOf = (one: DemoGoods, kg: number): number => mulDivHalfUp(one.priceFen, kg, 1);

export const draw = async ({ keeper }: Stores, values: Record<string, unknown>): Promise<number> =>
  (await keeper.call(bills, 'create', values)).id;

export async function book(stores: Stores, values: Record<string, unknown>): Promise<number> {
  const id = await draw(stores, values);
  await stores.keeper.call(bills, 'submit', { id });
  await stores.second.call(bills, 'post', { id });
  return id;
}

interface Taken {
  one: DemoGoods;
  grams: number;
}

/** Goods and grams that the kitchen of an organization takes on these of its days. */
function taken(stores: Stores, organizationId: number, days: readonly string[], all: readonly string[]): Taken[] {
  const eaten = days.map((day) => stores.eaten.of(organizationId, day));
  // Only a weekend has passed: something is tried out all the same, to be counted and given back.
  if (all.every((day) => stores.eaten.of(organizationId, day).size === 0))
    return [
      ...Map.groupBy(
        days.flatMap((day) => picked(stores, day)),
        (one) => one,
      ),
    ].map(([one, times]) => ({
      one,
      grams: 1_500 * times.length,
    }));
  return stores.goods.flatMap((one) => {
    const should = eaten.reduce((sum, goods) => sum + (goods.get(one.id) ?? 0), 0);
    return should > 0 ? [{ one, grams: Math.round(should * takenShare(stores, one, organizationId)) }] : [];
  });
}

async function openStock(stores: Stores, day: string, cooked: readonly string[]): Promise<void> {
  const used = new Map<number, number>();
  for (const { life } of stores.sites)
    for (const { one, grams } of taken(stores, life.organizationId, cooked, cooked))
      used.set(one.id, (used.get(one.id) ?? 0) + grams);
  const lines = stores.goods.map((one, i) => {
    const rest = fresh.has(one.category) ? 26 + ((i * 7) % 20) : 80 + ((i * 37) % 160);
    const kg = rest + Math.ceil(((used.get(one.id) ?? 0) * 1.05) / 1_000);
    const days = Math.max(shelfDays[one.category] ?? 30, 20);
    return kilograms(one, kg, {
      amountFen: worthOf(one, kg),
      lotNo: `Q${day.slice(5).replace('-', '')}-${i + 1}`,
      producedOn: day,
      expiresOn: addDays(day, days),
    });
  });
  await book(stores, { kind: 'OPENING', storehouseId: stores.central, lines, reason: '启用进销存：鲜货与补足' });
}

/** A dozen goods that turn with the day. */
const picked = (stores: Stores, day: string, many = 12) =>
  Array.from({ length: many }, (_, i) => stores.goods[(dayNumber(day) * 7 + i * 9) % stores.goods.length]!);

export async function transfer(
  stores: Stores,
  to: number,
  day: string,
  lines: readonly object[],
  arrives: boolean,
): Promise<void> {
  if (lines.length === 0) return;
  const id = await draw(stores, { kind: 'TRANSFER', storehouseId: stores.central, toStorehouseId: to, lines });
  await stores.keeper.call(bills, 'send', { id });
  if (!arrives) return;
  const short = dayNumber(day) % 5 === 0 ? { shorts: [{ lineNo: 1, shortQty: 300 }], note: '运输途中包装破损' } : {};
  await stores.second.call(bills, 'receive', { id, ...short });
}

/** What two days take is sent in the morning of the first, half a kilogram more of each. */
const supply = (
  stores: Stores,
  { houseId, life }: Stores['sites'][number],
  days: readonly string[],
  all: readonly string[],
) =>
  transfer(
    stores,
    houseId,
    days[0]!,
    taken(stores, life.organizationId, days, all).map(({ one, grams }) => ({ goodsId: one.id, typed: grams + 500 })),
    true,
  );

/** It is cooked for lunch; some of it comes back. */
async function cook(
  stores: Stores,
  { houseId, life, mealPeriodId }: Stores['sites'][number],
  day: string,
  all: readonly string[],
): Promise<void> {
  const lines = taken(stores, life.organizationId, [day], all).map(({ one, grams }) => ({
    goodsId: one.id,
    typed: grams,
  }));
  if (lines.length === 0) return;
  const meal = { siteId: life.organizationId, diningDate: day, mealPeriodId };
  const id = await book(stores, { kind: 'ISSUE', storehouseId: houseId, lines, ...meal });
  if (dayNumber(day) % 3 === 0)
    await book(stores, {
      kind: 'ISSUE_RETURN',
      storehouseId: houseId,
      sourceId: id,
      lines: [{ ...lines[0], typed: Math.min(200, lines[0]!.typed) }],
      ...meal,
    });
}

const counts = `${erp}/stock_count`;
interface CountLine {
  lineId: number;
  counted: number | null;
}
const beginCount = async ({ keeper }: Stores, values: Record<string, unknown>): Promise<number> =>
  (await keeper.call(counts, 'create', values)).id;
const countLines = async ({ keeper }: Stores, id: number): Promise<CountLine[]> =>
  (await keeper.call<{ lines: CountLine[] }>(counts, 'get', { id })).lines;
async function writeCount({ keeper }: Stores, actor: Actor, id: number, lines: CountLine[]): Promise<void> {
  await actor.call(counts, 'update', { id, lines });
  await keeper.call(counts, 'finish', { id });
}

/** What the book says of the lines of a count, in the units it is counted in. */
async function heldOf({ keeper }: Stores, storehouseId: number, countId: number): Promise<Map<number, number>> {
  const lines = await keeper
    .ctx(counts)
    .db.selectFrom('stock_balance as b')
    .innerJoin('stock_count_line as l', 'l.goods_id', 'b.goods_id')
    .select(['l.id', 'b.qty'])
    .where('b.storehouse_id', '=', storehouseId)
    .where('l.count_id', '=', countId)
    .execute();
  return new Map(lines.map((line) => [line.id, line.qty / 1_000]));
}

/** What most of the money lies in is counted, and found as the book says. */
export async function countMost(stores: Stores, storehouseId: number): Promise<void> {
  const id = await beginCount(stores, { storehouseId, scope: 'CLASS_A' });
  const held = await heldOf(stores, storehouseId, id);
  const lines = await countLines(stores, id);
  const counted = lines.map((line) => ({ ...line, counted: held.get(line.lineId)! }));
  await writeCount(stores, stores.keeper, id, counted);
  await stores.second.call(counts, 'post', { id });
}

/** Vegetables counted short by a box of one, agreed by the second person; another count has begun. */
async function count(stores: Stores): Promise<void> {
  const { keeper, second, central, sites } = stores;
  const storehouseId = sites[0]!.houseId;
  const id = await beginCount(stores, { storehouseId, scope: 'CATEGORY', category: 'VEGETABLE' });
  const held = await heldOf(stores, storehouseId, id);
  // Where most lies: kitchens leave nothing of some goods, and nothing cannot be counted short.
  const most = Math.max(...held.values());
  const lines = await countLines(stores, id);
  const short = lines.find((line) => held.get(line.lineId) === most);
  const counted = lines.map((line) => ({
    ...line,
    counted: held.get(line.lineId)! - (line === short ? 0.5 : 0),
  }));
  await writeCount(stores, keeper, id, counted);
  const again = await countLines(stores, id);
  await writeCount(
    stores,
    second,
    id,
    again.map((line) => ({ ...line, counted: counted.find(({ lineId }) => lineId === line.lineId)!.counted })),
  );
  await second.call(counts, 'post', { id });
  await beginCount(stores, { storehouseId: central, scope: 'RANDOM' });
}

/** How many days that were cooked on are bought for, and how far back they may lie. */
const [bought, farBack] = [3, 7];

/** The last days that were cooked on, the newest first: nobody eats here at a weekend. */
export const boughtDays = (today: string, days: number): string[] =>
  Array.from({ length: Math.max(0, Math.min(days - 1, farBack)) }, (_, i) => addDays(today, -1 - i))
    .filter((day) => !isWeekend(day))
    .slice(0, bought);

/** From the day that is bought for, kitchens take what their sheets say; and in the three days before today at any rate. */
export const sheetsFrom = (today: string, days: number): string => {
  const lately = addDays(today, -Math.max(0, Math.min(days - 1, 3)));
  const first = boughtDays(today, days).at(-1) ?? lately;
  return first < lately ? first : lately;
};

/** The days before today. */
export function stockSteps(stores: Stores, today: string, days: number): Step[] {
  const first = addDays(today, -Math.min(days, 14));
  const cooked: string[] = [];
  for (let day = first; day < sheetsFrom(today, days); day = addDays(day, 1)) cooked.push(day);
  const steps: Step[] = [{ when: at(first, 6 * 60), play: () => openStock(stores, first, cooked) }];
  for (const [n, day] of cooked.entries())
    for (const [i, site] of stores.sites.entries()) {
      if (n % 2 === 0)
        steps.push({
          when: at(day, 6 * 60 + 30 + i * 10),
          play: () => supply(stores, site, cooked.slice(n, n + 2), cooked),
        });
      steps.push({ when: at(day, 9 * 60 + 30 + i * 10), play: () => cook(stores, site, day, cooked) });
    }
  return [...steps, { when: at(addDays(today, -1), 15 * 60), play: () => leaveStock(stores, today) }];
}

/** Grams of a goods that may leave a storehouse, as these storehouses stand. */
export async function freeAt(
  { keeper }: Stores,
  houses: readonly number[],
): Promise<(houseId: number, goodsId: number) => number> {
  const held = await keeper
    .ctx(erp)
    .db.selectFrom('stock_balance')
    .select(['storehouse_id as house', 'goods_id as goods', 'qty', 'reserved_qty as reserved'])
    .where('storehouse_id', 'in', houses)
    .execute();
  const free = new Map(held.map((one) => [`${one.house}|${one.goods}`, one.qty - one.reserved]));
  return (houseId, goodsId) => free.get(`${houseId}|${goodsId}`) ?? 0;
}

/** What today leaves open: of what kitchens have left of fresh goods. */
async function leaveStock(stores: Stores, today: string): Promise<void> {
  const free = await freeAt(stores, [stores.central]);
  const there = stores.goods.filter(({ id }) => free(stores.central, id) >= 20_000);
  const spoilt = there.find(({ category }) => category === 'VEGETABLE') ?? there[0]!;
  await book(stores, {
    kind: 'LOSS',
    storehouseId: stores.central,
    lines: [kilograms(spoilt, 2, { reason: '腐烂' })],
    reason: '验货时发现腐烂',
  });
  for (const { houseId } of stores.sites) {
    const lines = [...new Set(picked({ ...stores, goods: there }, today))].map((one, i) => kilograms(one, 2 + (i % 4)));
    await transfer(stores, houseId, today, lines, false);
  }
  const issue = {
    kind: 'ISSUE',
    storehouseId: stores.central,
    lines: [kilograms(there[0]!, 3)],
    reason: '中央厨房备料',
  };
  await draw(stores, issue);
  await count(stores);
  const waiting = await draw(stores, { ...issue, lines: [kilograms(there[3]!, 2)] });
  await stores.keeper.call(bills, 'submit', { id: waiting });
}
