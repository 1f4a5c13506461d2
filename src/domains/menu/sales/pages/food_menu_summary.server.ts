/** Server side of 菜谱汇总 and of 菜品余量汇总. */
import { sql } from 'kysely';
import { formatFenGrouped } from '../../../../kit/define/fen.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { changeItems } from '../../menus/change-item.ts';
import { toldStatuses } from '../../menus/menu-flow.ts';
import { bookedForMenus, pickedByOrders, soldOffMenu } from '../booked.ts';
import { dishesOnSale } from '../dishes-on-sale.ts';
import { foreseeStop } from '../foresee-stop.ts';
import { noteMade } from '../note-made.ts';
import { bookedTrade, orderFen, portionState, returnedQty, standingLine, tillFen } from '../portion-sql.ts';
import { bookedElsewhere, pickedElsewhere } from '../portion-words.ts';
import { servedByDish, wasteOf, wasteWords } from '../waste.ts';
import spec from './food_menu_summary.page.ts';

const sold = sql`(coalesce(o.picked, 0) + coalesce(w.qty, 0))`;

const rest = sql`greatest(i.plan_qty - ${sold}, 0)`;
const { grams, fen, unknown, atLeast } = wasteOf(sold);

export default bind(spec, {
  list: over(
    spec,
    'food_menu_item as i',
    {
      byUnit: true,
      inner: ['mealPeriodId as p', 'restaurantId as r'],
      columns: {
        mealName: 'p.name',
        dishName: sql`coalesce(i.dish_name, d.name)`,
        typeName: 't.name',
        orderedQty: sql`coalesce(o.ordered, 0)`,
        pickedQty: sql`coalesce(o.picked, 0)`,
        pickedFen: sql`coalesce(o.fen, 0)`,
        cancelledQty: sql`coalesce(o.cancelled, 0)`,
        windowQty: sql`coalesce(w.qty, 0)`,
        windowFen: sql`coalesce(w.fen, 0)`,
        grossFen: sql`(coalesce(o.gross, 0) + coalesce(w.gross, 0))`,
        backFen: sql`(coalesce(o.back, 0) + coalesce(w.back, 0))`,
        overQty: sql`greatest(${sold} - i.plan_qty, 0)`,
        restRate: sql`(case when i.plan_qty > 0 then round(${rest} * 10000.0 / i.plan_qty)::int end)`,
        wasteGrams: grams,
        wasteFen: fen,
        wasteUnknown: unknown,
        wasteLeast: atLeast,
        // Under the figures it speaks of.
        wasteNote: sql`(case when ${atLeast} = 1 then '至少' else '' end)`,
        leftToOrder: sql`greatest(i.order_limit - coalesce(o.ordered, 0), 0)`,
        menuStatus: 'm.status',
        // The identities compute them.
        soldQty: null,
        restQty: null,
        amountFen: null,
      },
    },
    (from) =>
      from
        .innerJoin('food_menu as m', (on) =>
          on.onRef('m.organization_id', '=', 'i.organization_id').onRef('m.id', '=', 'i.menu_id'),
        )
        .innerJoin('dish as d', (on) =>
          on.onRef('d.organization_id', '=', 'i.organization_id').onRef('d.id', '=', 'i.dish_id'),
        )
        .innerJoin('food_type as t', 't.id', 'd.type_id')
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('meal_order_item as x')
              .innerJoin('meal_order as o', standingLine)
              .leftJoin('trade as t', bookedTrade)
              .whereRef('x.organization_id', '=', 'i.organization_id')
              .whereRef('x.menu_item_id', '=', 'i.id')
              .select([
                sql<number>`sum(x.qty) filter (where ${portionState} in ('WAITING', 'PICKED', 'LEFT'))::bigint`.as(
                  'ordered',
                ),
                sql<number>`sum(x.qty) filter (where ${portionState} = 'PICKED')::bigint`.as('picked'),
                sql<number>`sum(${orderFen.net})::bigint`.as('fen'),
                sql<number>`sum(${orderFen.gross})::bigint`.as('gross'),
                sql<number>`sum(${orderFen.back})::bigint`.as('back'),
                sql<number>`sum(x.qty) filter (where ${portionState} in ('CANCELLED', 'REFUNDED'))::bigint`.as(
                  'cancelled',
                ),
              ])
              .as('o'),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(
          (eb) =>
            eb
              .selectFrom('trade_item as l')
              .innerJoin('trade as t', (on) =>
                on
                  .onRef('t.organization_id', '=', 'l.organization_id')
                  .onRef('t.id', '=', 'l.trade_id')
                  .onRef('t.business_date', '=', 'l.business_date'),
              )
              .leftJoin('posting_reversed as v', (on) =>
                on.onRef('v.organization_id', '=', 'l.organization_id').onRef('v.posting_id', '=', 'l.trade_id'),
              )
              .whereRef('l.organization_id', '=', 'i.organization_id')
              .whereRef('l.dish_id', '=', 'i.dish_id')
              .whereRef('l.business_date', '=', 'i.menu_date')
              .whereRef('l.restaurant_id', '=', 'i.restaurant_id')
              .whereRef('l.meal_period_id', '=', 'i.meal_period_id')
              .where('l.kind', '=', 'DISH')
              .where('l.dish_id', '<>', 0)
              .where('l.status', '=', 'SETTLED')
              .select([
                sql<number>`sum(l.quantity - ${returnedQty})::bigint`.as('qty'),
                sql<number>`sum(${tillFen.net})::bigint`.as('fen'),
                sql<number>`sum(${tillFen.gross})::bigint`.as('gross'),
                sql<number>`sum(${tillFen.back})::bigint`.as('back'),
              ])
              .as('w'),
          (join) => join.onTrue(),
        )
        .leftJoinLateral(servedByDish, (join) => join.onTrue())
        .where('m.status', 'in', [...toldStatuses]),
  ),
  proof: {
    reads: {
      pickedQty: 'meal_order_item.qty',
      pickedFen: 'trade.amount_fen',
      windowFen: 'trade.amount_fen',
      grossFen: ['meal_order_item.amount_fen', 'trade_item.unit_price_fen'],
      backFen: ['posting_reversed.reversed_fen', 'meal_order.status'],
    },
    held: { [pickedElsewhere]: pickedByOrders('PUBLISHED'), [bookedElsewhere]: bookedForMenus },
  },
  notice: async (ctx, search) => {
    const { qty, fen } = await soldOffMenu(ctx, search);
    const waste = await wasteWords(ctx, search);
    if (qty === 0) return waste ? { tone: 'info', text: waste } : null;
    return {
      tone: 'warning',
      text: `窗口另售出 ${qty} 份未排在已发布菜谱上的菜，共 ${formatFenGrouped(fen)} 元，不在本页；请补排并发布菜谱，或核对终端的菜品编号。${waste}`,
    };
  },
  outcomes: { stop: (ctx, { ids, values }) => foreseeStop(ctx, ids, values.status) },
  optionsWithin: ['besideId'],
  options: (ctx, asked) => dishesOnSale(ctx, asked),
  actions: {
    stop: (ctx, { ids, values }) =>
      changeItems(ctx, ids, { status: values.status === 'STOPPED' ? 'STOPPED' : 'SOLD_OUT' }),
    made: (ctx, { ids, values }) => noteMade(ctx, ids[0]!, (values.madeQty as number | null | undefined) ?? null),
    resume: (ctx, { ids }) => changeItems(ctx, ids, { status: 'ON' }),
  },
});
