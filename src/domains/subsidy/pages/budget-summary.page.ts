/** 预算汇总: what departments may spend a month on subsidies and meals, against what they do. */
import { choice, longText, money, percent, ref, text } from '../../../kit/define/field.ts';
import { sum } from '../../../kit/define/identity.ts';
import { page } from '../../../kit/define/page.ts';
import type { BudgetKind } from '../rules/forecast.ts';
import { monthDays } from '../rules/words.ts';

export const budgetKinds = [
  { value: 'SUBSIDY', label: '补贴' },
  { value: 'MEAL', label: '餐费' },
  { value: 'GUEST', label: '客餐' },
] as const;

export const budgetWarnings = [
  { value: 'FINE', label: '正常', tone: 'success' },
  { value: 'NEAR', label: '接近预算', tone: 'warning' },
  { value: 'WILL', label: '预计超支', tone: 'warning' },
  { value: 'OVER', label: '已超支', tone: 'danger' },
] as const;

const department = ({ departmentId }: Record<string, unknown>) =>
  typeof departmentId === 'number' ? [departmentId] : undefined;

/** Where what was used is listed: grants and returns of the month, its meals, or its guests. */
const lines: Readonly<
  Record<BudgetKind, { path: string; search: (row: Record<string, unknown>) => Record<string, unknown> }>
> = {
  SUBSIDY: {
    path: '/admin/organization/subsidy/detail',
    search: (row) => ({
      businessDate: monthDays(String(row.month)),
      lineKind: ['GRANT', 'RETURN', 'RETURN_BACK'],
      departmentId: department(row),
    }),
  },
  MEAL: {
    path: '/admin/organization/consume_summary',
    search: (row) => ({ businessDate: monthDays(String(row.month)), group: 'department' }),
  },
  GUEST: {
    path: '/admin/organization/manual_report_meal/guest',
    search: (row) => ({ diningDate: monthDays(String(row.month)), departmentId: department(row) }),
  },
};

export default page({
  path: '/admin/organization/statistics/budget_summary',
  title: '预算汇总',
  limited: ['DEPARTMENT'],
  menu: ['补贴管理', '补贴报表'],
  order: 4,
  fields: {
    departmentId: ref('部门', 'department', { width: 300, help: '含下级部门；不选为全单位' }),
    month: text('月份', {
      required: true,
      width: 150,
      placeholder: '2026-11',
      pattern: { source: '^\\d{4}-(0[1-9]|1[0-2])$', message: '月份应为 2026-11 这样的格式' },
    }),
    kind: choice('类型', budgetKinds, {
      required: true,
      width: 150,
      initial: 'SUBSIDY',
      help: '补贴：当月发放减去退回；餐费：当月消费净额，含客餐；客餐：就餐日在当月、已挂账的',
    }),
    budgetFen: money('预算', { required: true, min: 1, width: 200 }),
    usedFen: money('已用'),
    remainingFen: money('剩余', { help: '预算 − 已用' }),
    openFen: money('待用', { help: '补贴：已提交未发放；客餐：已申请、已批准未挂账' }),
    usedRate: percent('执行率'),
    forecastFen: money('预计月末'),
    warning: choice('超支预警', budgetWarnings),
    remark: longText('备注', { max: 100, width: 400 }),
  },
  list: {
    search: ['month', 'departmentId', 'kind'],
    sort: '-month',
    totals: ['budgetFen', 'usedFen', 'remainingFen', 'openFen'],
    row: ['edit', 'remove'],
    tools: ['create'],
    drills: {
      usedFen: {
        path: (row) => lines[row.kind as BudgetKind].path,
        search: (row) => lines[row.kind as BudgetKind].search(row),
      },
    },
  },
  form: { sections: [{ fields: ['month', 'departmentId', 'kind', 'budgetFen', 'remark'] }] },
  report: { identities: [sum('remainingFen', ['budgetFen', '-usedFen'])] },
});
