/** 平台账单: what a unit owes the platform and how it pays; the platform sees all, each unit its own. */
import { bool, choice, date, file, money, ref, text, time } from '../../../../kit/define/field.ts';
import { keyword, page, range } from '../../../../kit/define/page.ts';
import { billFlow, billKinds, billStatuses, owed, payWays } from '../bill-states.ts';

const byPayer = { only: ['organization', 'contractor', 'agent'] } as const;
const byPlatform = { only: ['platform'] } as const;
const isOwed = (row: { status: string | null }) => owed.some((one) => one === row.status);

export default page({
  title: '平台账单',
  places: [
    { path: '/admin/organization/unit_bill', menu: ['资金账户', '单位资金'] },
    { path: '/admin/contractor/unit_bill', menu: ['资金管理', '账户'] },
    { path: '/admin/agent/unit_bill', menu: ['采购', '采购'] },
    { path: '/admin/platform/unit_bill', title: '单位账单', menu: ['资金', '资金'] },
  ],
  order: 40,
  // The payments inside a bill's record go by these.
  verbs: { vouch: '见证减免与作废', confirm: '确认转账到账', deny: '登记未收到转账', withdraw: '撤回转账登记' },
  duties: {
    vouch: 'check',
    confirm: 'check',
    deny: 'check',
    withdraw: 'make',
    issue: 'make',
    pay: 'make',
    transfer: 'make',
    code: 'make',
    ask: 'look',
  },
  fields: {
    billNo: text('账单号', { columnWidth: 190 }),
    kind: choice('类型', billKinds),
    unitName: text('付款单位', { ...byPlatform, columnWidth: 180 }),
    title: text('事由', { columnWidth: 240 }),
    amountFen: money('金额'),
    dueOn: date('最迟付款', { sortable: true }),
    status: choice('状态', billStatuses),
    payWay: choice('付款方式', payWays),
    paidAt: time('付款时间'),
    waits: bool('转账', { columnWidth: 92, words: [{ label: '待确认', tone: 'warning' }, { label: '无' }] }),
    agentId: ref('代理商', 'agent', byPlatform),
    commissionFen: money('佣金', byPlatform),
    makerName: text('制单人'),
    checkerName: text('作废或减免人'),
    witnessName: text('见证人'),
    checkNote: text('原因'),
    createdAt: time('出账时间', { sortable: true }),
  },
  list: {
    columns: ['billNo', 'kind', 'unitName', 'title', 'amountFen', 'dueOn', 'payWay', 'waits', 'status'],
    important: ['billNo', 'unitName', 'title', 'amountFen', 'status'],
    search: ['status', 'kind', range('dueOn'), 'waits', keyword('账单/单位', 'billNo', 'title', 'unitName')],
    totals: ['amountFen'],
    notice: true,
    row: [
      billFlow.button('issue', byPlatform),
      billFlow.button('pay', byPayer),
      {
        key: 'code',
        label: '扫码支付',
        ...byPayer,
        form: {
          channel: choice(
            '渠道',
            [
              { value: 'WECHAT', label: '微信支付' },
              { value: 'ALIPAY', label: '支付宝' },
            ],
            { required: true, initial: 'WECHAT' },
          ),
        },
        shows: 'receipt',
        when: isOwed,
      },
      { key: 'ask', label: '查询到账', ...byPayer, when: isOwed, done: '已到账' },
      {
        key: 'transfer',
        label: '登记转账',
        ...byPayer,
        form: {
          paidOn: date('转账日期', { required: true, starts: 'today' }),
          bankFlowNo: text('银行流水号', { required: true, max: 64 }),
          proof: file('回单', { required: true }),
        },
        when: (row) => isOwed(row) && row.waits !== true,
        whyNot: (row) => (isOwed(row) ? '已登记一笔转账，等平台确认' : undefined),
        done: '已登记，等平台确认到账',
      },
      // Number and slip stand beside the payment in the bill's record: there it is confirmed or denied.
      {
        key: 'transferred',
        label: '核对转账',
        tone: 'primary',
        ...byPlatform,
        open: '/admin/platform/unit_bill/record?id={id}',
        when: (row) => row.waits === true,
      },
      billFlow.button('waive', byPlatform),
      billFlow.button('void', byPlatform),
      'view',
    ],
  },
});
