/** 窗口点餐明细. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { onMenu, returnedQty, tillFen } from '../portion-sql.ts';
import spec from './sold.page.ts';

export default bind(spec, {
  list: over(
    spec,
    'trade_item as l',
    {
      columns: {
        menuDate: 'l.business_date',
        mealName: 'p.name',
        dishName: 'l.name',
        returnedQty,
        qty: sql`(l.quantity - ${returnedQty})`,
        netFen: sql`${tillFen.net}::bigint`,
        tradeNo: sql`l.trade_id::text`,
        onMenu,
        menuItemId: null,
      },
      where: {
        menuItemId: (value) =>
          Number.isSafeInteger(value)
            ? sql`exists (select 1 from food_menu_item n where n.organization_id = l.organization_id and n.id = ${value}::bigint
                and n.menu_date = l.business_date and n.restaurant_id = l.restaurant_id
                and n.meal_period_id = l.meal_period_id and n.dish_id = l.dish_id)`
            : sql`false`,
      },
    },
    (from) =>
      from
        .innerJoin('trade as t', (on) =>
          on
            .onRef('t.organization_id', '=', 'l.organization_id')
            .onRef('t.id', '=', 'l.trade_id')
            .onRef('t.business_date', '=', 'l.business_date'),
        )
        .leftJoin('posting_reversed as v', (on) =>
          on.onRef('v.organization_id', '=', 'l.organization_id').onRef('v.posting_id', '=', 'l.trade_id'),
        )
        .leftJoin('meal_period as p', (on) =>
          on.onRef('p.organization_id', '=', 'l.organization_id').onRef('p.id', '=', 'l.meal_period_id'),
        )
        .where('l.kind', '=', 'DISH')
        .where('l.status', '=', 'SETTLED'),
  ),
});
