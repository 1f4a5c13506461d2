/** 退款: main-account money back to a person, and 退款明细, the same orders as a report. */
import { choice, date, longText, money, text, time } from '../../../../kit/define/field.ts';
import { against } from '../../../../kit/define/identity.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { aboutPerson } from '../../../people/public.ts';
import { bankFields, payouts, refundFlow, refundStatuses, refundWays } from '../states.ts';

export const refundFields = {
  refundNo: text('退款单号', { columnWidth: 200 }),
  batchNo: text('批次号'),
  applyNo: text('申请单号', { columnWidth: 200 }),
  at: time('时间', { sortable: true }),
  ...aboutPerson('姓名', { required: true }),
  amountFen: money('金额', { min: 1, max: 100_000_000, width: 200, help: '不填则退全部可用余额' }),
  way: choice('方式', refundWays),
  restWay: choice('其余部分', payouts, {
    required: true,
    initial: 'CASH',
    width: 200,
    help: '微信、支付宝充值的未用部分原路退回，其余按此方式退',
  }),
  ...bankFields,
  bankFlowNo: text('银行流水号'),
  rechargeOrderNo: text('原充值单', { columnWidth: 200 }),
  channelRefundNo: text('渠道退款号', { columnWidth: 200 }),
  makerName: text('申请人'),
  checkerName: text('审核人'),
  payerName: text('付款人'),
  checkNote: text('驳回原因'),
  reason: longText('原因', { required: true, max: 100, width: 400 }),
  error: text('失败原因'),
  finishedAt: time('完成时间'),
  businessDate: date('营业日期'),
  status: choice('状态', refundStatuses),
};

const search = keyword('姓名/工号/单号', 'personId', 'jobNumber', 'refundNo');

export const refund = page({
  path: '/admin/organization/refund',
  title: '退款',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 4,
  fields: refundFields,
  list: {
    columns: [
      'personId',
      'refundNo',
      'at',
      'amountFen',
      'way',
      'rechargeOrderNo',
      'reason',
      'makerName',
      'checkerName',
      'error',
      'status',
    ],
    subline: { personId: 'jobNumber' },
    search: [range('at'), search, 'status', 'way', 'departmentId', 'applyNo', 'batchNo'],
    totals: ['amountFen'],
    row: [
      ...refundFlow.buttons,
      { key: 'ask', label: '查询结果', batch: true, when: (r) => r.status === 'PROCESSING', done: '已查询' },
      'view',
    ],
    tools: ['create'],
    createLabel: '退款',
  },
  form: {
    sections: [
      { title: '退款', fields: ['personId', 'amountFen', 'reason'] },
      { title: '其余部分怎么退', fields: ['restWay', 'bankName', 'bankAccount'] },
    ],
    submit: '申请退款',
    outcome: true,
    done: '退款申请已提交',
    undo: { key: 'cancel', done: '已撤销，金额已解冻' },
    createOnly: true,
  },
});

export const refundDetail = page({
  path: '/admin/organization/refund/detail',
  aliases: ['/admin/organization/refund_detail'],
  title: '退款明细',
  limited: ['DEPARTMENT', 'SELF'],
  menu: ['资金账户', '充值存取'],
  order: 8,
  fields: refundFields,
  list: {
    columns: except(
      'batchNo',
      'applyNo',
      'restWay',
      'bankName',
      'bankAccount',
      'bankFlowNo',
      'payerName',
      'checkNote',
      'error',
      'finishedAt',
      'businessDate',
    ),
    subline: { personId: 'jobNumber' },
    search: [range('at', 'thisMonth'), 'way', 'status', 'departmentId', search, range('businessDate'), 'personId'],
    totals: ['amountFen'],
    row: [{ key: 'document', label: '退款单', open: '/admin/organization/refund?keyword={refundNo}' }, 'view'],
  },
  report: { identities: [against('amountFen', '对账单退款')] },
});
