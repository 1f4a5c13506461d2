/** 调账: a mistake between two purses of units is put right by two people, with the posting it corrects named. */
import { choice, file, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { adjustablePurses } from '../../ledger/purses.ts';
import { adjustFlow, adjustStatuses } from '../adjust-states.ts';

export default page({
  title: '单位调账',
  path: '/admin/platform/unit_adjustment',
  menu: ['资金', '资金'],
  fields: {
    adjustNo: text('调账单号', { columnWidth: 190 }),
    fromUnitId: ref('转出方', 'unit_balance', { required: true, width: 300, columnWidth: 150 }),
    fromPurse: choice('转出账户', adjustablePurses, { required: true, columnWidth: 96 }),
    toUnitId: ref('转入方', 'unit_balance', { required: true, width: 300, columnWidth: 150 }),
    toPurse: choice('转入账户', adjustablePurses, {
      required: true,
      columnWidth: 96,
      help: '线下往来只能与线下往来互调；冻结与待查款随各自的单据，不能调',
    }),
    amountFen: money('金额', { required: true, min: 1, width: 200 }),
    refersNo: text('更正的流水号', {
      required: true,
      width: 200,
      columnWidth: 150,
      pattern: { source: '^[0-9]{1,18}$', message: '应为资金流水里的流水号' },
      help: '记错的那一笔，须与转出方或转入方有关',
    }),
    reason: longText('原因', { required: true, min: 5, max: 200, width: 500, columnWidth: 200 }),
    proof: file('凭据'),
    status: choice('状态', adjustStatuses),
    makerName: text('经办人'),
    createdAt: time('申请时间', { sortable: true }),
    checkerName: text('审核人'),
    checkedAt: time('审核时间'),
    checkNote: text('审核说明'),
    postingNo: text('入账流水号', { columnWidth: 150 }),
  },
  list: {
    columns: except('proof', 'checkedAt', 'checkNote', 'postingNo'),
    search: [range('createdAt'), 'status', keyword('单号/流水号/原因', 'adjustNo', 'refersNo', 'reason')],
    totals: ['amountFen'],
    notice: true,
    tools: ['create'],
    createLabel: '申请调账',
    row: [adjustFlow.button('approve'), adjustFlow.button('reject'), adjustFlow.button('cancel'), 'view'],
  },
  form: {
    createOnly: true,
    sections: [
      { title: '从哪里到哪里', fields: ['fromUnitId', 'fromPurse', 'toUnitId', 'toPurse', 'amountFen'] },
      { title: '为什么', fields: ['refersNo', 'reason', 'proof'] },
    ],
    submit: '提交审核 {amountFen} 元',
    done: '已提交，由另一人审核后入账',
  },
});
