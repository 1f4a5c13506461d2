/** 餐厅特殊价: the fixed prices that name a restaurant. */
import { sql } from 'kysely';
import { bind } from '../../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { businessDay } from '../../../wallet/public.server.ts';
import restaurantPrice from './restaurant-sp.page.ts';

export default bind(restaurantPrice, {
  list: over(
    restaurantPrice,
    'fixed_value_rule as f',
    {
      inner: ['restaurantId as r', 'mealPeriodId as m'],
      none: { typeId: '全部' },
      columns: {
        inForce: sql`case when f.status <> 'NORMAL' then 'OFF' when f.start_date > clock.today then 'LATER'
        when f.end_date < clock.today then 'OVER' else 'NOW' end`,
      },
    },
    (from, ctx) =>
      from.innerJoin(
        sql<{ today: string }>`(select ${businessDay(ctx.clock.now())}::date as today)`.as('clock'),
        (on) => on.onTrue(),
      ),
  ),
  ...tableCrud(restaurantPrice, {
    table: 'fixed_value_rule',
    nameField: 'restaurantId',
    check: (_ctx, values, before) => {
      const start = values.startDate === undefined ? (before?.startDate as string | null) : values.startDate;
      const end = values.endDate === undefined ? (before?.endDate as string | null) : values.endDate;
      return start && end && end < start ? refuseField('endDate', '结束日期不能早于开始日期') : undefined;
    },
  }),
  actions: {
    disable: setColumn('fixed_value_rule', 'status', 'DISABLED', '停用', 'restaurantName'),
    enable: setColumn('fixed_value_rule', 'status', 'NORMAL', '启用', 'restaurantName'),
  },
});
