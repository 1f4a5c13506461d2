/** The till of the caterer's shop over the last days, and the platform's bills for the service, the newest due in eight days. */

import { setTimeout } from 'node:timers/promises';
import { addMonths } from '../domains/billing/public.server.ts';
import { runBills, stopBooking } from '../domains/market/public.server.ts';
import { bookDues } from '../domains/stock/public.server.ts';
import { chance } from '../kit/server/chance.ts';
import { addDays, dateAt } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { area, at, type Life } from './life.ts';
import { beatAll } from './outage.ts';
import { type DeviceTypes, lend, tillFirmware } from './places.ts';
import type { DemoShop } from './shop.ts';
import { swipeNow } from './swipe.ts';
import { pairTerminal } from './terminal.ts';
import type { Units } from './units.ts';
import { dayNumber } from './walk-ins.ts';

const name = '便利店收银机';
/** Days back at most, and sales a day. */
const most = 5;
const sales = 8;

/** Somebody buys two or three things after lunch. */
export async function sellGoods(
  units: Units,
  life: Life,
  shop: DemoShop,
  { now, days, types, setNow }: { now: number; days: number; types: DeviceTypes; setNow: (ms: number) => void },
): Promise<void> {
  const { services, actor } = life;
  const first = addDays(dateAt(now), -Math.min(days, most));
  setNow(at(first, 8 * 60));
  const { id: deploySiteId } = await actor.call(`${area}/deploy_site`, 'create', {
    name: '便利店收银台',
    kind: 'SHOP',
    restaurantId: shop.restaurantId,
    address: '禾丰便利店',
  });
  const device = {
    sn: 'HFSHOP20260001',
    typeId: types.byName.get(life.plan.deviceType.name)!,
    name,
    mode: 'SHOP' as const,
  };
  const id = await lend(units, life.organizationId, device);
  await actor.call(`${area}/device_list`, 'bind', { id, deploySiteId, mode: 'SHOP' });
  const till = await pairTerminal(services, actor, { id, sn: device.sn }, { mode: 'SHOP', firmware: tillFirmware });
  life.places.devices.push(till);
  const goods = await services.db
    .selectFrom('shop_shelf as s')
    .innerJoin('shelf_price as p', (on) =>
      on.onRef('p.organization_id', '=', 's.organization_id').onRef('p.goods_id', '=', 's.goods_id'),
    )
    .where('s.organization_id', '=', shop.organizationId)
    .where('s.status', '=', 'ON')
    .where('s.by_weight', '=', false)
    .where('s.limit_qty', 'is', null)
    .where('p.from_at', '<', new Date(now).toISOString())
    .orderBy('s.id')
    .select(['s.goods_id as goodsId', 'p.price_fen as unitPriceFen', 'p.id as priceVersion'])
    .execute();
  const buyers = life.people.filter((person) => !person.away && !person.cast);
  for (let day = first; day <= dateAt(now); day = addDays(day, 1)) {
    const by = chance(dayNumber(day));
    for (let i = 0; i < sales; i++) {
      const when = at(day, 12 * 60 + 35 + i * 6);
      const person = buyers[(dayNumber(day) * 5 + i * 3) % buyers.length];
      if (!person || when >= now) break;
      setNow(when + 2_000);
      const items = Array.from({ length: 1 + (i % 2) }, (_, n) => ({
        ...goods[(dayNumber(day) * 3 + i * 4 + n * 7) % goods.length]!,
        quantity: 2 + ((i + n) % 3),
      }));
      await swipeNow(services, { device: till, person, when, items }, by);
    }
    await bookAll(services);
  }
  setNow(now);
  await beatAll(life);
}

/** Rounds of booking at most: one in progress holds what it books. */
const rounds = 200;

/**
 * What a day sold is booked on it, before the clock is set back for the orders: on a slow machine the booking that sales ask for would
 * come while it is earlier, and a day's balance would not follow from the one before.
 */
async function bookAll(services: Services): Promise<void> {
  stopBooking(services);
  for (let round = 0; round < rounds; round += 1) {
    await bookDues(services);
    const { rows } = await services.pool.query<{ n: number }>(
      `select /* wall: the demo looks after every shop */ count(*)::int as n from stock_due where status = 'WAITING'`,
    );
    if (rows[0]!.n === 0) return;
    await setTimeout(50);
  }
}

/** Three months of the shop's service are over: nothing was sold in two, what the last comes to is owed; the next has begun, from a day on at a lower ratio. */
export async function billService(
  services: Services,
  units: Units,
  { today, now, setNow }: { today: string; now: number; setNow: (ms: number) => void },
): Promise<void> {
  const start = addMonths(today, -3);
  setNow(at(start, 10 * 60));
  await units.platform.call('/admin/platform/supermarket/subscribe', 'create', {
    contractorId: units.contractorId,
    name: '商超服务',
    subscribeType: 'MONTHLY',
    ratio: 300,
    startDate: start,
    graceDays: 9,
    autoFreeze: true,
  });
  setNow(now);
  await runBills(services);
  await units.platform.call('/admin/platform/supermarket/subscribe', 'ratio', {
    id: (await services.db.selectFrom('market_subscription').select('id').orderBy('id').executeTakeFirstOrThrow()).id,
    ratio: 280,
  });
}
