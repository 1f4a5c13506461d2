/** 工资代扣: what wages bear of meals, run by run, for who pays them. */
import { choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { payrollFlow, payrollStatuses } from '../payroll-flow.ts';

export const payroll = page({
  path: '/admin/organization/meals_deduction_month/payroll',
  title: '工资代扣',
  menu: ['报餐管理', '报餐报表'],
  order: 75,
  fields: {
    runNo: text('单号', { columnWidth: 190 }),
    fromDate: date('开始日期'),
    untilDate: date('截至日期', { sortable: true, required: true, help: '到这一天为止入账的；最晚昨天' }),
    personCount: int('人数', { unit: '人' }),
    totalFen: money('代扣合计'),
    status: choice('状态', payrollStatuses),
    makerName: text('生成人'),
    createdAt: time('生成时间'),
    checkerName: text('确认人'),
    checkedAt: time('确认时间'),
    exportedName: text('交付人'),
    exportedAt: time('交付时间'),
  },
  list: {
    columns: except('createdAt', 'checkedAt', 'exportedAt'),
    subline: { makerName: 'createdAt', checkerName: 'checkedAt', exportedName: 'exportedAt' },
    search: [range('untilDate'), 'status'],
    totals: ['totalFen'],
    row: ['view', ...payrollFlow.buttons],
    tools: ['create'],
    createLabel: '生成代扣',
    notice: true,
  },
  form: {
    createOnly: true,
    sections: [{ fields: ['untilDate'] }],
    opens: '/admin/organization/meals_deduction_month/payroll/record?id={id}',
  },
});

export const payrollLine = page({
  of: payroll,
  by: 'runId',
  path: 'line',
  title: '代扣明细',
  fields: {
    runId: int('单', { hidden: true }),
    fromDate: date('开始日期', { hidden: true }),
    untilDate: date('截至日期', { hidden: true }),
    jobNumber: text('工号'),
    personId: ref('姓名', 'person'),
    departmentId: ref('部门', 'department'),
    payrollFen: money('本期', { help: '本期入账的工资代扣减去退回' }),
    earlierFen: money('前期调整', { help: '以前各期交付以后才更正的' }),
    amountFen: money('扣款合计'),
  },
  list: {
    search: [keyword('姓名/工号', 'personId', 'jobNumber'), 'departmentId'],
    totals: all(),
    drills: {
      payrollFen: {
        path: '/admin/organization/meals_deduction_day',
        search: (row) => ({ businessDate: [row.fromDate, row.untilDate], personId: row.personId }),
      },
    },
  },
});
