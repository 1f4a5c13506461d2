/** 餐厅餐次: which meals each restaurant serves; terminals of a restaurant refuse the others. */
import { int, lines, ref, refs } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

export default page({
  path: '/admin/organization/restaurant/meal',
  aliases: ['/admin/organization/restaurant_meal'],
  title: '餐厅餐次',
  menu: ['消费管理', '消费设置'],
  order: 20,
  kind: 'settings',
  fields: {
    serving: lines(
      '供应餐次',
      {
        restaurantId: ref('餐厅', 'restaurant', { readOnly: true }),
        mealPeriodIds: refs('供应的餐次', 'meal_period', { placeholder: '全部餐次，包括以后新增的', columnWidth: 520 }),
        // As it was shown; it goes along so that a change made meanwhile is not lost.
        version: int('修订', { readOnly: true }),
      },
      {
        fixed: true,
        unique: ['restaurantId'],
        carry: ['version'],
        max: 1_000,
        help: '不供应的餐次，该餐厅的设备联机时拒绝消费；脱机时已吃过的照常入账。停止供餐请停用餐厅。',
      },
    ),
  },
  form: { sections: [{ fields: ['serving'] }] },
});
