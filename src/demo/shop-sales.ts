/** What the first shop sells today: orders in every state, one refunded, a wave to sort, four that come every week. */
import { bookDues } from '../domains/stock/public.server.ts';
import { addDays } from '../kit/server/clock.ts';
import type { Services } from '../kit/server/context.ts';
import { seconds } from './finance-staff.ts';
import { type DemoShop, supermarket } from './shop.ts';
import { actorOf } from './units.ts';

const page = `${supermarket}/supermarket_order`;

/** Who has money and a number to be named by. */
async function buyers({ pool }: Services, organizationId: number): Promise<string[]> {
  const { rows } = await pool.query<{ jobNumber: string }>(
    `select p.job_number as "jobNumber" from person p
     join wallet w on w.organization_id = p.organization_id and w.person_id = p.id and w.kind = 'MAIN' and w.status = 'ACTIVE'
     where p.organization_id = $1 and p.status = 'NORMAL' and p.job_number is not null order by w.balance_fen - w.held_fen desc, p.id limit 10`,
    [organizationId],
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

export async function sellFromShop(services: Services, shop: DemoShop, today: string): Promise<void> {
  const people = await buyers(services, shop.organizationId);
  const goods = await onSale(services, shop);
  const owner = await actorOf(services, 'contractor');
  const second = await actorOf(services, seconds.contractor);
  const deliveryDate = addDays(today, 2);
  const lines = (n: number) => [
    { goodsId: goods[n % goods.length]!, quantity: 1 + (n % 2) },
    { goodsId: goods[(n + 3) % goods.length]!, quantity: 1 },
  ];
  const order = async (n: number) =>
    (
      await owner.call(page, 'create', {
        organizationId: shop.organizationId,
        jobNumber: people[n % people.length]!,
        deliveryDate,
        deliveryWay: 'PICKUP',
        lines: lines(n),
      })
    ).id;
  const through = async (n: number) => {
    const id = await order(n);
    await owner.call(page, 'accept', { ids: [id] });
    await owner.call(page, 'deliver', { ids: [id] });
    return id;
  };
  for (const n of [0, 1, 2, 3]) {
    const id = await through(n);
    await owner.call(page, 'finish', { ids: [id], receiver: '本人' });
    if (n > 1) {
      const claim = { back: [{ lineNo: 1, quantity: 1 }], goodsBack: 'BACK', reason: '包装破损' };
      await owner.call(page, 'ask', { id, ...claim });
    }
    if (n === 2) await second.call(page, 'refund', { id });
  }
  await through(4);
  const accepted = [await order(5), await order(6), await order(7)];
  await owner.call(page, 'accept', { ids: accepted });
  await owner.call(`${supermarket}/supermarket_organization_distribute`, 'make', { deliveryDate });
  const late = await order(8);
  await owner.call(page, 'accept', { ids: [late] });
  await order(9);
  for (const [n, jobNumber] of people.slice(0, 4).entries())
    await owner.call(`${page}/standing`, 'create', {
      organizationId: shop.organizationId,
      jobNumber,
      weekdays: n % 2 === 0 ? ['1', '3', '5'] : ['2', '4'],
      deliveryWay: 'PICKUP',
      fromDate: today,
      lines: lines(n),
    });
  await bookDues(services);
}
