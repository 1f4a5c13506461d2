/** 每日订餐汇总, 部门订餐汇总, 个人订餐汇总 and 订餐汇总. */
import { date, ref, text } from '../../../../kit/define/field.ts';

import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { notSummed, orderDrill, orderFigureFields, orderIdentities } from '../order-columns.ts';

const menu = ['订餐管理', '订餐报表'] as const;

export const dailyOrderSummary = page({
  path: '/admin/organization/daily_order_summary',
  title: '每日订餐汇总',
  menu,
  order: 30,
  fields: {
    diningDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    ...orderFigureFields,
  },
  list: { search: [range('diningDate', 'thisMonth'), 'restaurantId', 'mealPeriodId'], totals: except(...notSummed) },
  report: {
    identities: orderIdentities,
    drill: orderDrill((row) => ({
      diningDate: [row.diningDate, row.diningDate],
      mealPeriodId: row.mealPeriodId,
      restaurantId: row.restaurantId,
    })),
    chart: { kind: 'bar', x: 'diningDate', y: ['portions'] },
  },
});

export const departmentOrderSummary = page({
  path: '/admin/organization/department_order_summary',
  title: '部门订餐汇总',
  limited: ['DEPARTMENT'],
  menu,
  order: 40,
  fields: {
    departmentId: ref('部门', 'department', { tree: true }),
    diningDate: date('就餐日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    restaurantId: ref('餐厅', 'restaurant'),
    ...orderFigureFields,
  },
  list: {
    columns: except('restaurantId', 'heldFen', 'unheldFen', 'releasedFen'),
    search: [range('diningDate', 'thisWeek'), 'departmentId', 'mealPeriodId', 'restaurantId'],
    totals: except(...notSummed),
  },
  report: {
    identities: [orderIdentities[0]!],
    drill: orderDrill((row, search) => ({
      diningDate: [row.diningDate, row.diningDate],
      mealPeriodId: row.mealPeriodId,
      ownDepartmentId: [Number(row.departmentId ?? 0)],
      restaurantId: search.restaurantId,
    })),
  },
});

export const personalOrderSummary = page({
  path: '/admin/organization/personal_order_summary',
  title: '个人订餐汇总',
  limited: ['DEPARTMENT'],
  menu,
  order: 50,
  fields: {
    personId: ref('姓名', 'person'),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department', { tree: true }),
    diningDate: date('期间'),
    ...orderFigureFields,
  },
  list: {
    columns: except('diningDate', 'people', 'heldFen', 'unheldFen', 'releasedFen'),
    subline: { personId: 'jobNumber' },
    search: [range('diningDate', 'thisMonth'), 'departmentId', keyword('姓名/工号', 'personId', 'jobNumber')],
    totals: except(...notSummed),
  },
  report: {
    identities: [orderIdentities[0]!],
    drill: orderDrill((row, search) => ({
      diningDate: search.diningDate,
      keyword: row.jobNumber,
      ownDepartmentId: [Number(row.departmentId ?? 0)],
    })),
  },
});
