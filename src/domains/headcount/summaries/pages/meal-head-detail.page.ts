/** 就餐人次明细: every trade that counted a diner or took one back, and whether they had reported the meal. */
import { bool, choice, date, int, of, ref, text, time } from '../../../../kit/define/field.ts';
import { all, keyword, page, range } from '../../../../kit/define/page.ts';
import { ownDepartment } from '../../../people/public.ts';
import { drillTrade } from '../drills.ts';

const waysReported = [
  { value: 'NAMED', label: '已报餐', tone: 'success' },
  { value: 'COUNTED', label: '人数报餐', tone: 'success' },
  { value: 'NONE', label: '未报餐', tone: 'warning' },
] as const;

export default page({
  path: '/admin/organization/meal_head_detail',
  title: '就餐人次明细',
  limited: ['DEPARTMENT'],
  menu: null,
  fields: {
    diningDate: date('就餐日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    personName: text('姓名'),
    personId: ref('人员', 'person', { hidden: true }),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department'),
    ownDepartmentId: ownDepartment,
    restaurantId: ref('餐厅', 'restaurant'),
    heads: int('人次', { unit: '人次', help: '一人一餐的第一笔计 1，最后一笔全部退回时计 −1' }),
    placeHeads: int('餐厅内人次', { unit: '人次', help: '同一餐在几家餐厅就餐的各计一次' }),
    reported: choice('报餐', waysReported, {
      help: '人数报餐：本人没有报餐，所在部门（或上级）报了人数；客餐不在其中',
    }),
    guests: bool('客餐', { words: [{ label: '客餐', tone: 'info' }, { label: '—' }] }),
    closed: bool('报餐餐次', { hidden: true }),
    occurredAt: time('时间', { sortable: true }),
    businessDate: date('记账日'),
  },
  list: {
    subline: { personName: 'jobNumber' },
    search: [
      range('diningDate', 'last7Days'),
      'mealPeriodId',
      'departmentId',
      'restaurantId',
      'reported',
      'guests',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'businessDate',
      'personId',
      'ownDepartmentId',
      'closed',
    ],
    totals: all(),
    row: ['view'],
    drills: { heads: drillTrade },
  },
});
