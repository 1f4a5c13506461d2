/** 消费纠错: wrong charges, reported by diners or found by staff, put right with a second person above a limit. */
import { choice, file, longText, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { correctionFlow, correctionKinds, correctionSources, correctionStatuses } from '../states.ts';

export const correctionFields = {
  personName: text('姓名'),
  jobNumber: text('工号'),
  correctNo: text('纠错单号', { columnWidth: 190 }),
  tradeId: ref('原消费', '/admin/organization/consume', {
    required: true,
    width: 400,
    help: '可输入姓名、工号、卡号或交易号',
  }),
  tradeNo: text('原交易号', { columnWidth: 130 }),
  status: choice('状态', correctionStatuses),
  kind: choice('类型', correctionKinds, { required: true, initial: 'FULL_REVERSE', width: 400 }),
  amountFen: money('金额', {
    min: 1,
    max: 1_000_000,
    width: 200,
    sortable: true,
    help: '部分退、补扣时填写；全额冲正和重复扣款按剩余金额全部退回',
  }),
  chargedFen: money('原实收'),
  returnedFen: money('已退回', { help: '已入账的冲正与退款' }),
  addedFen: money('已补扣', { help: '已入账的补扣' }),
  occurredAt: time('消费时间'),
  mealPeriodId: ref('餐次', 'meal_period'),
  deviceId: ref('设备', 'device'),
  source: choice('来源', correctionSources),
  reason: longText('原因', { required: true, max: 200, width: 400 }),
  evidence: file('凭证'),
  makerName: text('申请人'),
  checkerName: text('审核人'),
  checkNote: text('审核意见'),
  resultTradeNo: text('冲正交易号', { columnWidth: 130 }),
  createdAt: time('申请时间', { sortable: true }),
  checkedAt: time('审核时间'),
  postedAt: time('入账时间'),
  reporter: text('申报人', { max: 20, width: 200, help: '留空为就餐人本人' }),
  failReason: text('未入账原因'),
  batchNo: text('批次号'),
};

export default page({
  path: '/admin/organization/correct',
  title: '消费纠错',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['消费管理', '消费处理'],
  order: 2,
  fields: correctionFields,
  list: {
    columns: except(
      'tradeId',
      'tradeNo',
      'evidence',
      'checkNote',
      'resultTradeNo',
      'checkedAt',
      'postedAt',
      'reporter',
      'batchNo',
    ),
    subline: { personName: 'jobNumber' },
    detail: except('tradeId'),
    search: [
      'status',
      range('createdAt'),
      keyword('姓名/工号/单号/交易号', 'personName', 'jobNumber', 'correctNo'),
      'kind',
      'source',
      'mealPeriodId',
      'deviceId',
      'batchNo',
    ],
    totals: ['returnedFen', 'addedFen'],
    row: [
      ...correctionFlow.buttons,
      'view',
      // What was posted wrongly is put right by its opposite.
      {
        key: 'chargeAgain',
        label: '反向补扣',
        open: '/admin/organization/correct/form?tradeId={tradeId}&kind=SUPPLEMENT&amountFen={amountFen}',
        when: (r) => r.status === 'POSTED' && r.kind !== 'SUPPLEMENT',
      },
      {
        key: 'takeBack',
        label: '退回补扣',
        open: '/admin/organization/correct/form?tradeId={resultTradeNo}&kind=FULL_REVERSE',
        when: (r) => r.status === 'POSTED' && r.kind === 'SUPPLEMENT',
      },
      { key: 'trade', label: '看原消费', open: '/admin/organization/consume?keyword={tradeNo}&businessDate=*' },
    ],
    tools: [
      'create',
      {
        key: 'report',
        label: '代报',
        form: {
          tradeId: correctionFields.tradeId,
          kind: correctionFields.kind,
          amountFen: correctionFields.amountFen,
          reason: correctionFields.reason,
          reporter: correctionFields.reporter,
        },
        done: '已登记，等待受理',
      },
      { key: 'mass', label: '批量纠错', open: '/admin/organization/correct/batch' },
      { key: 'setting', label: '限额设置', open: '/admin/organization/consume/setting' },
    ],
    createLabel: '新增纠错',
  },
  form: {
    sections: [
      { title: '哪一笔', fields: ['tradeId'] },
      { title: '怎样纠正', fields: ['kind', 'amountFen', 'reason', 'evidence'] },
    ],
    submit: '提交纠错',
    outcome: true,
    createOnly: true,
  },
});
