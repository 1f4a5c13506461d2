/** What is ordered of the first shop: handed over on the days before, in every state today, by code too, one refunded, a wave to sort, four that come every week. */
import { bookDues } from '../domains/stock/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import type { Actor } from './act.ts';
import { seconds } from './finance-staff.ts';
import { at } from './life.ts';
import { type DemoShop, supermarket } from './shop.ts';
import { actorOf } from './units.ts';
import { uploadAs } from './upload.ts';

const page = `${supermarket}/supermarket_order`;

/** Who has at least so much money, and a number to be named by. */
async function buyers({ pool }: Services, organizationId: number, leastFen: number): Promise<string[]> {
  const { rows } = await pool.query<{ jobNumber: string }>(
    `select p.job_number as "jobNumber" from person p
     join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN' and w.status = 'ACTIVE'
     where p.organization_id = $1 and p.status = 'NORMAL' and p.job_number is not null and w.balance_fen - w.held_fen >= $2
     order by w.balance_fen - w.held_fen desc, p.id limit 10`,
    [organizationId, leastFen],
  );
  return rows.map(({ jobNumber }) => jobNumber);
}

/** Packed goods on the shelf of which there is enough. */
async function onSale({ pool }: Services, shop: DemoShop): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `select s.goods_id as id from shop_shelf s join stock_balance b on b.contractor_id = s.contractor_id and b.goods_id = s.goods_id
     where s.organization_id = $1 and b.storehouse_id = $2 and s.status = 'ON' and not s.by_weight and s.limit_qty is null and b.qty > 40
     order by s.sort, s.id limit 8`,
    [shop.organizationId, shop.storehouseId],
  );
  return rows.map(({ id }) => id);
}

/** A class's list: two who order, and a number that nobody has. */
async function orderByList(
  owner: Actor,
  { organizationId }: DemoShop,
  people: readonly string[],
  goodsId: number,
  deliveryDate: string,
): Promise<void> {
  const list = `${page}/list`;
  const goods = owner.ctx(list).db.selectFrom('goods').select('code').where('id', '=', goodsId);
  const { code } = await goods.executeTakeFirstOrThrow();
  const rows = ['工号,商品,数量', ...people.map((jobNumber) => `${jobNumber},${code},1`), `T0000,${code},1`];
  const name = '三班订货名单.csv';
  const file = { name, purpose: 'import', content: Buffer.from(rows.join('\n')) } as const;
  const table = await uploadAs(owner.ctx(list), file);
  await owner.call(list, 'create', { organizationId, deliveryDate, deliveryWay: 'PICKUP', table });
}

/** Delivery days lived at most, and orders of each. */
const most = 5;
const perDay = 10;
/** What one order comes to at most. */
const orderFen = 2_000;

export async function sellFromShop(
  services: Services,
  shop: DemoShop,
  { today, days, setNow }: { today: string; days: number; setNow: (ms: number) => void },
): Promise<void> {
  // Each may order once for every day lived, and twice for those to come.
  const people = await buyers(services, shop.organizationId, orderFen * (Math.min(days, most) + 2));
  // Without a past nobody has topped up yet.
  if (people.length < 2) return;
  const goods = await onSale(services, shop);
  const owner = await actorOf(services, 'contractor');
  const second = await actorOf(services, seconds.contractor);
  const lines = (n: number) => [
    { goodsId: goods[n % goods.length]!, quantity: 2 + (n % 2) },
    { goodsId: goods[(n + 3) % goods.length]!, quantity: 1 },
  ];
  const order = async (n: number, deliveryDate: string, payBy = 'ACCOUNT') =>
    (
      await owner.call(page, 'create', {
        organizationId: shop.organizationId,
        jobNumber: people[n % people.length]!,
        deliveryDate,
        deliveryWay: 'PICKUP',
        lines: lines(n),
        payBy,
      })
    ).id;
  /**
   * By scanning a code: one paid, one bottle of it short, so that its price goes back to who scanned; one nobody paid yet. They are
   * of today: the channels' bills of the days before have been dropped.
   */
  const scan = async (deliveryDate: string) => {
    const sandbox = services.pay.sandbox('WECHAT');
    if (!sandbox) return;
    const id = await order(9, deliveryDate, 'WECHAT');
    const payments = owner.ctx(page).db.selectFrom('third_trade').select('trade_no').where('order_id', '=', id);
    sandbox.pay((await payments.executeTakeFirstOrThrow()).trade_no);
    await owner.call(page, 'asked', { id });
    await owner.call(page, 'accept', { ids: [id] });
    await owner.call(page, 'pick', { id, picked: [{ lineNo: 1, quantity: 1, reason: '到货不足' }] });
    await order(10, deliveryDate, 'WECHAT');
  };
  const several = (ns: readonly number[], day: string) => Promise.all(ns.map((n) => order(n, day)));
  // Ordered the day before, handed over on the day itself; of today's the last is still on its way.
  for (let back = Math.min(days, most) - 1; back >= 0; back -= 1) {
    const day = addDays(today, -back);
    setNow(at(addDays(day, -1), 10 * 60));
    const ids = await several(
      Array.from({ length: Math.min(perDay, people.length) }, (_, n) => n + back),
      day,
    );
    setNow(at(day, 7 * 60 + 10));
    await owner.call(page, 'accept', { ids });
    setNow(at(day, 7 * 60 + 40));
    await owner.call(page, 'deliver', { ids });
    setNow(at(day, 12 * 60 + 10));
    await owner.call(page, 'finish', { ids: back === 0 ? ids.slice(0, -1) : ids, receiver: '本人' });
    if (back > 0) continue;
    for (const [n, id] of ids.slice(2, 4).entries()) {
      const claim = { back: [{ lineNo: 1, quantity: 1 }], goodsBack: 'BACK', reason: '包装破损' };
      await owner.call(page, 'ask', { id, ...claim });
      if (n === 0) await second.call(page, 'refund', { id });
    }
  }
  setNow(at(addDays(today, 1), 0));
  const next = addDays(today, 2);
  await owner.call(page, 'accept', { ids: await several([3, 4, 5, 6, 7], next) });
  await owner.call(`${supermarket}/supermarket_organization_distribute`, 'make', { deliveryDate: next });
  await owner.call(page, 'accept', { ids: await several([8], next) });
  await scan(next);
  await orderByList(owner, shop, people.slice(-2), goods[0]!, next);
  for (const [n, jobNumber] of people.slice(0, 4).entries())
    await owner.call(`${page}/standing`, 'create', {
      organizationId: shop.organizationId,
      jobNumber,
      weekdays: n % 2 === 0 ? ['1', '3', '5'] : ['2', '4'],
      deliveryWay: 'PICKUP',
      fromDate: today,
      lines: lines(n),
    });
  // What was refunded comes back once its sale is booked. Nothing may wait: the clock is set back after this, and no ledger is back-dated.
  for (let round = 0; round < 3; round += 1) await bookDues(services);
}
