/** 定值设置. */
import { bind } from '../../../../kit/server/page/binding.ts';
import { onOff, tableCrud } from '../../../../kit/server/page/crud.ts';
import { over } from '../../../../kit/server/page/over.ts';
import { refuseField } from '../../../../kit/server/page/values.ts';
import { foreseePrice } from '../foresee-price.ts';
import fixedValue from './fixed-value.page.ts';

export default bind(fixedValue, {
  list: over(fixedValue, 'fixed_value_rule as f', {
    inner: ['mealPeriodId as m'],
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
  actions: onOff('fixed_value_rule', 'mealPeriodName'),
});
