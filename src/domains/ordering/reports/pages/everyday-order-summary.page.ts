/** 每日订餐汇总 of a contractor: the units and restaurants it serves. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { notSummed, orderDrill, orderFigureFields, orderIdentities } from '../order-columns.ts';

export default page({
  path: '/admin/contractor/report_form/everyday_order_summary',
  title: '每日订餐汇总',
  wide: ['organizationId'],
  menu: ['报表中心', '日报'],
  order: 40,
  fields: {
    organizationId: ref('单位', 'organization'),
    diningDate: date('日期'),
    mealName: text('餐次'),
    mealPeriodId: int('餐次编号', { hidden: true }),
    restaurantId: ref('餐厅', 'restaurant'),
    ...orderFigureFields,
  },
  list: {
    important: [
      'organizationId',
      'diningDate',
      'mealName',
      'restaurantId',
      'portions',
      'amountFen',
      'eatenPortions',
      'eatRate',
    ],
    search: [range('diningDate', 'thisMonth'), 'organizationId', 'restaurantId', 'mealName'],
    totals: except(...notSummed),
  },
  report: {
    identities: orderIdentities,
    drill: orderDrill(
      (row) => ({
        diningDate: [row.diningDate, row.diningDate],
        mealPeriodId: row.mealPeriodId,
        restaurantId: row.restaurantId,
      }),
      '/admin/contractor/report_form/order_detail',
    ),
  },
});
