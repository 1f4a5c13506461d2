/** 退款: main-account money back to a person, and 退款明细, the same orders as a report. */
import { choice, date, longText, money, ref, text, time } from '../../../kit/define/field.ts';
import { keyword, page, range } from '../../../kit/define/page.ts';
import { refundMay, refundStatuses, refundWays } from '../refund/states.ts';

const payouts = refundWays.filter((way) => way.value !== 'ORIGINAL');
const bank = {
  bankName: text('开户行', { max: 60, width: 300 }),
  bankAccount: text('收款账号', {
    mask: 'bank',
    max: 30,
    width: 300,
    pattern: { source: '^[0-9]{8,30}$', message: '只能是数字' },
  }),
};

export const refundFields = {
  refundNo: text('退款单号', { columnWidth: 200 }),
  applyNo: text('申请单号', { columnWidth: 200 }),
  at: time('时间', { sortable: true }),
  personId: ref('姓名', '/admin/organization/user', {
    required: true,
    width: 400,
    help: '可输入姓名、工号，或把卡放到读卡器上',
  }),
  jobNumber: text('工号'),
  departmentId: ref('部门', '/admin/organization/department', { tree: true }),
  amountFen: money('金额', { min: 1, max: 100_000_000, width: 200, help: '不填则退全部可用余额' }),
  way: choice('方式', refundWays),
  restWay: choice('其余部分', payouts, {
    required: true,
    initial: 'CASH',
    width: 200,
    help: '微信、支付宝充值的未用部分原路退回，其余按此方式退',
  }),
  ...bank,
  bankFlowNo: text('银行流水号'),
  rechargeOrderNo: text('原充值单', { columnWidth: 200 }),
  channelRefundNo: text('渠道退款号', { columnWidth: 200 }),
  applicantName: text('申请人'),
  auditorName: text('审核人'),
  payerName: text('付款人'),
  auditReason: text('驳回原因'),
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
  menu: ['资金账户', '充值存取'],
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
      'applicantName',
      'auditorName',
      'error',
      'status',
    ],
    subline: { personId: 'jobNumber' },
    search: [range('at'), search, 'status', 'way', 'departmentId', 'applyNo'],
    sort: '-at',
    totals: ['amountFen'],
    row: [
      {
        key: 'approve',
        label: '审核',
        tone: 'success',
        batch: true,
        confirm: '退款单 {refundNo}：{personId} {amountFen} 元，审核通过？原路退回的部分会立即发往渠道。',
        when: (r) => refundMay('approve', r.status),
        done: '已审核通过',
      },
      {
        key: 'reject',
        label: '驳回',
        tone: 'danger',
        batch: true,
        form: { reason: longText('驳回原因', { required: true, max: 100 }) },
        when: (r) => refundMay('reject', r.status),
        done: '已驳回，金额已解冻',
      },
      {
        key: 'payCash',
        label: '付现金',
        tone: 'primary',
        confirm: '付给 {personId} 现金 {amountFen} 元？',
        when: (r) => refundMay('payCash', r.status, r.way),
        shows: 'receipt',
      },
      {
        key: 'payBank',
        label: '登记打款',
        tone: 'primary',
        batch: true,
        form: { bankFlowNo: text('银行流水号', { required: true, max: 64 }) },
        when: (r) => refundMay('payBank', r.status, r.way),
        done: '已登记打款',
      },
      {
        key: 'unpaid',
        label: '未能付款',
        form: { reason: longText('原因', { required: true, max: 100 }) },
        when: (r) => refundMay('unpaid', r.status, r.way),
        done: '已登记，金额仍冻结，可改方式或终止',
      },
      {
        key: 'ask',
        label: '查询结果',
        batch: true,
        when: (r) => r.status === 'PROCESSING',
        done: '已查询',
      },
      {
        key: 'retry',
        label: '重试',
        confirm: '用原退款单号 {refundNo} 重新发往渠道？',
        when: (r) => r.status === 'FAILED' && r.way === 'ORIGINAL',
      },
      {
        key: 'change',
        label: '改方式',
        form: { way: choice('方式', payouts, { required: true }), ...bank },
        when: (r) => refundMay('change', r.status),
        done: '已改方式，待付款',
      },
      {
        key: 'close',
        label: '终止',
        tone: 'danger',
        form: { reason: longText('终止原因', { required: true, max: 100 }) },
        when: (r) => refundMay('close', r.status),
        done: '已终止，金额已解冻回主账户',
      },
      {
        key: 'cancel',
        label: '撤销',
        tone: 'danger',
        confirm: '撤销退款单 {refundNo}？冻结的 {amountFen} 元回到主账户。',
        when: (r) => refundMay('cancel', r.status),
        done: '已撤销，金额已解冻',
      },
      'view',
    ],
    tools: ['create'],
    export: true,
  },
  form: {
    sections: [
      { title: '退款', fields: ['personId', 'amountFen', 'reason'] },
      { title: '其余部分怎么退', fields: ['restWay', 'bankName', 'bankAccount'] },
    ],
    submit: '提交退款申请',
    createOnly: true,
  },
});

export const refundDetail = page({
  path: '/admin/organization/refund/detail',
  aliases: ['/admin/organization/refund_detail'],
  title: '退款明细',
  menu: ['资金账户', '充值存取'],
  kind: 'report',
  fields: refundFields,
  list: {
    columns: [
      'refundNo',
      'at',
      'personId',
      'jobNumber',
      'departmentId',
      'amountFen',
      'way',
      'rechargeOrderNo',
      'channelRefundNo',
      'applicantName',
      'auditorName',
      'reason',
      'status',
    ],
    search: [range('at', 'thisMonth'), 'way', 'status', 'departmentId', search, 'businessDate'],
    sort: '-at',
    totals: ['amountFen'],
    export: true,
  },
  report: { identity: '已退款合计 = 对账单退款' },
});
