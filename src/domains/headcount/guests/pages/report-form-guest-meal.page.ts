/** 客餐 of a contractor: guests its restaurants are to serve, and served, in the units it works for. */
import { choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { page, range } from '../../../../kit/define/page.ts';
import { guestStatuses } from '../guest-flow.ts';

export default page({
  path: '/admin/contractor/report_form/guest_meal',
  title: '客餐明细',
  wide: ['organizationId'],
  menu: ['报表中心', '明细'],
  order: 45,
  fields: {
    organizationId: ref('单位', 'organization'),
    guestNo: text('单号', { columnWidth: 210 }),
    diningDate: date('就餐日期', { sortable: true }),
    mealName: text('餐次'),
    restaurantId: ref('餐厅', 'restaurant'),
    departmentName: text('部门'),
    heads: int('人数', { unit: '人' }),
    standardFen: money('每人标准'),
    menuNote: text('菜单要求', { columnWidth: 180 }),
    eatenHeads: int('实到', { unit: '人' }),
    chargedFen: money('已挂账'),
    status: choice('状态', guestStatuses),
    servedAt: time('签收时间'),
  },
  list: {
    important: [
      'organizationId',
      'diningDate',
      'mealName',
      'departmentName',
      'heads',
      'standardFen',
      'eatenHeads',
      'status',
    ],
    search: [range('diningDate', 'weekAround'), 'organizationId', 'restaurantId', 'status'],
    totals: ['heads', 'eatenHeads', 'chargedFen'],
    row: ['view'],
  },
});
