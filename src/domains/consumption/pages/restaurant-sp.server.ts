/** 餐厅特殊价: the fixed prices that name a restaurant. */
import { sql } from 'kysely';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import { businessDay } from '../../wallet/business-day.ts';
import restaurantPrice from './restaurant-sp.page.ts';

export default bind(restaurantPrice, {
  list: {
    from: (db, ctx) =>
      db
        .selectFrom('fixed_value_rule as f')
        .innerJoin('restaurant as r', (on) =>
          on.onRef('r.organization_id', '=', 'f.organization_id').onRef('r.id', '=', 'f.restaurant_id'),
        )
        .innerJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'f.organization_id').onRef('m.id', '=', 'f.meal_period_id'),
        )
        .leftJoin('person_type as t', (on) =>
          on.onRef('t.organization_id', '=', 'f.organization_id').onRef('t.id', '=', 'f.type_id'),
        )
        .innerJoin(sql<{ today: string }>`(select ${businessDay(ctx.clock.now())}::date as today)`.as('clock'), (on) =>
          on.onTrue(),
        ),
    id: 'f.id',
    version: 'f.version',
    columns: {
      restaurantId: 'f.restaurant_id',
      mealPeriodId: 'f.meal_period_id',
      typeId: 'f.type_id',
      firstPriceFen: 'f.first_price_fen',
      secondPriceFen: 'f.second_price_fen',
      laterPriceFen: 'f.later_price_fen',
      maxTimes: 'f.max_times',
      dateType: 'f.date_type',
      startDate: 'f.start_date',
      endDate: 'f.end_date',
      priority: 'f.priority',
      inForce: sql`case when f.status <> 'NORMAL' then 'OFF' when f.start_date > clock.today then 'LATER'
        when f.end_date < clock.today then 'OVER' else 'NOW' end`,
      status: 'f.status',
      createdAt: 'f.created_at',
    },
    names: { restaurantId: 'r.name', mealPeriodId: 'm.name', typeId: sql`coalesce(t.name, '全部')` },
  },
  ...tableCrud(restaurantPrice, {
    table: 'fixed_value_rule',
    nameField: 'restaurantId',
    owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
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
