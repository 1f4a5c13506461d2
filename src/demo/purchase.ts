/** The caterer's buying: six suppliers, prices, what recipes are bought as, needs and orders of the last days, deliveries accepted by two. */

import { demoPassword, openOwner } from '../domains/identity/public.server.ts';
import { writeMap } from '../domains/purchase/public.server.ts';
import type { GoodsCategory } from '../domains/stock/public.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import { at, type Step } from './life.ts';
import { slip } from './portrait.ts';
import { boughtDays, erp, freeAt, type Stores, takenShare } from './stock.ts';
import { actorOf } from './units.ts';
import { proofOf, uploadAs } from './upload.ts';

const daily = '/admin/contractor/supermarket/supermarket_daily_purchase';
/** Who takes deliveries: never who ordered. */
const inspector = { loginName: 'cb-yanshou', name: '岳验收', phone: '13700003021' };

/** Who pays suppliers: neither orders nor accepts. */
const cashier = { loginName: 'cb-chuna', name: '池出纳', phone: '13700003031' };

interface DemoSupplier {
  name: string;
  categories: readonly GoodsCategory[];
  contact: string;
  phone: string;
  /** Days its licence still holds when the demo is shown. */
  days: number;
}

const suppliers: readonly DemoSupplier[] = [
  { name: '丰谷粮油', categories: ['GRAIN', 'OIL', 'DRY'], contact: '裴志刚', phone: '13800007001', days: 420 },
  { name: '城南蔬菜合作社', categories: ['VEGETABLE', 'BEAN'], contact: '卞红梅', phone: '13800007002', days: 300 },
  { name: '鲜达肉类', categories: ['MEAT', 'POULTRY', 'EGG'], contact: '农建军', phone: '13800007003', days: 38 },
  { name: '湖光水产', categories: ['AQUATIC'], contact: '水根生', phone: '13800007004', days: 250 },
  {
    name: '晨露乳品果业',
    categories: ['DAIRY', 'FRUIT', 'SEASONING'],
    contact: '白露',
    phone: '13800007005',
    days: 180,
  },
  { name: '老街副食店', categories: ['SEASONING'], contact: '金顺', phone: '13800007006', days: -6 },
];

export interface Trade {
  stores: Stores;
  inspector: Actor;
  cashier: Actor;
  supplierOf: ReadonlyMap<GoodsCategory, number>;
}

async function openColleague({ keeper }: Stores, person: typeof inspector): Promise<Actor> {
  const { services, session } = keeper.ctx(erp);
  const opened = await openOwner(services, {
    unitType: 'CONTRACTOR',
    unitId: session.unitId!,
    ...person,
    password: demoPassword,
  });
  if (isRefusal(opened)) throw new Error(refusalMessage(opened));
  return actorOf(services, person.loginName);
}

/** Soy milk is ground by the central kitchen and lies chilled; corn on the cob is bought by the whole cob at the first unit. */
async function ownRecipes({ keeper, goods, sites }: Stores, fromDate: string): Promise<void> {
  const page = '/admin/contractor/supermarket/bom_recipe';
  const of = (name: string) => goods.find((one) => one.name === name)!.id;
  await keeper.call(page, 'create', {
    kind: 'GOODS',
    goodsId: of('豆浆'),
    made: 1_000,
    kept: true,
    lines: [
      { goodsId: of('黄豆'), qty: 125 },
      { goodsId: of('白砂糖'), qty: 20 },
    ],
    fromDate,
    note: '中央厨房现磨，冷藏入库',
  });
  const corn = await keeper
    .ctx(page)
    .db.selectFrom('dish')
    .select('id')
    .where('organization_id', '=', sites[0]!.life.organizationId)
    .where('name', '=', '蒸玉米')
    .executeTakeFirstOrThrow();
  const lines = [{ goodsId: of('玉米'), qty: 320 }];
  await keeper.call(page, 'create', { kind: 'DISH', dishId: corn.id, made: 1, lines, fromDate, note: '按整根采购' });
}

/** Suppliers with papers, a price for every goods, and what each food-stuff of the library is bought as. */
export async function openTrade(stores: Stores, today: string): Promise<Trade> {
  const { keeper, goods } = stores;
  const supplierOf = new Map<GoodsCategory, number>();
  for (const { days, ...one } of suppliers) {
    const { id } = await keeper.call(`${erp}/supplier`, 'create', {
      ...one,
      address: '城东农产品批发市场',
      licenceNo: `91310115MA1K${one.phone.slice(-4)}`,
      licenceEnd: addDays(today, days),
    });
    await keeper.call(`${erp}/supplier`, 'addPaper', {
      id,
      kind: 'FOOD',
      paperNo: `JY1310${one.phone.slice(-4)}`,
      expiresOn: addDays(today, days),
    });
    for (const category of one.categories) if (!supplierOf.has(category)) supplierOf.set(category, id);
  }
  const platform = await actorOf(keeper.ctx(erp).services, 'platform');
  const { id } = await platform.call('/admin/platform/supplier', 'create', {
    name: '华东集采供应链有限公司',
    categories: ['GRAIN', 'OIL', 'DRINK', 'SNACK'],
    contact: '闻静',
    phone: '13800007021',
    address: '临港物流园 8 号',
    licenceEnd: addDays(today, 500),
  });
  const paper = { kind: 'FOOD', paperNo: 'JY13107021', expiresOn: addDays(today, 500) };
  await platform.call('/admin/platform/supplier', 'addPaper', { id, ...paper });
  const from = dateAt(keeper.ctx(erp).clock.now());
  for (const one of goods) {
    const units = await keeper.call<{ id: number; name: string }[]>(`${erp}/goods/unit`, 'options', {
      within: { goodsId: one.id },
    });
    await keeper.call(`${erp}/supply_price`, 'create', {
      supplierId: supplierOf.get(one.category),
      goodsId: one.id,
      unitId: units.find(({ name }) => name === '千克')!.id,
      priceFen: one.priceFen,
      fromDate: from,
      toDate: addDays(today, 120),
      minQty: 0,
      leadDays: 1,
      preferred: true,
    });
  }
  const known = await keeper
    .ctx(erp)
    .services.db.selectFrom('lib_food_stuff')
    .select(['id', 'code'])
    .orderBy('id')
    .execute();
  const byCode = new Map(known.map(({ id, code }) => [code, id]));
  const mapped = goods.flatMap((one, i) => {
    const libStuffId = byCode.get(one.code);
    // One is left for the chef to map.
    return libStuffId === undefined || i === 40
      ? []
      : [{ libStuffId, goodsId: one.id, perBaseMg: 1_000, fromDate: from }];
  });
  await writeMap(keeper.ctx(erp), mapped);
  await ownRecipes(stores, from);
  return {
    stores,
    inspector: await openColleague(stores, inspector),
    cashier: await openColleague(stores, cashier),
    supplierOf,
  };
}

interface Row {
  id: number;
  supplierId: number | null;
  status: string;
}

/** Needs and orders for a day; of today's a third waits for the buyer. */
async function order({ stores: { keeper } }: Trade, day: string, share = 1): Promise<void> {
  await keeper.call(daily, 'run', { day, buffer: 300 });
  const { rows } = await keeper.call<{ rows: Row[] }>(daily, 'query', {
    size: 500,
    search: { purchaseDate: [day, day], status: ['DRAFT'] },
  });
  const ids = rows.filter(({ supplierId }) => supplierId !== null).map(({ id }) => id);
  const ordered = ids.slice(0, Math.ceil(ids.length * share));
  if (ordered.length > 0) await keeper.call(daily, 'order', { ids: ordered });
}

/** Deliveries of a day: one line is short, one is refused; of the last day one is dearer than agreed and waits, and an order has not come yet. */
async function accept({ inspector: actor, stores: { keeper } }: Trade, day: string, last: boolean): Promise<void> {
  const page = `${erp}/receipt`;
  const { rows } = await keeper.call<{ rows: { id: number; deliveryDate: string; status: string }[] }>(
    `${erp}/supply_order`,
    'query',
    {
      size: 50,
      search: { createdAt: null },
    },
  );
  const due = rows.filter((one) => one.deliveryDate === day && one.status === 'ORDERED');
  // Lines of the day one after another, however few each order has.
  let k = -1;
  let short = -1;
  for (const [nth, { id }] of (last && due.length > 1 ? due.slice(0, -1) : due).entries()) {
    const { rows: waiting } = await actor.call<{ rows: Record<string, unknown>[] }>(page, 'preview', {
      orderId: id,
      papers: ['INVOICE'],
    });
    const lines = waiting.map((line, i) => {
      k += 1;
      // Of one bag none can be short.
      if (short < 0 && k !== 0 && k !== 2 && (line.gross as number) >= 5) short = k;
      return {
        ...line,
        temp: 4,
        producedOn: day,
        lotNo: `${day.slice(5).replace('-', '')}-${nth + 1}${i + 1}`,
        gross: k === short ? Math.floor((line.gross as number) * 0.8) : line.gross,
        ...(k === 2 ? { verdict: 'REFUSE', reason: '腐烂变质' } : {}),
        ...(last && k === 0 ? { priceFen: (line.priceFen as number) + 60 } : {}),
      };
    });
    const witness = { account: seconds.contractor, password: demoPassword };
    await actor.call(page, 'create', { orderId: id, papers: ['QUARANTINE', 'INVOICE'], lines, witness });
  }
}

/** A delivery of greens did not come in time: two buy them at the market, at the list's price. */
async function buyAtMarket({ inspector: actor, stores: { goods, central } }: Trade, day: string): Promise<void> {
  const page = `${erp}/market_buy`;
  const greens = goods.find(({ category }) => category === 'VEGETABLE')!;
  const units = await actor.call<{ id: number; name: string }[]>(`${erp}/goods/unit`, 'options', {
    within: { goodsId: greens.id },
  });
  await actor.call(page, 'create', {
    storehouseId: central,
    sellerName: '东门菜市 16 号摊',
    sellerPhone: '13800007031',
    sellerAddress: '城东东门菜市场 16 号',
    buyReason: '合作社的车抛锚，早餐等用',
    payWay: 'PHONE',
    photo: await uploadAs(actor.ctx(page), { name: '摊位小票.png', purpose: 'image', content: slip(2) }),
    lines: [
      {
        goodsId: greens.id,
        unitId: units.find(({ name }) => name === '千克')!.id,
        gross: 12.4,
        tare: 0.4,
        priceFen: greens.priceFen,
        lotNo: null,
        producedOn: day,
        expiresOn: null,
        temp: 4,
        look: 'GOOD',
        reason: null,
      },
    ],
    witness: { account: seconds.contractor, password: demoPassword },
  });
}

/** What suppliers have brought so far is stated: one is paid, one agreed to, one is with its supplier, the rest waits for the second person. */
async function settle({ cashier: payer, stores: { keeper, second } }: Trade, day: string): Promise<void> {
  const page = `${erp}/supplier_statement`;
  const brought = await keeper
    .ctx(erp)
    .db.selectFrom('receipt')
    .select('id')
    .where('emergency', '=', false)
    .limit(1)
    .execute();
  if (brought.length === 0) return;
  await keeper.call(page, 'draw', { month: day });
  const { rows } = await keeper.call<{ rows: { id: number; statementNo: string }[] }>(page, 'query', {
    size: 10,
    sort: 'createdAt',
  });
  for (const [nth, { id, statementNo }] of rows.slice(0, 3).entries()) {
    await second.call(page, 'confirm', { id });
    if (nth === 2) continue;
    const theirFile = await proofOf(second.ctx(page), statementNo);
    await second.call(page, 'signed', { id, theirName: '对账员', theirFile });
    if (nth === 0) await payer.call(page, 'pay', { id, flowNo: `JH${statementNo.slice(2)}`, paidOn: day });
  }
}

const sheets = `${erp}/kitchen_sheet`;
const deliveries = '/admin/contractor/supermarket/supermarket_organization_distribute';

/** What each kitchen needs for the day is prepared, and what its store lacks is brought from the central one, in a wave for each way. */
async function prepare({ stores: { keeper, second } }: Trade, day: string, brought: boolean): Promise<void> {
  const needs = await keeper
    .ctx(erp)
    .db.selectFrom('meal_need')
    .select('id')
    .where('purchase_date', '=', day)
    .limit(1)
    .execute();
  if (needs.length === 0) return;
  await keeper.call(sheets, 'prepare', { day });
  if (!brought) return;
  const ids = (await waiting(keeper, day)).map(({ id }) => id);
  await keeper.call(sheets, 'supply', { ids });
  await keeper.call(deliveries, 'make', { kind: 'MATERIAL', deliveryDate: day });
  const { rows } = await keeper.call<{ rows: { id: number }[] }>(deliveries, 'query', {
    search: { deliveryDate: [day, day], kind: ['MATERIAL'], status: ['TO_SORT'] },
  });
  for (const { id } of rows) {
    await keeper.call(deliveries, 'load', { id, short: [] });
    await keeper.call(deliveries, 'depart', { id, driver: '老周', car: '浙A6C218', temp: 3.5 });
    await second.call(deliveries, 'arrive', { id, receiver: '食堂库管', temp: 5, missing: [] });
  }
}

/** More came to eat than had reported: what a kitchen lacks of what it cooks is brought after. */
async function bringMore({ stores }: Trade, day: string): Promise<void> {
  const { keeper, second, goods, central, sites, eaten } = stores;
  for (const { houseId, life } of sites) {
    const should = eaten.of(life.organizationId, day);
    if (should.size === 0) continue;
    const at = await freeAt(stores, [central, houseId]);
    const lines = goods.flatMap((one) => {
      const wanted = Math.ceil((should.get(one.id) ?? 0) * takenShare(stores, one, life.organizationId));
      const typed = Math.min(wanted - at(houseId, one.id), at(central, one.id));
      return typed > 0 ? [{ goodsId: one.id, typed }] : [];
    });
    if (lines.length === 0) continue;
    const bills = `${erp}/stock_bill`;
    const draft = {
      kind: 'TRANSFER',
      storehouseId: central,
      toStorehouseId: houseId,
      lines,
      reason: '就餐人数多于报餐',
    };
    const { id } = await keeper.call(bills, 'create', draft);
    await keeper.call(bills, 'send', { id });
    await second.call(bills, 'receive', { id });
  }
}

const makings = `${erp}/production`;

/** Soy milk is to be made at the central kitchen, so many kilograms; the document. */
async function planMilk({ keeper, goods, central }: Stores, day: string, kg: number): Promise<number> {
  const goodsId = goods.find(({ name }) => name === '豆浆')!.id;
  await keeper.call(makings, 'draw', { goodsId, storehouseId: central, qty: kg, dueOn: day });
  const { rows } = await keeper.call<{ rows: { id: number }[] }>(makings, 'query', { search: { status: ['PLANNED'] } });
  return rows[0]!.id;
}

/** It is weighed and agreed to by the second person; one day there was more left in the sieve, one day it was written twice. */
async function makeMilk({ stores }: Trade, day: string, nth: number): Promise<void> {
  const { keeper, second } = stores;
  const make = async (kg: number, made: number, lossReason: string) => {
    const id = await planMilk(stores, day, kg);
    const { lines, version } = await keeper.call<{ lines: { lineId: number }[]; version: number }>(makings, 'get', {
      id,
    });
    const weighed = lines.map(({ lineId }) => ({ lineId, taken: null }));
    const dates = { lotNo: '', producedOn: null, expiresOn: addDays(day, 2) };
    await keeper.call(makings, 'update', { id, version, lines: weighed, made, lossReason, ...dates });
    await second.call(makings, 'finish', { id });
    return id;
  };
  await make(40, nth === 2 ? 37.6 : 39.5, nth === 2 ? '滤渣偏多' : '');
  if (nth === 1) await second.call(makings, 'reverse', { id: await make(10, 10, ''), reason: '同一锅记了两次' });
}

const waiting = async (actor: Actor, day: string) =>
  (
    await actor.call<{ rows: { id: number; storehouseId: number; version: number }[] }>(sheets, 'query', {
      size: 50,
      search: { diningDate: [day, day], status: ['PREPARED'] },
      sort: 'createdAt',
    })
  ).rows;

/** The cook weighs what the meal takes, and takes what there is of things that did not come; the first sheet as it was prepared, if it can be. */
async function cook({ stores }: Trade, day: string): Promise<void> {
  const { second, goods, eaten } = stores;
  const known = new Map(goods.map((one) => [one.id, one]));
  for (const [nth, { id, storehouseId }] of (await waiting(second, day)).entries()) {
    const lines = await second
      .ctx(erp)
      .db.selectFrom('kitchen_sheet_line as l')
      .innerJoin('kitchen_sheet as s', 's.id', 'l.sheet_id')
      .leftJoin('stock_balance as b', (on) =>
        on.onRef('b.goods_id', '=', 'l.goods_id').on('b.storehouse_id', '=', storehouseId),
      )
      .select([
        'l.id as lineId',
        'l.goods_id as goodsId',
        'l.need_qty as need',
        's.site_id as siteId',
        's.meal_period_id as mealId',
        'b.qty',
        'b.reserved_qty as reserved',
      ])
      .where('l.sheet_id', '=', id)
      .orderBy('l.line_no')
      .execute();
    const there = ({ qty, reserved }: (typeof lines)[number]) => (qty ?? 0) - (reserved ?? 0);
    if (nth > 0 || lines.some((line) => there(line) < line.need)) {
      const { siteId, mealId } = lines[0]!;
      const should = eaten.ofMeal(siteId, day, mealId);
      const taken = lines.map((line) => {
        const wanted = (should.get(line.goodsId) ?? 0) * takenShare(stores, known.get(line.goodsId)!, siteId);
        return { lineId: line.lineId, taken: Math.min(Math.round(wanted), there(line)) / 1_000 };
      });
      if (taken.every((line) => line.taken === 0)) continue;
      const { version } = await second.call<{ version: number }>(sheets, 'get', { id });
      await second.call(sheets, 'update', { id, version, lines: taken });
    }
    await second.call(sheets, 'take', { id });
  }
}

/** A test report says no to a lot that both kitchens have, of bean products where there is one: sealed everywhere, the units told, not yet traced to its end. */
async function recall({ stores: { keeper, goods, sites } }: Trade): Promise<void> {
  const { db } = keeper.ctx(erp);
  const houses = new Map(sites.map(({ houseId, life }) => [houseId, life.organizationId]));
  const lying = await db
    .selectFrom('stock_lot')
    .select(['lot_id as lot', 'goods_id as goods', 'storehouse_id as house'])
    .where('storehouse_id', 'in', [...houses.keys()])
    .where('qty', '>', 0)
    .orderBy('lot_id')
    .execute();
  const coming = await db
    .selectFrom('stock_transit as t')
    .innerJoin('stock_bill as b', (on) =>
      on.onRef('b.contractor_id', '=', 't.contractor_id').onRef('b.id', '=', 't.bill_id'),
    )
    .select(['t.lot_id as lot', 't.goods_id as goods', 'b.to_storehouse_id as house'])
    .where('t.closed_at', 'is', null)
    .orderBy('t.lot_id')
    .execute();
  const known = new Map(goods.map((one) => [one.id, one]));
  const lots = [...Map.groupBy([...lying, ...coming], ({ lot }) => lot)].map(([id, places]) => {
    const one = known.get(places[0]!.goods);
    return {
      id,
      units: new Set(places.map(({ house }) => houses.get(house!))).size,
      liked: one?.name === '香干' ? 2 : one?.category === 'BEAN' ? 1 : 0,
    };
  });
  const [lot] = lots.sort((x, y) => y.units - x.units || y.liked - x.liked || y.id - x.id);
  if (!lot) return;
  await keeper.call(`${erp}/lot_trace`, 'recall', { id: lot.id, reason: '第三方抽检不合格', delivery: false });
  const made = await keeper.call<{ rows: { id: number; unsent: boolean }[] }>(`${erp}/lot_recall`, 'query', {});
  for (const { id, unsent } of made.rows) if (unsent) await keeper.call(`${erp}/lot_recall`, 'sendNotices', { id });
}

/** The last three days that were cooked on are bought for; today's needs wait to be ordered. */
export function tradeSteps(trade: Trade, today: string, days: number): Step[] {
  const steps: Step[] = [];
  for (const [i, day] of [...boughtDays(today, days).entries()].reverse()) {
    const nth = i + 1;
    steps.push(
      { when: at(addDays(day, -1), 16 * 60), play: () => order(trade, day) },
      { when: at(day, 5 * 60 + 30), play: () => accept(trade, day, nth === 1) },
      { when: at(day, 5 * 60 + 50), play: () => makeMilk(trade, day, nth) },
      { when: at(day, 6 * 60 + 30), play: () => prepare(trade, day, true) },
      { when: at(day, 9 * 60), play: () => bringMore(trade, day) },
      { when: at(day, 9 * 60 + 30), play: () => cook(trade, day) },
    );
  }
  return [
    ...steps,
    { when: at(addDays(today, -1), 16 * 60 + 10), play: () => order(trade, today, 0.7) },
    { when: at(addDays(today, -1), 16 * 60 + 30), play: () => prepare(trade, today, false) },
    {
      when: at(addDays(today, -1), 16 * 60 + 40),
      play: async () => void (await planMilk(trade.stores, today, 45)),
    },
    { when: at(addDays(today, -1), 9 * 60 + 10), play: () => buyAtMarket(trade, addDays(today, -1)) },
    { when: at(addDays(today, -1), 17 * 60), play: () => recall(trade) },
    { when: at(addDays(today, -1), 17 * 60 + 20), play: () => settle(trade, addDays(today, -1)) },
  ];
}
