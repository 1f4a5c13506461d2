/** 每日收入汇总 and 每日充值汇总: what came in per day; liability and income stand in columns of their own. */
import { date, money, text } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../../kit/define/page.ts';
import { type LedgerKind, outsideAccounts, toLedger } from '../ledger-words.ts';

const outside = outsideAccounts.map((account) => account.value);
const online = outside.filter((account) => account !== 'cash_drawer' && account !== 'channel:import');
const taken = ['RECHARGE', 'RECHARGE_BACK', 'DEPOSIT', 'DEPOSIT_BACK'] as const;
const paid = ['REFUND', 'REFUND_BACK', 'CASH_OUT', 'CASH_OUT_BACK'] as const;
/** Lines of the day in these accounts; of the purses where none is named. */
const lines = (account: readonly string[] | undefined, ...kinds: LedgerKind[]) =>
  toLedger(
    (row, search) => ({
      account,
      businessDate: [row.businessDate, row.businessDate],
      ...(search.operatorName ? { operatorName: search.operatorName } : {}),
    }),
    ...kinds,
  );
const trades = (more: Record<string, unknown> = {}): Drill => ({
  path: '/admin/organization/consume_detail',
  search: (row) => ({ businessDate: [row.businessDate, row.businessDate], ...more }),
});
/** Fees are no lines of the ledger: the orders that bore them. */
const orders: Drill = {
  path: '/admin/organization/recharge/detail',
  search: (row, search) => ({
    createdAt: null,
    businessDate: [row.businessDate, row.businessDate],
    operatorName: search.operatorName,
  }),
};

export const dailyIncomeSummary = page({
  path: '/admin/organization/daily_income_summary',
  title: '每日收入汇总',
  menu: ['消费管理', '消费报表'],
  fields: {
    businessDate: date('日期', { sortable: true }),
    onlineFen: money('线上充值', { help: '微信、支付宝、银行、转账与自助机，已减冲正' }),
    depositFen: money('现金存款', { help: '现金存款与现金充值，已减冲正' }),
    importFen: money('批量充值', { help: '已减冲正' }),
    refundFen: money('退款'),
    cashOutFen: money('取款'),
    netInFen: money('资金净流入'),
    purseFen: money('账户消费', { help: '从主账户、补贴、赠送扣的和记欠款的，已减纠错退回、加补扣' }),
    thirdFen: money('第三方消费', { help: '微信、支付宝等直接付的，不经过账户' }),
    consumeFen: money('消费净额', { help: '消费是收入，充值是对就餐人员的负债，两者不相加' }),
    feeFen: money('充值手续费', { help: '渠道账单上的手续费；核对账单前为 0' }),
    mealFeeFen: money('消费手续费', { help: '付款码消费：先按商户费率计算，以账单为准；退款退回的已减去' }),
  },
  list: { search: [range('businessDate', 'thisMonth')], totals: all() },
  report: {
    identities: [
      eq('netInFen', ['onlineFen', 'depositFen', 'importFen', '-refundFen', '-cashOutFen']),
      eq('consumeFen', ['purseFen', 'thirdFen']),
    ],
    drill: {
      ...lines(outside, ...taken, ...paid),
      columns: {
        onlineFen: lines(online, ...taken),
        depositFen: lines(['cash_drawer'], ...taken),
        importFen: lines(['channel:import'], ...taken),
        refundFen: lines(['wallet:MAIN'], 'REFUND', 'REFUND_BACK'),
        cashOutFen: lines(['wallet:MAIN'], 'CASH_OUT', 'CASH_OUT_BACK'),
        purseFen: lines(undefined, 'CONSUME', 'CONSUME_BACK', 'SUPPLEMENT', 'SUPPLEMENT_BACK'),
        consumeFen: trades(),
        thirdFen: trades({ thirdPaid: true }),
        feeFen: orders,
        mealFeeFen: {
          path: '/admin/organization/third_party_consume',
          search: (row) => ({ businessDate: [row.businessDate, row.businessDate] }),
        },
      },
    },
    chart: { kind: 'line', x: 'businessDate', y: ['netInFen', 'consumeFen'] },
  },
});

export const dailyRechargeSummary = page({
  path: '/admin/organization/daily_recharge_summary',
  title: '每日充值汇总',
  menu: ['消费管理', '消费报表'],
  fields: {
    businessDate: date('日期', { sortable: true }),
    wechatFen: money('微信'),
    alipayFen: money('支付宝'),
    bankFen: money('银行'),
    cashFen: money('现金', { help: '现金充值与现金存款' }),
    transferFen: money('转账'),
    deviceFen: money('自助机'),
    importFen: money('导入'),
    totalFen: money('合计'),
    reversedFen: money('冲正'),
    netFen: money('净额'),
    feeFen: money('手续费', { help: '渠道账单上的手续费；核对账单前为 0' }),
    operatorName: text('操作员'),
  },
  list: {
    columns: except('operatorName'),
    search: [range('businessDate', 'thisMonth'), 'operatorName'],
    totals: all(),
  },
  report: {
    identities: [
      eq('totalFen', ['wechatFen', 'alipayFen', 'bankFen', 'cashFen', 'transferFen', 'deviceFen', 'importFen']),
      eq('netFen', ['totalFen', '-reversedFen']),
    ],
    drill: {
      ...lines(outside, ...taken),
      columns: {
        wechatFen: lines(['channel:wechat'], 'RECHARGE'),
        alipayFen: lines(['channel:alipay'], 'RECHARGE'),
        bankFen: lines(['channel:bank'], 'RECHARGE'),
        cashFen: lines(['cash_drawer'], 'RECHARGE', 'DEPOSIT'),
        transferFen: lines(['channel:transfer'], 'RECHARGE'),
        deviceFen: lines(['channel:device'], 'RECHARGE'),
        importFen: lines(['channel:import'], 'RECHARGE'),
        totalFen: lines(outside, 'RECHARGE', 'DEPOSIT'),
        reversedFen: lines(outside, 'RECHARGE_BACK', 'DEPOSIT_BACK'),
        feeFen: orders,
      },
    },
    chart: { kind: 'bar', x: 'businessDate', y: ['netFen'] },
  },
});
