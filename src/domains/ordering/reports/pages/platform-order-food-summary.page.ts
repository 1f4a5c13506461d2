/** 订餐汇总 of the platform: orders of all units by day and meal. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { notSummed, orderDrill, orderFigureFields, orderIdentities } from '../order-columns.ts';

export default page({
  path: '/admin/platform/order_food_summary',
  title: '订餐汇总',
  wide: ['organizationId'],
  menu: ['交易', '核对结算'],
  order: 60,
  fields: {
    organizationId: ref('单位', 'organization'),
    diningDate: date('日期'),
    mealName: text('餐次'),
    mealPeriodId: int('餐次编号', { hidden: true }),
    ...orderFigureFields,
  },
  list: {
    important: [
      'organizationId',
      'diningDate',
      'mealName',
      'orderCount',
      'portions',
      'amountFen',
      'cancelledPortions',
      'eatenPortions',
      'missedPortions',
      'eatRate',
    ],
    search: [range('diningDate', 'thisMonth'), 'organizationId'],
    totals: except(...notSummed),
  },
  report: {
    identities: orderIdentities,
    drill: orderDrill(
      (row) => ({ diningDate: [row.diningDate, row.diningDate], mealPeriodId: row.mealPeriodId }),
      '/admin/platform/order_detail',
    ),
  },
});
