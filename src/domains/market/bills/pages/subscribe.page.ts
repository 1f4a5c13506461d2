/** 商超订阅管理: which caterer's shops pay for the service, at what ratio, how their bills stand, who is stopped. */
import { bool, choice, date, int, longText, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, page } from '../../../../kit/define/page.ts';
import { billStatuses, subscribeTypes } from '../bill-states.ts';

const path = '/admin/platform/supermarket/subscribe';
const ratio = { required: true, min: 0, max: 10_000, help: '计费订单额的百分比，不超过 100%' } as const;

export const subscription = page({
  path,
  title: '商超订阅管理',
  menu: ['商超', '商超'],
  order: 40,
  fields: {
    contractorId: ref('承包商', 'contractor', { required: true, createOnly: true, width: 300 }),
    name: text('名称', { required: true, max: 30, initial: '商超服务' }),
    subscribeType: choice('周期', subscribeTypes, { required: true, initial: 'MONTHLY', createOnly: true }),
    ratio: percent('服务费率', { ...ratio, createOnly: true }),
    nextRatio: text('下期费率', { columnWidth: 150 }),
    startDate: date('开始', { required: true, createOnly: true, help: '计费期从这一天起，一期接一期' }),
    endDate: date('终止'),
    graceDays: int('付款期限', {
      unit: '天',
      required: true,
      min: 0,
      max: 90,
      initial: 10,
      help: '计费期结束后几天内付款',
    }),
    autoFreeze: bool('逾期冻结', { initial: true, help: '逾期三天后停止新订单与刷卡，付清立即恢复' }),
    window: text('本期', { columnWidth: 200 }),
    baseFen: money('本期计费额'),
    owedFen: money('未付账单'),
    freezesAt: time('冻结时间'),
    freezeReason: text('冻结原因'),
    state: choice('状态', [
      { value: 'ACTIVE', label: '正常', tone: 'success' },
      { value: 'NOTICE', label: '将冻结', tone: 'warning' },
      { value: 'FROZEN', label: '已冻结', tone: 'warning' },
      { value: 'CLOSED', label: '已终止', tone: 'neutral' },
    ]),
    createdAt: time('开通时间'),
  },
  list: {
    columns: except('startDate', 'endDate', 'graceDays', 'autoFreeze', 'freezeReason', 'createdAt'),
    important: ['contractorId', 'subscribeType', 'ratio', 'window', 'baseFen', 'owedFen', 'state'],
    search: ['contractorId', 'subscribeType', 'state'],
    createLabel: '开通',
    tools: ['create'],
    totals: all(),
    drills: {
      baseFen: { path: `${path}/record`, search: (row) => ({ id: row.id }) },
      owedFen: {
        path: '/admin/platform/unit_bill',
        search: () => ({ kind: ['MARKET_SERVICE'], status: ['UNPAID', 'OVERDUE'] }),
      },
    },
    row: [
      {
        key: 'ratio',
        label: '调整费率',
        form: { ratio: percent('新费率', ratio) },
        when: (row) => row.state !== 'CLOSED',
        done: '下一个计费期起生效',
      },
      'edit',
      {
        key: 'freeze',
        label: '冻结',
        tone: 'warning',
        form: {
          reason: longText('原因', { required: true, max: 100, help: '提前三天通知商超与设备，之后停止新订单与刷卡' }),
        },
        when: (row) => row.state === 'ACTIVE',
        done: '三天后冻结，已通知',
      },
      {
        key: 'unfreeze',
        label: '解冻',
        confirm: '「{contractorName}」的商超立即恢复新订单与刷卡？未付的账单仍须付款',
        when: (row) => row.state === 'NOTICE' || row.state === 'FROZEN',
      },
      {
        key: 'end',
        label: '终止',
        tone: 'danger',
        confirm: '到本期结束为止，本期照常出账。确定终止？',
        when: (row) => row.state !== 'CLOSED' && row.endDate === null,
      },
    ],
  },
  form: {
    sections: [{ fields: ['contractorId', 'name', 'subscribeType', 'ratio', 'startDate', 'graceDays', 'autoFreeze'] }],
  },
});

/** Its bills, the window under way first. */
export const subscriptionBill = page({
  of: subscription,
  by: 'subscriptionId',
  path: 'bill',
  title: '账单',
  fields: {
    subscriptionId: int('订阅'),
    orderNo: text('账单号', { columnWidth: 210 }),
    calcFrom: date('计费起', { sortable: false }),
    calcTo: date('计费止', { sortable: false }),
    orderAmountFen: money('计费订单额'),
    lateRefundFen: money('后退款'),
    serviceFeeRatio: percent('费率'),
    amountFen: money('账单金额'),
    payBefore: time('最迟付款'),
    paidAt: time('付款时间'),
    status: choice('状态', billStatuses),
  },
  list: { search: ['status'], sort: '-calcFrom', totals: ['orderAmountFen', 'amountFen'] },
});

/** Its ratios; one to come may be withdrawn. */
export const subscriptionRatio = page({
  of: subscription,
  by: 'subscriptionId',
  path: 'ratio',
  title: '费率',
  fields: {
    subscriptionId: int('订阅'),
    fromDate: date('起', { sortable: false }),
    ratio: percent('费率'),
    makerName: text('调整人'),
    createdAt: time('登记时间'),
    coming: bool('未生效', { words: [{ label: '未生效', tone: 'info' }, { label: '' }] }),
  },
  list: {
    sort: '-fromDate',
    row: [
      {
        key: 'withdraw',
        label: '撤回',
        tone: 'danger',
        confirm: '撤回还没有生效的费率？',
        when: (row) => row.coming === true,
      },
    ],
  },
});

export default [subscription, subscriptionBill, subscriptionRatio];
