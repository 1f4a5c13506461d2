/** 应用优惠活动: what is taken off applications for a while, how often it may be given, and what it has given. */
import { choice, int, money, percent, refs, text, time } from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { activityFlow, activityStatuses, discountTypes } from '../../applications/states.ts';

export default page({
  path: '/admin/platform/application_preferential_activity',
  title: '应用优惠活动',
  menu: ['应用', '应用管理'],
  order: 20,
  fields: {
    name: text('名称', { required: true, max: 40, width: 300 }),
    applicationIds: refs('应用', 'application', { required: true, width: 400 }),
    discountType: choice('方式', discountTypes, { required: true, width: 150 }),
    percentPaid: percent('实付比例', {
      required: true,
      min: 0,
      max: 10_000,
      width: 150,
      help: '八折填 80',
      when: (v) => v.discountType === 'PERCENT',
    }),
    minusFen: money('立减', { required: true, min: 1, width: 150, when: (v) => v.discountType === 'MINUS' }),
    giftMonths: int('送', {
      required: true,
      min: 1,
      max: 36,
      unit: '个月',
      width: 150,
      when: (v) => v.discountType === 'GIFT_MONTH',
    }),
    startAt: time('开始', { required: true }),
    endAt: time('结束', { required: true }),
    useLimit: int('限量', { min: 1, unit: '单', width: 150, none: '不限', help: '不填不限；取消、作废的订单退回名额' }),
    used: int('已用', { unit: '单' }),
    orderCount: int('生效订单', { unit: '单' }),
    givenFen: money('已优惠'),
    giftedMonths: int('已送', { unit: '个月' }),
    status: choice('状态', activityStatuses),
  },
  list: {
    important: ['name', 'discountType', 'used', 'givenFen', 'status'],
    search: ['status', 'discountType', keyword('名称', 'name')],
    row: ['edit', ...activityFlow.buttons, 'view'],
    tools: ['create'],
  },
  form: {
    sections: [
      {
        fields: [
          'name',
          'applicationIds',
          'discountType',
          'percentPaid',
          'minusFen',
          'giftMonths',
          'startAt',
          'endAt',
          'useLimit',
        ],
      },
    ],
  },
});
