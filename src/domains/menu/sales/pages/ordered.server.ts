/** 订餐菜品明细. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { portionState, standingLine } from '../portion-sql.ts';
import spec from './ordered.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'meal_order_item as x',
    {
      columns: {
        menuDate: 'x.dining_date',
        mealName: 'p.name',
        dishName: 'x.name',
        orderNo: 'o.order_no',
        state: portionState,
        remark: 'o.remark',
      },
    },
    (from) =>
      from
        .innerJoin('meal_order as o', standingLine)
        .leftJoin('meal_period as p', (on) =>
          on.onRef('p.organization_id', '=', 'x.organization_id').onRef('p.id', '=', 'x.meal_period_id'),
        )
        .where('x.dish_id', 'is not', null)
        .where('o.status', 'not in', ['UNPAID', 'EXPIRED']),
  ),
});
