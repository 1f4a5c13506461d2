/** 每日消费汇总 of a contractor: the units and restaurants it served, by day, month, unit, restaurant, or meal by meal. */
import { date, int, ref, text } from '../../../../kit/define/field.ts';
import { all, page, range } from '../../../../kit/define/page.ts';
import { consumedIdentities } from '../../fields.ts';
import { drillByKind } from '../../trades/drill.ts';
import { unitFigures } from '../unit-figures.ts';

export default page({
  path: '/admin/contractor/report_form/everyday_consume_summary',
  title: '每日消费汇总',
  menu: ['报表中心', '日报'],
  order: 10,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    restaurantId: ref('餐厅', 'restaurant'),
    businessDate: date('日期'),
    month: text('月份'),
    mealName: text('餐次'),
    mealPeriodId: int('餐次编号', { hidden: true }),
    ...unitFigures,
  },
  list: {
    important: [
      'organizationId',
      'restaurantId',
      'businessDate',
      'month',
      'mealName',
      'consumeCount',
      'heads',
      'amountFen',
      'reversedFen',
      'netFen',
    ],
    search: [range('businessDate', 'last7Days'), 'organizationId', 'restaurantId', 'mealName'],
    totals: all(),
  },
  report: {
    groups: [
      { value: 'day', label: '日', also: ['businessDate'] },
      { value: 'month', label: '月', also: ['month'] },
      { value: 'unit', label: '单位', also: ['organizationId'] },
      { value: 'restaurant', label: '餐厅', also: ['organizationId', 'restaurantId'] },
      { value: 'meal', label: '日与餐次', also: ['organizationId', 'restaurantId', 'businessDate', 'mealName'] },
    ],
    identities: consumedIdentities,
    drill: drillByKind(
      (row, search) => ({
        businessDate: row.days ?? search.businessDate,
        restaurantId: row.restaurantId ?? search.restaurantId,
        mealPeriodId: row.mealPeriodId,
        mealName: search.mealName,
      }),
      '/admin/contractor/consume_detail',
    ),
  },
});
