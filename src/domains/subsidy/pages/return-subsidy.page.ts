/** 退补贴: what the unit took back from lots, one by one or by a batch; each can be taken back again. */
import { choice, date, longText, ref, text, time } from '../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../kit/define/page.ts';
import { returnButtons, returnStates } from '../lots/return-states.ts';
import { type GrantUnit, inMeals, inMoney, linesOf, returnsOf } from '../units.ts';

const returnsIn = (unit: GrantUnit) =>
  page({
    path: returnsOf(unit),
    title: `退${unit.noun}`,
    limited: ['DEPARTMENT', 'SELF'],
    menu: unit.menu,
    order: 4,
    fields: {
      personName: text('姓名'),
      jobNumber: text('工号'),
      returnNo: text('退补贴单号', { columnWidth: 190 }),
      itemId: ref(unit.noun, returnsOf(unit), {
        required: true,
        width: 500,
        help: '输入姓名或工号，选择要退回的那一笔；括号内为剩余',
      }),
      at: time('时间', { sortable: true }),
      departmentId: ref('部门', 'department'),
      batchId: ref('补贴批次', `${unit.path}/batch_recharge`, { columnWidth: 150 }),
      amountFen: unit.amount(`退回${unit.word}`, {
        min: 1,
        width: 200,
        help: `不填则退回全部剩余，不会退成负数；${unit.aloneText}以内直接入账，超过须由另一人审核`,
      }),
      reason: longText('原因', { required: true, max: 100, width: 400 }),
      makerName: text('操作员'),
      checkerName: text('审核人'),
      businessDate: date('营业日期'),
      status: choice('状态', returnStates),
      reverseReason: text('撤销或驳回原因'),
    },
    list: {
      columns: except('itemId', 'businessDate'),
      subline: { personName: 'jobNumber' },
      search: [
        range('at', 'thisMonth'),
        keyword('姓名/工号/单号', 'personName', 'jobNumber', 'returnNo'),
        'batchId',
        'departmentId',
        'status',
      ],
      totals: ['amountFen'],
      row: [
        'view',
        ...returnButtons(unit),
        {
          key: 'ledger',
          label: '流水',
          open: `${linesOf(unit)}?batchId={batchId}&keyword={jobNumber}&businessDate=*`,
          when: (r) => r.batchId !== null,
        },
      ],
      tools: [
        'create',
        { key: 'batch', label: `批量退${unit.noun}`, open: `${unit.path}/batch_recharge/form?kind=RETURN&mode=MANUAL` },
        { key: 'import', label: '批量导入', open: `${unit.path}/batch_recharge/form?kind=RETURN&mode=IMPORT` },
      ],
      createLabel: `退${unit.noun}`,
    },
    form: {
      done: `已提交；${unit.aloneText}以内已退回，超过的等待另一人审核`,
      createOnly: true,
      sections: [{ fields: ['itemId', 'amountFen', 'reason'] }],
      undo: { key: 'reverse', values: { reason: '退回后当场撤销' } },
      submit: '确认退补贴',
      outcome: true,
    },
  });

export const returns = returnsIn(inMoney);
export const countReturns = returnsIn(inMeals);
