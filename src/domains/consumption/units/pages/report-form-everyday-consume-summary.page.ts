/** 每日消费汇总 of a contractor: the units and restaurants it served, day by day and meal by meal. */
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
    mealName: text('餐次'),
    mealPeriodId: int('餐次编号', { hidden: true }),
    ...unitFigures,
  },
  list: {
    important: [
      'organizationId',
      'restaurantId',
      'businessDate',
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
    identities: consumedIdentities,
    drill: drillByKind(
      (row) => ({
        businessDate: [row.businessDate, row.businessDate],
        restaurantId: row.restaurantId,
        mealPeriodId: row.mealPeriodId,
      }),
      '/admin/contractor/consume_detail',
    ),
  },
});
