/**
 * Who is expected for a meal he ordered is not closed: an order paid by wages, unit or times holds no money that would say so.
 * Whoever may take orders back does it in the dialog that closes, as from the list of orders.
 */
import { formatFenGrouped } from '../../../kit/define/fen.ts';
import { type Ctx, ownOrganization } from '../../../kit/server/context.ts';
import { sqlOf } from '../../../kit/server/db/sql-of.ts';
import { refuse } from '../../../kit/server/refusal.ts';
import type { CloseGuard, Leaver } from '../../people/public.server.ts';
import { orderingRefusals } from '../refusals.ts';
import { cancelFault, cancelOrder } from './cancel-order.ts';
import { handOf, mayLate, mayOrders, toldAs } from './order-desk.ts';
import { type Order, ordersWhere } from './order-store.ts';
import { liveOrders, ordersPath } from './order-words.ts';

const shownInRefusal = 3;
const shownInDialog = 6;

/** Theirs alone, in whatever department they ordered: who is closed is in the clerk's scope already. */
const openOf = (ctx: Ctx, people: readonly Leaver[]): Promise<Order[]> =>
  ordersWhere(
    sqlOf(ctx.db),
    ownOrganization(ctx),
    'person_id = any($2::bigint[]) and status = any($3::text[]) order by dining_date, id',
    [people.map(({ id }) => id), ['UNPAID', ...liveOrders]],
  );

/** What comes back to the purses when they are taken back. */
const backOf = (orders: readonly Order[]) =>
  orders.reduce((sum, { holdId, amountFen }) => sum + (holdId === null ? 0 : amountFen), 0);

/** 18.00 元, or the times it costs. */
const priceOf = ({ payTime, counts, amountFen }: Order) =>
  payTime === 'COUNT' ? `${counts} 次` : `${formatFenGrouped(amountFen)} 元`;

async function mealNames(ctx: Ctx): Promise<Map<number, string>> {
  const { rows } = await sqlOf(ctx.db).query<{ id: number; name: string }>(
    'select id, name from meal_period where organization_id = $1',
    [ownOrganization(ctx)],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const ordersLeft: CloseGuard = {
  refuse: async (ctx, people) => {
    const open = await openOf(ctx, people);
    const [first] = open;
    if (!first) return undefined;
    const own = open.filter(({ personId }) => personId === first.personId).map(({ orderNo }) => orderNo);
    return refuse(orderingRefusals.ORDERS_LEFT, {
      name: people.find(({ id }) => id === first.personId)?.name ?? '',
      count: own.length,
      orders: `${own.slice(0, shownInRefusal).join('、')}${own.length > shownInRefusal ? ' 等' : ''}`,
    });
  },
  tell: async (ctx, people) => {
    const open = await openOf(ctx, people);
    if (open.length === 0) return { lines: [['未取的订餐', '没有']], backFen: 0 };
    const meals = await mealNames(ctx);
    const names = new Map(people.map(({ id, name }) => [id, name]));
    const sumFen = open.reduce((sum, { amountFen }) => sum + amountFen, 0);
    const may = mayOrders(ctx, 'cancel');
    const toldOf = (order: Order) => {
      const who = people.length > 1 ? `${names.get(order.personId) ?? ''} ` : '';
      const meal = meals.get(order.mealPeriodId) ?? '';
      return `${who}${order.diningDate.slice(5)} ${meal} ${priceOf(order)}（${order.orderNo}）`;
    };
    return {
      lines: [
        ['未取的订餐', `${open.length} 单，共 ${formatFenGrouped(sumFen)} 元`],
        [
          '订单',
          `${open.slice(0, shownInDialog).map(toldOf).join('；')}${open.length > shownInDialog ? `；另 ${open.length - shownInDialog} 单见「订餐明细」` : ''}`,
        ],
        ...(may ? [] : [['取消', '还有订餐不能销户，须由有权取消订餐的人先办'] as [string, string]]),
      ],
      ...(may ? { mayEnd: `${open.length} 单` } : {}),
      backFen: backOf(open),
    };
  },
  end: async (ctx, people, reason) => {
    const open = await openOf(ctx, people);
    if (open.length === 0) return { what: '', backFen: 0 };
    if (!mayOrders(ctx, 'cancel')) return refuse('NOT_PERMITTED', { what: '取消订餐' });
    const late = mayLate(ctx);
    // One that stays would leave the others taken back for nothing.
    for (const order of open) {
      const no = await cancelFault(ctx.services, order, late);
      if (no) return no;
    }
    const told = toldAs({ ...ctx, path: ordersPath }, '取消订单', reason);
    for (const { organizationId, id } of open) {
      const no = await cancelOrder(ctx.services, organizationId, id, { by: handOf(ctx), reason, late, told });
      if (no) return no;
    }
    return { what: `${open.length} 单`, backFen: backOf(open) };
  },
};
