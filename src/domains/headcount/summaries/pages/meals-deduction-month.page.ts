/** 餐费扣款（月）: what the meals of a month cost each person, and who bears it; sent on to the wages. */
import { date, int, json, money, ref, text } from '../../../../kit/define/field.ts';
import { same, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, keyword, months, page } from '../../../../kit/define/page.ts';
import { reportLines } from '../drills.ts';

const daysOf = ({ firstDay, lastDay }: Record<string, unknown>) => [firstDay, lastDay];
const byDay = '/admin/organization/meals_deduction_day';
const charges = (more: (row: Record<string, unknown>) => Record<string, unknown> = () => ({})): Drill => ({
  path: byDay,
  search: (row) => ({ businessDate: daysOf(row), personId: row.personId, ...more(row) }),
});
/** Meals that were eaten, at the meal a column counts. */
const meals = (column: string) =>
  charges((row) => ({
    basis: ['REPORTED', 'COUNTED', 'WALK_IN', 'PLAIN', 'GUEST'],
    mealPeriodId: (row.meals as Record<string, number[]> | null)?.[column],
  }));
const reports = (more: Record<string, unknown>): Drill => ({
  path: reportLines,
  search: (row) => ({ diningDate: daysOf(row), personId: row.personId, ...more }),
});

export default page({
  path: '/admin/organization/meals_deduction_month',
  aliases: ['/admin/organization/meals_deduction/month'],
  title: '餐费扣款（月）',
  limited: ['DEPARTMENT'],
  menu: ['报餐管理', '报餐报表'],
  order: 70,
  fields: {
    month: text('月份', { columnWidth: 90 }),
    businessDate: date('月份'),
    firstDay: date('首日', { hidden: true }),
    lastDay: date('末日', { hidden: true }),
    personName: text('姓名'),
    personId: ref('人员', 'person', { hidden: true }),
    jobNumber: text('工号'),
    departmentId: ref('部门', 'department'),
    breakfast: int('早餐次', { unit: '次' }),
    lunch: int('午餐次', { unit: '次' }),
    dinner: int('晚餐次', { unit: '次' }),
    other: int('其他次', { unit: '次' }),
    meals: json('餐次编号', { hidden: true }),
    missedTimes: int('未就餐次', { unit: '次', help: '按就餐日期' }),
    waivedTimes: int('豁免次', { unit: '次', help: '未就餐中免扣与豁免的次数' }),
    amountFen: money('应扣', {
      sortable: true,
      help: '当月入账：消费、补扣与未就餐扣费减去退回；已月结月份的更正记在以后的月份',
    }),
    subsidyFen: money('补贴承担'),
    personalFen: money('个人承担', { help: '主账户、赠送、欠款与第三方支付' }),
    payrollFen: money('工资扣款'),
    unitFen: money('单位承担', { help: '客餐等挂账到单位的' }),
  },
  list: {
    columns: except('businessDate'),
    important: [
      'month',
      'personName',
      'missedTimes',
      'waivedTimes',
      'amountFen',
      'subsidyFen',
      'personalFen',
      'payrollFen',
    ],
    subline: { personName: 'jobNumber' },
    search: [
      months('businessDate', 'thisMonth'),
      'departmentId',
      keyword('姓名/工号', 'personName', 'jobNumber'),
      'personId',
    ],
    sort: '-amountFen',
    totals: all(),
  },
  report: {
    identities: [
      sum('amountFen', ['subsidyFen', 'personalFen', 'payrollFen', 'unitFen']),
      same('amountFen', 'meals_deduction_day'),
    ],
    drill: {
      ...charges(),
      columns: {
        breakfast: meals('breakfast'),
        lunch: meals('lunch'),
        dinner: meals('dinner'),
        other: meals('other'),
        missedTimes: reports({ outcome: ['MISSED'] }),
        waivedTimes: reports({ fate: ['EXEMPT', 'EXCUSED'] }),
      },
    },
  },
});
