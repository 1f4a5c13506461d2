/** 定值设置: records, and the calendar that decides what kind of day it is. */
import { sql } from 'kysely';
import { addDays, isoAt } from '../../../../kit/server/clock.ts';
import { ownOrganization } from '../../../../kit/server/context.ts';
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { foreseePrice } from '../foresee-price.ts';
import fixedValue from './fixed-value.page.ts';

const longestCalendarDays = 366;

export default bind(fixedValue, {
  list: over(fixedValue, 'fixed_value_rule as f', {
    inner: ['mealPeriodId as m'],
    refs: ['typeId as t', 'restaurantId as r', 'deploySiteId as s'],
    none: { typeId: '全部', restaurantId: '全部', deploySiteId: '全部' },
  }),
  ...tableCrud(fixedValue, {
    table: 'fixed_value_rule',
    nameField: 'mealPeriodId',
    check: (_ctx, values, before) => {
      const start = values.startDate ?? (before?.startDate as string | null | undefined);
      const end = values.endDate ?? (before?.endDate as string | null | undefined);
      return start && end && end < start ? refuseField('endDate', '结束日期不能早于开始日期') : undefined;
    },
  }),
  foresee: (ctx, values, before) => {
    const all = { ...(before as Partial<typeof values> | null), ...values };
    return foreseePrice(ctx, {
      id: before?.id ?? 0,
      mealPeriodId: all.mealPeriodId!,
      typeId: all.typeId ?? null,
      deploySiteId: all.deploySiteId ?? null,
      restaurantId: all.restaurantId ?? null,
      firstPriceFen: all.firstPriceFen!,
      secondPriceFen: all.secondPriceFen ?? null,
      laterPriceFen: all.laterPriceFen ?? null,
      maxTimes: all.maxTimes ?? null,
      dateType: all.dateType ?? 'ALL',
      startDate: all.startDate ?? null,
      endDate: all.endDate ?? null,
      priority: all.priority ?? 0,
      enabled: all.status !== 'DISABLED',
    });
  },
  actions: {
    ...onOff('fixed_value_rule', 'mealPeriodName'),
    calendar: async (ctx, { values }) => {
      const { startDate, endDate, dayKind } = values as { startDate: string; endDate: string; dayKind: string };
      if (endDate < startDate) return refuseField('endDate', '结束日期不能早于开始日期');
      if (addDays(startDate, longestCalendarDays) < endDate) return refuseField('endDate', '一次最多设置一年');
      const at = isoAt(ctx.clock.now());
      await sql`
        insert into calendar_day (organization_id, day, kind, created_at, updated_at)
        select ${ownOrganization(ctx)}::bigint, day::date, ${dayKind}, ${at}::timestamptz, ${at}::timestamptz
        from generate_series(${startDate}::date, ${endDate}::date, interval '1 day') as day
        on conflict (organization_id, day) do update set kind = excluded.kind, updated_at = excluded.updated_at`.execute(
        ctx.db,
      );
      await ctx.audit({
        action: '节假日设置',
        changes: [{ key: 'days', label: `${startDate} 至 ${endDate}`, before: null, after: dayKind }],
      });
      return null;
    },
  },
});
