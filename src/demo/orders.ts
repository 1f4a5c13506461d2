/** Meals ordered ahead: late portions of the last days, today's and tomorrow's, and a lunch by dish, delivered. */
import { sql } from 'kysely';
import { takeByRecord, turnUnit } from '../domains/ordering/public.server.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import { isRefusal, refusalMessage } from '../kit/server/refusal.ts';
import { area, at, type Life } from './life.ts';
import { draftPayroll } from './payroll.ts';
import { beatNow, countTaken, type DemoTerminal, sells } from './terminal.ts';

const desk = `${area}/order_food_detail`;
/** More than a week of evening meals, and than a lunch of several dishes. */
const weekFen = 12_000;
const lunchFen = 10_000;
const everyDay = ['WORKDAY', 'WEEKEND', 'HOLIDAY'];
const buildings = ['A 座', 'B 座'];

interface Meals {
  restaurantId: number;
  /** A late meal, ordered by portions. */
  eveningId: number;
  /** Ordered by dish; none where it is reported. */
  lunchId: number | undefined;
}

/** Meals nobody reports: a meal has one way. */
async function mealsOf({ actor, places }: Life): Promise<Meals | undefined> {
  const { db } = actor.ctx(`${area}/restaurant`);
  const { id: restaurantId } = await db
    .selectFrom('restaurant')
    .select('id')
    .where('kind', '=', 'RESTAURANT')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  const rules = await db.selectFrom('meal_rule').select('meal_period_ids').execute();
  const reported = new Set(rules.flatMap((rule) => rule.meal_period_ids));
  const meals = await db.selectFrom('meal_period').select('id').orderBy('start_time', 'desc').execute();
  const lunchId = places.mealIds.get('午餐')!;
  const evening = meals.find(({ id }) => id !== lunchId && !reported.has(id));
  return evening && { restaurantId, eveningId: evening.id, lunchId: reported.has(lunchId) ? undefined : lunchId };
}

/** Answers the id of the late meal's rule, which wages pay at first. */
async function openRules({ actor }: Life, { restaurantId, eveningId, lunchId }: Meals): Promise<number> {
  const rule = (more: Record<string, unknown>) =>
    actor.call(`${area}/ordering_mode`, 'create', {
      restaurantId,
      typeIds: [],
      dayKinds: everyDay,
      oncePerMeal: true,
      maxPortions: 10,
      openDays: 14,
      cutDays: 0,
      byWorkdays: false,
      payTime: 'ON_EAT',
      allergy: 'WARN',
      ...more,
    });
  const { id } = await rule({
    name: '加班份餐',
    payTime: 'MONTHLY',
    mealPeriodIds: [eveningId],
    mode: 'HEAD_ONLY',
    priceFen: 1_500,
    cutTime: '15:30',
    pickups: ['DINE_IN', 'PICKUP'],
    missPercent: 50,
  });
  if (lunchId === undefined) return id;
  await rule({
    name: '午餐点菜',
    mealPeriodIds: [lunchId],
    mode: 'BY_DISH',
    cutDays: 1,
    cutTime: '18:00',
    pickups: ['DINE_IN', 'DELIVERY'],
    autoConfirmMin: 60,
    missPercent: 100,
  });
  return id;
}

/** The rule is changed as it stands now: an hour of the past could not be chosen. */
async function payOnEating({ actor }: Life, id: number, now: number, setNow: (ms: number) => void): Promise<void> {
  setNow(now);
  const page = `${area}/ordering_mode`;
  const { version } = await actor.call<{ version: number }>(page, 'get', { id });
  await actor.call(page, 'update', { id, version, payTime: 'ON_EAT' });
}

/** Two buildings with a few floors each, their codes printed. */
async function openAddresses({ actor }: Life): Promise<number[]> {
  const ids: number[] = [];
  for (const [i, building] of buildings.entries()) {
    const { id: areaId } = await actor.call(`${area}/order_area`, 'create', {
      name: building,
      manager: i === 0 ? '陈师傅' : '李师傅',
      phone: `1380013800${i}`,
      deliveryFeeFen: i * 100,
      cutoffTime: '17:00',
    });
    for (const floor of ['3', '5', '8']) {
      const { id } = await actor.call(`${area}/order_address`, 'create', {
        areaId,
        name: `${building} ${floor} 层前台`,
        building,
        floor,
        sort: Number(floor),
      });
      ids.push(id);
    }
  }
  await actor.call(`${area}/address_code`, 'all', { ids });
  return ids;
}

/** Orders as the desk makes them; those who cannot pay are left out by it. */
async function orderAll(
  { actor }: Life,
  key: string,
  personIds: readonly number[],
  form: Record<string, unknown>,
  lines: readonly { menuItemId: number; qty: number }[],
): Promise<void> {
  const wanted = { pickup: 'DINE_IN', setCount: 1, changes: false, lateReason: '临时加班', ...form, personIds, lines };
  const { agreed } = await actor.call<{ agreed: object }>(desk, 'preview', wanted);
  await actor.call(desk, 'create', { ...wanted, ...agreed }, `demo-order-${key}`);
}

/** People of the cast with as much left to spend, in fen. */
async function ableToPay({ actor, cast }: Life, fen: number): Promise<number[]> {
  const rows = await actor
    .ctx(desk)
    .db.selectFrom('wallet as w')
    .innerJoin('person as p', (on) =>
      on.onRef('p.organization_id', '=', 'w.organization_id').onRef('p.id', '=', 'w.person_id'),
    )
    .select('p.id')
    .where('p.status', '=', 'NORMAL')
    .where('w.kind', '=', 'MAIN')
    .where('w.status', '=', 'ACTIVE')
    .where(sql<boolean>`w.balance_fen - w.held_fen >= ${fen}`)
    .where(
      'p.id',
      'in',
      cast.map((person) => person.id),
    )
    .orderBy('p.id')
    .execute();
  return rows.map((row) => row.id);
}

/** Who is short of a lunch pays in at the counter. */
async function payIn(life: Life, people: readonly number[], day: string): Promise<void> {
  const able = await ableToPay(life, lunchFen);
  for (const personId of people.filter((id) => !able.includes(id)))
    await life.actor.call(`${area}/deposit`, 'create', { personId, amountFen: lunchFen }, `demo-in-${day}-${personId}`);
}

/** Lives them; the clock is set back for what lies before `now`, and stands at `now` at the end. */
export async function openOrders(life: Life, now: number, setNow: (ms: number) => void): Promise<void> {
  const { actor, organizationId, services } = life;
  const meals = await mealsOf(life);
  const people = await ableToPay(life, weekFen);
  if (!meals || people.length === 0) return;
  const { restaurantId, eveningId, lunchId } = meals;
  const ruleId = await openRules(life, meals);
  const addressIds = await openAddresses(life);
  const today = dateAt(now);
  const evening = (diningDate: string) => ({ restaurantId, diningDate, mealPeriodId: eveningId });
  const meal = await actor
    .ctx(desk)
    .db.selectFrom('meal_period')
    .select('start_time')
    .where('id', '=', eveningId)
    .executeTakeFirstOrThrow();
  const startMinute = Number(meal.start_time.slice(0, 2)) * 60 + Number(meal.start_time.slice(3));
  const plain = [{ menuItemId: 0, qty: 1 }];
  const [terminal] = sells(life.places.devices, 'ORDER_PICKUP');
  /** The first few of a day's orders are collected half an hour into the meal: at the terminal, the last one at the desk. */
  const collect = async (day: string, count: number) => {
    const { rows } = await actor.call<{ rows: Waiting[] }>(desk, 'query', {
      search: { diningDate: [day, day], status: ['PAID', 'ACCEPTED', 'READY'] },
    });
    const come = rows.slice(0, count);
    if (terminal)
      for (const [i, order] of come.slice(0, -1).entries()) {
        setNow(at(day, startMinute + 20 + i * 3));
        await handOut(life, terminal, order, i === 0);
      }
    const left = terminal ? come.slice(-1) : come;
    if (left.length === 0) return;
    setNow(at(day, startMinute + 30));
    await actor.call(desk, 'take', { ids: left.map((row) => row.id) });
  };
  for (const ago of [4, 3, 2, 1]) {
    const day = addDays(today, -ago);
    // From the second day on who eats pays.
    if (ago === 3) await payOnEating(life, ruleId, now, setNow);
    setNow(at(day, 9 * 60 + ago));
    await orderAll(life, `evening-${day}`, people.slice(0, 6), evening(day), plain);
    await collect(day, 3);
  }
  // Today by the calendar and by the books, which turn at four in the morning; and tomorrow.
  for (const ahead of [0, 1]) {
    const day = addDays(today, ahead);
    setNow(now - 22 * 3_600_000);
    await orderAll(life, `evening-${day}`, people.slice(0, 7 + ahead), evening(day), plain);
    if (ahead === 0 && at(day, startMinute + 30) <= now) await collect(day, 3);
  }
  if (lunchId !== undefined) await eatLunch(life, people, { restaurantId, lunchId, addressIds, today }, setNow);
  setNow(now);
  await draftPayroll(life, now);
  if (lunchId !== undefined) await orderLunch(life, people, { restaurantId, lunchId, addressIds, today });
  await turnUnit(services, organizationId);
  if (terminal) await beatNow(services, terminal);
}

interface Waiting {
  id: number;
  personId: number;
  pickupCode: string;
}

/** Hands an order out at the terminal, by the code the diner reads out or by his face. */
async function handOut(
  { services }: Life,
  terminal: DemoTerminal,
  { personId, pickupCode }: Waiting,
  byCode: boolean,
): Promise<void> {
  terminal.seq += 1;
  const record = {
    epoch: terminal.known.epoch,
    seq: terminal.seq,
    occurredAt: services.clock.now(),
    offline: false,
    ...(byCode ? { code: pickupCode, identify: 'CODE' as const } : { personId, identify: 'FACE' as const }),
  };
  const answer = await takeByRecord(services, terminal.known.at, record);
  if (isRefusal(answer)) throw new Error(`demo pickup: ${refusalMessage(answer)}`);
  countTaken(services, terminal, record, answer.amountFen ?? 0);
}

interface Lunch {
  restaurantId: number;
  lunchId: number;
  today: string;
}

interface DeliveredLunch extends Lunch {
  addressIds: readonly number[];
}

/** Dishes of the published lunch next to today, before or after it, and its day. */
async function lunchNear({ actor }: Life, { restaurantId, lunchId, today }: Lunch, side: '<' | '>') {
  const items = await actor
    .ctx(desk)
    .db.selectFrom('food_menu_item as i')
    .innerJoin('food_menu as m', (on) =>
      on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
    )
    .select(['i.id', 'i.menu_date as day'])
    .where('m.status', '=', 'PUBLISHED')
    .where('m.restaurant_id', '=', restaurantId)
    .where('m.meal_period_id', '=', lunchId)
    .where('m.menu_date', side, today)
    .orderBy('i.menu_date', side === '<' ? 'desc' : 'asc')
    .orderBy('i.id')
    .limit(4)
    .execute();
  return { day: items[0]?.day, items };
}

/** The last lunch: ordered the afternoon before, collected at the counter but for one; the seventh's is carried and signed for. */
async function eatLunch(
  life: Life,
  people: readonly number[],
  { addressIds, ...lunch }: DeliveredLunch,
  setNow: (ms: number) => void,
): Promise<void> {
  const { day, items } = await lunchNear(life, lunch, '<');
  if (day === undefined) return;
  const form = { restaurantId: lunch.restaurantId, diningDate: day, mealPeriodId: lunch.lunchId };
  setNow(at(addDays(day, -1), 16 * 60));
  const lines = items.slice(0, 3).map((item, i) => ({ menuItemId: item.id, qty: i === 0 ? 2 : 1 }));
  await orderAll(life, `lunch-${day}`, people.slice(0, 5), form, lines);
  const { rows } = await life.actor.call<{ rows: { id: number }[] }>(desk, 'query', {
    search: { diningDate: [day, day], mealPeriodId: [lunch.lunchId], status: ['PAID', 'ACCEPTED', 'READY'] },
  });
  const carried = people.slice(6, 7);
  if (carried.length > 0) {
    await payIn(life, carried, day);
    await orderAll(life, `carried-${day}`, carried, { ...form, pickup: 'DELIVERY', addressId: addressIds[0] }, lines);
    const { rows: bags } = await life.actor.call<{ rows: { id: number }[] }>(desk, 'query', {
      search: { diningDate: [day, day], pickup: ['DELIVERY'] },
    });
    // Orders are taken on by the kitchen once nobody can change them any more.
    await turnUnit(life.services, life.organizationId);
    setNow(at(day, 11 * 60 + 20));
    await turnUnit(life.services, life.organizationId);
    const ids = bags.map((row) => row.id);
    await life.actor.call(desk, 'deliver', { ids });
    setNow(at(day, 11 * 60 + 50));
    await life.actor.call(desk, 'signOff', { ids, missing: [] });
  }
  setNow(at(day, 12 * 60 + 10));
  const ids = rows.slice(0, -1).map((row) => row.id);
  if (ids.length > 0) await life.actor.call(desk, 'take', { ids });
}

/** The next published lunch, dish by dish, to the buildings. */
async function orderLunch(
  life: Life,
  people: readonly number[],
  { addressIds, ...lunch }: DeliveredLunch,
): Promise<void> {
  const { day, items } = await lunchNear(life, lunch, '>');
  if (day === undefined) return;
  const { restaurantId, lunchId } = lunch;
  const form = { restaurantId, diningDate: day, mealPeriodId: lunchId, pickup: 'DELIVERY' };
  const hungry = people.slice(0, 6);
  await payIn(life, hungry, day);
  for (const [i, id] of hungry.entries()) {
    const lines = items
      .filter((_, at) => at % 2 === i % 2 || at === 0)
      .map((item) => ({ menuItemId: item.id, qty: 1 }));
    const to = { addressId: addressIds[i % addressIds.length], remark: i === 2 ? '少饭，不要香菜' : '' };
    await orderAll(life, `lunch-${day}-${i}`, [id], { ...form, ...to }, lines);
  }
}
