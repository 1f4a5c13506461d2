/** 每日收入汇总 and 每日充值汇总: what came in per day; liability and income stand in columns of their own. */
import { date, money, text } from '../../../kit/define/field.ts';
import { type Drill, page, range } from '../../../kit/define/page.ts';

type Row = Record<string, unknown>;
const day = (row: Row) => [row.businessDate, row.businessDate];

/** Recharge orders of the day that came by these channels; `status` says which of them. */
const orders = (channel: readonly string[] | undefined, status?: readonly string[]): Drill => ({
  path: '/admin/organization/recharge/detail',
  search: (row, search) => ({
    createdAt: null,
    businessDate: day(row),
    channel,
    status,
    operatorName: search.operatorName,
  }),
});
/** Documents of another page, by their day. */
const documents = (path: string, started: string, status?: string): Drill => ({
  path,
  search: (row, search) => ({ [started]: null, businessDate: day(row), status, operatorName: search.operatorName }),
});
const standing = ['CREDITED', 'PART_REFUNDED', 'REFUNDED'];
const online = ['WECHAT', 'ALIPAY', 'BANK', 'TRANSFER', 'DEVICE'];
const deposits = documents('/admin/organization/deposit', 'at');
const statement: Drill = {
  path: '/admin/organization/account_statement',
  search: (row) => ({ businessDate: day(row), account: null }),
};
const trades = (more: Row = {}): Drill => ({
  path: '/admin/organization/consume_detail',
  search: (row) => ({ businessDate: day(row), ...more }),
});

export const dailyIncomeSummary = page({
  path: '/admin/organization/daily_income_summary',
  title: '每日收入汇总',
  menu: ['消费管理', '消费报表'],
  kind: 'report',
  fields: {
    businessDate: date('日期', { sortable: true }),
    onlineFen: money('线上充值', { help: '微信、支付宝、银行、转账与自助机，已减冲正' }),
    depositFen: money('现金存款', { help: '现金存款与现金充值，已减冲正' }),
    importFen: money('批量充值', { help: '已减冲正' }),
    refundFen: money('退款'),
    cashOutFen: money('取款'),
    consumeFen: money('消费净额', { help: '消费是收入，充值是对就餐人员的负债，两者不相加' }),
    thirdFen: money('第三方消费'),
    feeFen: money('手续费', { help: '渠道账单上的手续费；核对账单前为 0' }),
    netInFen: money('资金净流入'),
  },
  list: {
    columns: [
      'businessDate',
      'onlineFen',
      'depositFen',
      'importFen',
      'refundFen',
      'cashOutFen',
      'netInFen',
      'consumeFen',
      'thirdFen',
      'feeFen',
    ],
    search: [range('businessDate', 'thisMonth')],
    sort: '-businessDate',
    totals: [
      'onlineFen',
      'depositFen',
      'importFen',
      'refundFen',
      'cashOutFen',
      'netInFen',
      'consumeFen',
      'thirdFen',
      'feeFen',
    ],
    export: true,
  },
  report: {
    identity: '资金净流入 = 充值 + 存款 − 退款 − 取款',
    drill: {
      ...statement,
      columns: {
        onlineFen: orders(online, standing),
        importFen: orders(['IMPORT'], standing),
        refundFen: documents('/admin/organization/refund/detail', 'at', 'SUCCESS'),
        cashOutFen: documents('/admin/organization/cash_out_detail', 'at', 'OK'),
        consumeFen: trades(),
        thirdFen: trades({ thirdPaid: true }),
        feeFen: orders(online),
      },
    },
    chart: { kind: 'line', x: 'businessDate', y: ['netInFen', 'consumeFen'] },
  },
});

export const dailyRechargeSummary = page({
  path: '/admin/organization/daily_recharge_summary',
  title: '每日充值汇总',
  menu: ['消费管理', '消费报表'],
  kind: 'report',
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
    cashRechargeFen: money('现金充值'),
  },
  list: {
    columns: [
      'businessDate',
      'wechatFen',
      'alipayFen',
      'bankFen',
      'cashFen',
      'transferFen',
      'deviceFen',
      'importFen',
      'totalFen',
      'reversedFen',
      'netFen',
      'feeFen',
    ],
    search: [range('businessDate', 'thisMonth'), 'operatorName'],
    sort: '-businessDate',
    totals: [
      'wechatFen',
      'alipayFen',
      'bankFen',
      'cashFen',
      'transferFen',
      'deviceFen',
      'importFen',
      'totalFen',
      'reversedFen',
      'netFen',
      'feeFen',
    ],
    export: true,
  },
  report: {
    identity: '合计 = 各渠道之和；净额 = 合计 − 冲正',
    drill: {
      ...orders(undefined),
      columns: {
        wechatFen: orders(['WECHAT']),
        alipayFen: orders(['ALIPAY']),
        bankFen: orders(['BANK']),
        transferFen: orders(['TRANSFER']),
        deviceFen: orders(['DEVICE']),
        importFen: orders(['IMPORT']),
        // Cash comes over the counter two ways; a day mostly knows one of them.
        cashFen: {
          path: (row) => (row.cashRechargeFen ? orders(undefined).path : deposits.path) as string,
          search: (row, search) =>
            row.cashRechargeFen ? orders(['CASH']).search(row, search) : deposits.search(row, search),
        },
        reversedFen: orders(undefined, ['REVERSED']),
        totalFen: statement,
        netFen: statement,
      },
    },
    chart: { kind: 'bar', x: 'businessDate', y: ['netFen'] },
  },
});
