/** 定值设置: records, and the calendar that decides what kind of day it is. */
import { sql } from 'kysely';
import { addDays } from '../../../kit/server/clock.ts';
import { ownOrganization } from '../../../kit/server/context.ts';
import { bind } from '../../../kit/server/page/binding.ts';
import { setColumn, tableCrud } from '../../../kit/server/page/crud.ts';
import { refuseField } from '../../../kit/server/page/values.ts';
import fixedValue from './fixed-value.page.ts';

const longestCalendarDays = 366;

export default bind(fixedValue, {
  list: {
    from: (db) =>
      db
        .selectFrom('fixed_value_rule as f')
        .innerJoin('meal_period as m', (on) =>
          on.onRef('m.organization_id', '=', 'f.organization_id').onRef('m.id', '=', 'f.meal_period_id'),
        )
        .leftJoin('person_type as t', (on) =>
          on.onRef('t.organization_id', '=', 'f.organization_id').onRef('t.id', '=', 'f.type_id'),
        )
        .leftJoin('restaurant as r', (on) =>
          on.onRef('r.organization_id', '=', 'f.organization_id').onRef('r.id', '=', 'f.restaurant_id'),
        )
        .leftJoin('deploy_site as s', (on) =>
          on.onRef('s.organization_id', '=', 'f.organization_id').onRef('s.id', '=', 'f.deploy_site_id'),
        ),
    id: 'f.id',
    version: 'f.version',
    columns: {
      mealPeriodId: 'f.meal_period_id',
      typeId: 'f.type_id',
      restaurantId: 'f.restaurant_id',
      deploySiteId: 'f.deploy_site_id',
      firstPriceFen: 'f.first_price_fen',
      secondPriceFen: 'f.second_price_fen',
      laterPriceFen: 'f.later_price_fen',
      maxTimes: 'f.max_times',
      dateType: 'f.date_type',
      startDate: 'f.start_date',
      endDate: 'f.end_date',
      priority: 'f.priority',
      status: 'f.status',
      createdAt: 'f.created_at',
    },
    names: {
      mealPeriodId: 'm.name',
      typeId: sql`coalesce(t.name, '全部')`,
      restaurantId: sql`coalesce(r.name, '全部')`,
      deploySiteId: sql`coalesce(s.name, '全部')`,
    },
  },
  ...tableCrud(fixedValue, {
    table: 'fixed_value_rule',
    nameField: 'mealPeriodId',
    owner: (ctx) => ({ organization_id: ownOrganization(ctx) }),
    check: (_ctx, values, before) => {
      const start = values.startDate ?? (before?.startDate as string | null | undefined);
      const end = values.endDate ?? (before?.endDate as string | null | undefined);
      return start && end && end < start ? refuseField('endDate', '结束日期不能早于开始日期') : undefined;
    },
  }),
  actions: {
    disable: setColumn('fixed_value_rule', 'status', 'DISABLED', '停用', 'mealPeriodName'),
    enable: setColumn('fixed_value_rule', 'status', 'NORMAL', '启用', 'mealPeriodName'),
    calendar: async (ctx, { values }) => {
      const { startDate, endDate, dayKind } = values as { startDate: string; endDate: string; dayKind: string };
      if (endDate < startDate) return refuseField('endDate', '结束日期不能早于开始日期');
      if (addDays(startDate, longestCalendarDays) < endDate) return refuseField('endDate', '一次最多设置一年');
      await sql`
        insert into calendar_day (organization_id, day, kind)
        select ${ownOrganization(ctx)}::bigint, day::date, ${dayKind}
        from generate_series(${startDate}::date, ${endDate}::date, interval '1 day') as day
        on conflict (organization_id, day) do update set kind = excluded.kind`.execute(ctx.db);
      await ctx.audit({
        action: '节假日设置',
        changes: [{ key: 'days', label: `${startDate} 至 ${endDate}`, before: null, after: dayKind }],
      });
      return null;
    },
  },
});
