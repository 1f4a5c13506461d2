/** Columns and proof of the lists over orders `o`. */
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../kit/server/context.ts';
import type { Search } from '../../../kit/server/page/binding.ts';
import { isAsked } from '../../../kit/server/page/is-asked.ts';
import { byBooks, byOtherSide } from '../orders/counted.ts';
import { countedOrders, liveOrders } from '../orders/order-words.ts';
import { type OrderTotal, orderTotals } from './order-totals.ts';

/** What a row has, by the state of its order. */
export function countedColumns(portions: RawBuilder<number>, fen: RawBuilder<number>) {
  const within = (states: readonly string[], value: RawBuilder<number>) =>
    sql<number>`case when o.status in (${sql.join(states.map((state) => sql.lit(state)))}) then ${value} else 0 end`;
  return {
    countedQty: null,
    eatenQty: within(['EATEN'], portions),
    missedQty: within(['NO_SHOW'], portions),
    waitingQty: within(liveOrders, portions),
    countedFen: within(countedOrders, fen),
  };
}

const totalled = ['diningDate', 'mealPeriodId', 'mealName', 'restaurantId', 'departmentId', 'organizationId'];

const totalOf =
  (figure: (row: OrderTotal) => number) =>
  async (ctx: Ctx, search: Search): Promise<number | undefined> => {
    if (Object.entries(search).some(([key, value]) => isAsked(value) && !totalled.includes(key))) return undefined;
    return (await orderTotals(ctx, ['organizationId'], search)).reduce((sum, row) => sum + figure(row), 0);
  };

/** Held figures of a list that shows orders, or their lines. */
export const countedProof = (shown: keyof typeof byOtherSide) => ({
  held: {
    [byOtherSide[shown]]: totalOf((row) =>
      shown === 'orders' ? row.portions : row.eatenPortions + row.missedPortions + row.waitingPortions,
    ),
    [byBooks]: totalOf(
      (row) => row.eatenFen + row.dishBackFen + row.missedFen + row.releasedFen + row.heldFen + row.unheldFen,
    ),
  },
});
