/** The platform's library of goods, and the caterer's shop at each organization that takes from it: forty goods on the first shelf, three by weight. */
import { checkDigit, type GoodsCategory } from '../domains/stock/public.ts';
import { mulDivHalfUp } from '../kit/define/fen.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Actor } from './act.ts';
import { erp, type Stores } from './stock.ts';
import { actorOf } from './units.ts';

export const supermarket = '/admin/contractor/supermarket';

type Packed = readonly [name: string, spec: string, buyFen: number, sellFen: number];

const packed: readonly (readonly [GoodsCategory, readonly Packed[]])[] = [
  [
    'DRINK',
    [
      ['饮用天然水', '550ml', 95, 200],
      ['纯净水', '596ml', 90, 150],
      ['绿茶', '500ml', 210, 350],
      ['冰红茶', '500ml', 210, 350],
      ['茉莉蜜茶', '500ml', 215, 350],
      ['橙汁饮料', '450ml', 260, 400],
      ['苹果汁', '300ml', 310, 500],
      ['苏打水', '400ml', 240, 400],
      ['电解质水', '500ml', 330, 550],
      ['无糖乌龙茶', '500ml', 320, 500],
    ],
  ],
  [
    'DAIRY',
    [
      ['纯牛奶', '250ml', 260, 350],
      ['原味酸奶', '200g', 310, 450],
      ['早餐奶', '250ml', 255, 350],
      ['豆奶', '250ml', 190, 300],
      ['乳酸菌饮品', '100ml', 130, 250],
    ],
  ],
  [
    'SNACK',
    [
      ['苏打饼干', '100g', 330, 550],
      ['全麦面包', '80g', 270, 450],
      ['肉松小贝', '55g', 300, 500],
      ['海苔', '12g', 280, 500],
      ['每日坚果', '25g', 310, 500],
      ['薯片', '70g', 360, 650],
      ['巧克力威化', '40g', 190, 350],
      ['牛肉干', '35g', 620, 990],
      ['山楂片', '60g', 170, 300],
      ['泡面', '108g', 290, 450],
      ['火腿肠', '70g', 150, 250],
      ['卤蛋', '30g', 130, 200],
    ],
  ],
  [
    'DAILY',
    [
      ['抽纸', '3 包', 590, 900],
      ['湿巾', '10 片', 190, 350],
      ['牙膏', '120g', 640, 990],
      ['牙刷', '1 支', 330, 600],
      ['洗手液', '250ml', 780, 1_200],
      ['中性笔', '0.5mm', 110, 200],
      ['笔记本', '60 页', 320, 550],
      ['雨伞', '折叠', 1_850, 2_900],
      ['充电线', '1m', 980, 1_590],
      ['口罩', '10 只', 260, 450],
    ],
  ],
];

/** Of the kitchens' own goods: sold by the half kilogram, weighed at the till. */
const weighed = 3;

export interface DemoShop {
  organizationId: number;
  restaurantId: number;
  storehouseId: number;
}

/** A barcode of the demo's own making. */
const barcode = (n: number): string => {
  const digits = `692${100_000_000 + n * 137}`;
  return `${digits}${checkDigit(digits)}`;
};

const catalogs: Readonly<Record<string, string>> = { DRINK: '饮料', DAIRY: '乳品', SNACK: '零食', DAILY: '日用' };

/** Catalogue and goods, by sheets as the platform enters many at once; one sheet is not done, one good was entered twice. */
async function openLibrary(platform: Actor): Promise<number[]> {
  const at = '/admin/platform/supermarket';
  const create = async (page: string, values: Record<string, unknown>) =>
    (await platform.call(`${at}/${page}`, 'create', values)).id;
  const food = await create('base_catalog', { name: '食品', sort: 1 });
  let n = 0;
  const line = (category: string, [name, spec, , sellFen]: Packed) => {
    n += 1;
    const shelfDays = category === 'DAIRY' ? 120 : 360;
    return { barcode: barcode(n), name, category, spec, guideFen: sellFen, shelfDays };
  };
  let drinks = food;
  for (const [category, goods] of packed) {
    const name = catalogs[category]!;
    const catalogId = await create('base_catalog', { name, parentId: category === 'DAILY' ? null : food, sort: n });
    if (category === 'DRINK') drinks = catalogId;
    const rows = goods.map((good) => line(category, good));
    const id = await create('mulit_add', { name: `${name}首批`, catalogId, rows });
    await platform.call(`${at}/mulit_add`, 'submit', { id });
  }
  const water = { name: '气泡水', category: 'DRINK', spec: '480ml', guideFen: 500, shelfDays: 360 };
  const known = { ...water, barcode: barcode(1), name: '饮用天然水（箱装散卖）' };
  await create('mulit_add', { name: '冬季新品', catalogId: drinks, rows: [{ ...water, barcode: barcode(90) }, known] });
  const { db } = platform.ctx(at);
  const made = (await db.selectFrom('base_good').select('id').orderBy('id').execute()).map(({ id }) => id);
  const twice = { catalogId: drinks, category: 'DRINK', baseUnit: 'PIECE', stored: 'DRY' };
  const codes = [{ code: barcode(91), packName: '六连包' }];
  const again = await create('base_good', { ...twice, name: '饮用天然水 6 连包', spec: '550ml×6', codes });
  await platform.call(`${at}/base_good`, 'merge', { id: again, intoId: made[0] });
  await create('base_good', { ...twice, name: '乌龙茶', spec: '500ml', guideFen: 450, codes: [{ code: barcode(92) }] });
  return made;
}

async function openPlaces({ keeper, sites }: Stores, baseGoodIds: readonly number[]): Promise<DemoShop[]> {
  const places: number[] = [];
  for (const { life } of sites) {
    const place = { name: '禾丰便利店', kind: 'SHOP', consumeMode: 'AMOUNT', manager: '阮店长' };
    const values = { organizationId: life.organizationId, ...place };
    places.push((await keeper.call('/admin/contractor/restaurant', 'create', values)).id);
  }
  // A session knows the places there were when it began.
  const owner = await actorOf(keeper.ctx(erp).services, 'contractor');
  const shops: DemoShop[] = [];
  for (const [i, { life }] of sites.entries()) {
    const { organizationId } = life;
    const restaurantId = places[i]!;
    const house = { name: `${life.plan.name}便利店仓`, kind: 'NORMAL', siteId: organizationId, keeperName: '阮店长' };
    const { id: storehouseId } = await owner.call(`${erp}/storehouse`, 'create', house);
    await owner.call(`${supermarket}/manage`, 'create', {
      organizationId,
      name: '禾丰便利店',
      restaurantId,
      storehouseId,
      openAt: '07:00',
      closeAt: '21:30',
      cutoffDays: 1,
      cutoffAt: '16:00',
      pickup: true,
      delivery: true,
      deliveryFeeFen: 200,
      leastFen: 2_000,
      afterSaleHours: 48,
      scalePrefix: 21,
      scaleTells: 'AMOUNT',
    });
    shops.push({ organizationId, restaurantId, storehouseId });
  }
  const [first, ...rest] = shops.map(({ organizationId }) => organizationId);
  const join = (ids: readonly number[], organizationIds: unknown[]) =>
    owner.call(`${supermarket}/platform_good`, 'join', { ids, organizationIds, guided: true });
  await join(baseGoodIds.slice(0, 12), [first, ...rest]);
  await join(baseGoodIds.slice(12), [first]);
  return shops;
}

/** The shops with their shelves and opening stock; the first goods get dearer next week, one has another name in the library. */
export async function openShops(stores: Stores, day: string, today: string): Promise<DemoShop[]> {
  const { services } = stores.keeper.ctx(erp);
  const platform = await actorOf(services, 'platform');
  const baseGoodIds = await openLibrary(platform);
  const shops = await openPlaces(stores, baseGoodIds);
  const owner = await actorOf(services, 'contractor');
  const page = `${supermarket}/goods`;
  const fruit = stores.goods.filter(({ category }) => category === 'FRUIT').slice(0, weighed);
  for (const [n, { id: goodsId, priceFen }] of fruit.entries()) {
    const units = await owner.call<{ id: number; name: string }[]>(`${erp}/goods/unit`, 'options', {
      within: { goodsId },
    });
    await owner.call(page, 'create', {
      organizationId: shops[0]!.organizationId,
      goodsId,
      unitId: units.find(({ name }) => name === '斤')!.id,
      byWeight: true,
      plu: 101 + n,
      priceFen: mulDivHalfUp(priceFen, 8, 10),
      sort: 90 + n,
    });
  }
  const { db } = owner.ctx(page);
  const shelf = await db
    .selectFrom('shop_shelf as s')
    .leftJoin('goods_copy as k', 'k.goods_id', 's.goods_id')
    .select(['s.id', 's.organization_id as organizationId', 's.goods_id as goodsId', 'k.base_good_id as baseGoodId'])
    .orderBy('s.id')
    .execute();
  const ids = shelf.map(({ id }) => id);
  // One is left to be put on.
  await owner.call(page, 'on', { ids: ids.slice(0, -1) });
  await owner.call(page, 'update', { id: ids[4], limitQty: 2, alertQty: 12 });
  await owner.call(page, 'update', { id: ids[12], alertQty: 100 });
  await stores.second.call(page, 'price', { id: ids[0], priceFen: 250, fromDate: addDays(today, 7) });
  const flat = packed.flatMap(([, goods]) => goods);
  for (const { organizationId, storehouseId } of shops) {
    const here = shelf.filter((row) => row.organizationId === organizationId && row.baseGoodId !== null);
    const goods = here.map(({ goodsId, baseGoodId }) => ({
      goodsId,
      buyFen: flat[baseGoodIds.indexOf(baseGoodId!)]![2],
    }));
    await stock(stores, storehouseId, day, goods);
  }
  await platform.call('/admin/platform/supermarket/base_good', 'update', {
    id: baseGoodIds[20],
    name: '巧克力威化饼干',
  });
  return shops;
}

async function stock(
  { keeper, second }: Stores,
  storehouseId: number,
  day: string,
  goods: readonly { goodsId: number; buyFen: number }[],
): Promise<void> {
  const bills = `${erp}/stock_bill`;
  const lines = goods.map(({ goodsId, buyFen }, i) => {
    const many = i % 13 === 12 ? 8 : 60 + ((i * 17) % 40);
    return {
      goodsId,
      typed: many,
      amountFen: buyFen * many,
      lotNo: `B${day.slice(5).replace('-', '')}-${i + 1}`,
      producedOn: addDays(day, -20),
      expiresOn: addDays(day, 100 + i * 5),
    };
  });
  const { id } = await keeper.call(bills, 'create', { kind: 'OPENING', storehouseId, lines, reason: '便利店开业' });
  await keeper.call(bills, 'submit', { id });
  await second.call(bills, 'post', { id });
}
