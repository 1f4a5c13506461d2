/** 年费记录: whose service ends when, what they owe for the next year, who was called, what came in. */
import {
  bool,
  choice,
  date,
  file,
  int,
  longText,
  money,
  phone,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { billStatuses, payWays } from '../../bills/bill-states.ts';

const byAgent = { only: ['agent'] } as const;
const byPlatform = { only: ['platform'] } as const;
const owed = (row: { billStatus: string | null }) => row.billStatus === 'UNPAID' || row.billStatus === 'OVERDUE';

const transfer = {
  paidOn: date('付款日期', { required: true, starts: 'today' }),
  bankFlowNo: text('银行流水号', { required: true, max: 64 }),
  proof: file('付款凭证', { required: true }),
} as const;

export const unitTypes = [
  { value: 'ORGANIZATION', label: '单位' },
  { value: 'CONTRACTOR', label: '承包商' },
] as const;

export const callWays = [
  { value: 'PHONE', label: '电话' },
  { value: 'VISIT', label: '上门' },
  { value: 'MESSAGE', label: '短信微信' },
] as const;

export default page({
  title: '年费记录',
  places: [
    { path: '/admin/agent/annual_fee_record', menu: ['客户', '客户'] },
    { path: '/admin/platform/annual_fee_record', menu: ['客户', '客户管理'] },
  ],
  order: 20,
  verbs: { vouch: '见证作废' },
  duties: { vouch: 'check', confirm: 'check', void: 'keep' },
  fields: {
    unitName: text('客户', { columnWidth: 200 }),
    unitType: choice('类型', unitTypes),
    contact: text('联系人'),
    phone: phone('电话'),
    expiry: choice('到期', [
      { value: 'OVER', label: '已到期', tone: 'warning' },
      { value: 'D7', label: '7 天内', tone: 'danger' },
      { value: 'D30', label: '30 天内', tone: 'warning' },
      { value: 'D60', label: '60 天内', tone: 'info' },
      { value: 'LATER', label: '60 天后', tone: 'neutral' },
    ]),
    expiresOn: date('原到期日', { sortable: true }),
    years: int('年限', { unit: '年' }),
    fromOn: date('期限起'),
    toOn: date('期限止'),
    amountFen: money('应收'),
    billNo: text('账单号', { columnWidth: 170 }),
    billStatus: choice('状态', billStatuses),
    waits: bool('凭证待确认'),
    payWay: choice('付款方式', payWays),
    paidAt: time('收款时间'),
    commissionFen: money('佣金'),
    callCount: int('催缴', { unit: '次' }),
    lastCall: text('最近催缴', { columnWidth: 220 }),
    promisedOn: date('承诺付款'),
    agentId: ref('代理商', 'agent', byPlatform),
    createdAt: time('建立时间', { sortable: true }),
  },
  list: {
    columns: [
      'unitName',
      'expiry',
      'expiresOn',
      'amountFen',
      'billStatus',
      'waits',
      'phone',
      'callCount',
      'lastCall',
      'promisedOn',
      'paidAt',
      'toOn',
      'commissionFen',
      'agentId',
    ],
    important: ['unitName', 'expiry', 'expiresOn', 'amountFen', 'billStatus'],
    subline: { phone: 'contact' },
    search: ['expiry', 'billStatus', 'waits', range('expiresOn'), 'agentId', keyword('客户', 'unitName', 'billNo')],
    sort: '-expiresOn',
    totals: ['amountFen', 'commissionFen'],
    notice: true,
    tools: [
      {
        key: 'renew',
        label: '登记续费',
        tone: 'primary',
        outcome: true,
        ...byAgent,
        form: {
          unitType: choice('客户类型', unitTypes, { required: true, initial: 'ORGANIZATION' }),
          organizationId: ref('单位', 'organization', { required: true, when: (v) => v.unitType === 'ORGANIZATION' }),
          contractorId: ref('承包商', 'contractor', { required: true, when: (v) => v.unitType === 'CONTRACTOR' }),
          years: int('年限', { required: true, min: 1, max: 5, initial: 1, unit: '年' }),
          ...transfer,
        },
        done: '已登记，平台确认到账后期限延长、佣金入账',
      },
    ],
    row: [
      {
        key: 'register',
        label: '登记收款',
        tone: 'primary',
        outcome: true,
        ...byAgent,
        form: transfer,
        when: (row) => owed(row) && row.waits !== true,
        whyNot: (row) => (owed(row) ? '已登记一笔收款，等平台确认' : undefined),
        done: '已登记，等平台确认到账',
      },
      {
        key: 'call',
        label: '催缴',
        form: {
          way: choice('方式', callWays, { required: true, initial: 'PHONE' }),
          words: longText('沟通内容', { required: true, max: 200 }),
          promisedOn: date('承诺付款日'),
        },
        when: owed,
        done: '已记录',
      },
      {
        key: 'confirm',
        label: '确认到账',
        tone: 'primary',
        ...byPlatform,
        confirm: '已在平台收款账户核对到「{unitName}」的年费 {amountFen} 元？',
        when: (row) => row.waits === true,
        done: '已确认，期限已延长',
      },
      {
        key: 'void',
        label: '作废',
        tone: 'danger',
        outcome: true,
        ...byPlatform,
        form: { reason: longText('原因', { required: true, max: 100 }) },
        witness: { needs: 'vouch', says: '我已核对作废的理由；已付的款退回客户可提现，佣金与期限一并收回。' },
        when: (row) => owed(row) || row.billStatus === 'PAID',
        done: '已作废',
      },
      'view',
    ],
  },
});
