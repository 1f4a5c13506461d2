/** Who is expected for a meal he ordered is not closed: an order paid by wages, unit or times holds no money that would say so. */
import { sql } from 'kysely';
import { refuse } from '../../../kit/server/refusal.ts';
import type { CloseGuard } from '../../people/public.server.ts';
import { orderingRefusals } from '../refusals.ts';
import { liveOrders } from './order-words.ts';

const shown = 3;

export const ordersLeft: CloseGuard = async ({ db }, people) => {
  const open = await db
    .selectFrom('meal_order')
    .where(sql<boolean>`person_id = any(${people.map(({ id }) => id)}::bigint[])`)
    .where('status', 'in', ['UNPAID', ...liveOrders])
    .select(['person_id as personId', 'order_no as orderNo'])
    .orderBy('id')
    .execute();
  const first = open[0];
  if (!first) return undefined;
  const own = open.filter(({ personId }) => personId === first.personId).map(({ orderNo }) => orderNo);
  return refuse(orderingRefusals.ORDERS_LEFT, {
    name: people.find(({ id }) => id === first.personId)?.name ?? '',
    count: own.length,
    orders: `${own.slice(0, shown).join('、')}${own.length > shown ? ' 等' : ''}`,
  });
};
