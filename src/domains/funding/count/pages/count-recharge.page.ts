/** 计次充值: meals, not money, into a person's 次数账户, with a slip. */
import { choice, date, int, longText, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { endSlipButton, printSlip, reverseButton, reversedAlready, undoAtOnce } from '../../counter/buttons.ts';
import { mostMeals } from '../limits.ts';

const states = [
  { value: 'OK', label: '已入账', tone: 'success' },
  { value: 'REVERSED', label: '已冲正', tone: 'neutral' },
] as const;

export default page({
  path: '/admin/organization/count_recharge',
  title: '计次充值',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '计次'],
  order: 1,
  fields: {
    ...aboutPerson('充值人员', { required: true }),
    rechargeNo: text('单号', { columnWidth: 200 }),
    at: time('时间', { sortable: true }),
    businessDate: date('营业日期'),
    meals: int('次数', {
      required: true,
      min: 1,
      max: mostMeals,
      unit: '次',
      width: 200,
      help: '计次餐每吃一次扣 1 次，不动钱',
    }),
    mealsAfter: int('充后剩余', { unit: '次' }),
    operatorName: text('操作员'),
    batchNo: text('批次号', { columnWidth: 190 }),
    status: choice('状态', states),
    remark: longText('备注', { max: 100, width: 400 }),
  },
  list: {
    columns: except('businessDate', 'remark'),
    subline: { personId: 'jobNumber' },
    search: [
      range('at', 'today'),
      keyword('姓名/工号/单号', 'personId', 'jobNumber', 'rechargeNo'),
      'status',
      'departmentId',
      'batchNo',
      'operatorName',
      range('businessDate'),
      'personId',
    ],
    totals: ['meals'],
    row: [
      printSlip,
      reverseButton('OK', reversedAlready, '已冲正，次数已从账户退回'),
      { key: 'ledger', label: '流水', open: '/admin/organization/count_ledger?personId={personId}&businessDate=*' },
      endSlipButton,
      'view',
    ],
    tools: ['create'],
    createLabel: '计次充值',
  },
  form: {
    sections: [{ title: '计次充值', fields: ['personId', 'meals', 'remark'] }],
    submit: '确认充值 {meals}',
    outcome: true,
    done: '次数已入账',
    undo: undoAtOnce(undefined, '已撤销，次数已退回'),
    createOnly: true,
  },
});
