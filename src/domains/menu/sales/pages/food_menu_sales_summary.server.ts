/** 菜品销售汇总. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { bookedForDishes, pickedByOrders } from '../booked.ts';
import { dishTotals } from '../dish-totals.ts';
import { bookedElsewhere, pickedElsewhere } from '../portion-words.ts';
import spec from './food_menu_sales_summary.page.ts';

export default bind(spec, {
  rows: dishTotals,
  proof: {
    reads: {
      pickedQty: 'meal_order_item.qty',
      pickedFen: 'trade.amount_fen',
      windowFen: 'trade.amount_fen',
      grossFen: ['meal_order_item.amount_fen', 'trade_item.unit_price_fen'],
      backFen: ['posting_reversed.reversed_fen', 'meal_order.status'],
    },
    held: { [pickedElsewhere]: pickedByOrders('ALL'), [bookedElsewhere]: bookedForDishes },
  },
});
