/** 餐费扣款（日）: every charge for a meal and every relief, with its reason and who bears it. */
import { choice, date, money, of, ref, text, time } from '../../../../kit/define/field.ts';
import { against, eq } from '../../../../kit/define/identity.ts';
import { all, keyword, page, range } from '../../../../kit/define/page.ts';
import { drillTrade } from '../drills.ts';

export const bases = [
  { value: 'REPORTED', label: '报餐就餐', tone: 'success' },
  { value: 'COUNTED', label: '人数报餐就餐', tone: 'success' },
  { value: 'WALK_IN', label: '未报餐就餐', tone: 'warning' },
  { value: 'PLAIN', label: '就餐', tone: 'neutral' },
  { value: 'GUEST', label: '客餐', tone: 'info' },
  { value: 'NO_SHOW', label: '未就餐扣费', tone: 'danger' },
  { value: 'NO_SHOW_BACK', label: '未就餐扣费退回', tone: 'info' },
  { value: 'SUPPLEMENT', label: '补扣', tone: 'warning' },
  { value: 'REVERSED', label: '纠错退回', tone: 'info' },
] as const;

export const deductionStates = [
  { value: 'DONE', label: '已扣', tone: 'success' },
  { value: 'PART_BACK', label: '部分退回', tone: 'warning' },
  { value: 'BACK', label: '已退回', tone: 'neutral' },
] as const;

export const netWithinMeals = '消费汇总净额（各餐次）';

export default page({
  path: '/admin/organization/meals_deduction_day',
  aliases: ['/admin/organization/meals_deduction/day', '/admin/organization/meals_deduction'],
  title: '餐费扣款（日）',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 60,
  fields: {
    businessDate: date('日期'),
    mealPeriodId: ref('餐次', 'meal_period'),
    personName: text('姓名'),
    personId: ref('人员', 'person', { hidden: true }),
    ...of('personId', { jobNumber: text('工号') }),
    departmentId: ref('部门', 'department'),
    basis: choice('依据', bases, {
      columnWidth: 130,
      help: '人数报餐就餐：本人没有报餐，所在部门（或上级）报了人数；未报餐就餐：两者都没有',
    }),
    amountFen: money('应扣'),
    subsidyFen: money('补贴承担'),
    personalFen: money('个人承担', { help: '主账户、赠送、欠款与第三方支付' }),
    payrollFen: money('工资扣款'),
    unitFen: money('单位承担', { help: '客餐等挂账到单位的' }),
    state: choice('状态', deductionStates),
    occurredAt: time('时间', { sortable: true }),
    diningDate: date('就餐日期'),
    reason: text('说明', { columnWidth: 280 }),
  },
  list: {
    important: [
      'businessDate',
      'mealPeriodId',
      'personName',
      'basis',
      'amountFen',
      'subsidyFen',
      'personalFen',
      'state',
    ],
    subline: { personName: 'jobNumber' },
    search: [
      range('businessDate', 'last7Days'),
      'mealPeriodId',
      'departmentId',
      'basis',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'personId',
    ],
    totals: all(),
    drills: { amountFen: drillTrade },
  },
  report: {
    identities: [
      eq('amountFen', ['subsidyFen', 'personalFen', 'payrollFen', 'unitFen']),
      against('amountFen', netWithinMeals),
    ],
  },
});
