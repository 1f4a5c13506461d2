/** 月度收款: per month and unit what came in online by either channel, what went back, what was eaten of it, and what is left with the platform. */
import { date, money, ref, text } from '../../../../kit/define/field.ts';
import { eq, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, months, page } from '../../../../kit/define/page.ts';

/** The days of a month. */
const daysOf = (month: unknown): [string, string] => {
  const first = String(month);
  const next = new Date(Date.parse(`${first}T00:00:00Z`) + 32 * 86_400_000).toISOString().slice(0, 7);
  return [first, new Date(Date.parse(`${next}-01T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)];
};
const days: Drill = {
  path: '/admin/platform/daily_cash_receipts',
  search: (row) => ({ day: daysOf(row.month), organizationId: row.organizationId }),
};

export default page({
  path: '/admin/platform/month_receipts',
  aliases: ['/admin/platform/month_receipt'],
  title: '月度收款',
  menu: ['资金', '收款报表'],
  order: 50,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization', { columnWidth: 150 }),
    month: date('月份'),
    monthName: text('月份', { columnWidth: 90, help: '以记入单位资金的营业日为准' }),
    openingFen: money('期初沉淀', { help: '上月末的备付，从上月结转' }),
    inFen: money('收款', { help: '在线充值' }),
    wechatInFen: money('微信收款'),
    alipayInFen: money('支付宝收款'),
    refundFen: money('退款', { help: '原路退回' }),
    netFen: money('净收款'),
    eatenFen: money('消费结算', { help: '从备付划出的消费；退回消费时为负' }),
    otherFen: money('其他'),
    closingFen: money('期末沉淀余额', { help: '就餐人在线充值、尚未消费的钱，以单位资金账的余额为准' }),
    feeFen: money('手续费', { help: '渠道对这些充值收取的，由各方承担，不从备付出' }),
    withdrawnFen: money('提现', { help: '单位当月打款成功的提现' }),
    wechatOutFen: money('微信退款'),
    alipayOutFen: money('支付宝退款'),
  },
  list: {
    columns: except('month'),
    important: ['monthName', 'organizationId', 'openingFen', 'inFen', 'refundFen', 'eatenFen', 'closingFen'],
    search: [months('month'), 'organizationId'],
    totals: all(),
    sort: '-month',
  },
  report: {
    identities: [
      // One side of the books is the unit's purse, the other the channels' accounts.
      eq('inFen', ['wechatInFen', 'alipayInFen']),
      eq('refundFen', ['wechatOutFen', 'alipayOutFen']),
      sum('netFen', ['inFen', '-refundFen']),
      eq('closingFen', ['openingFen', 'netFen', '-eatenFen', 'otherFen']),
    ],
    drill: {
      ...days,
      // The books' own days, and balances: no lines of the platform stand behind them by the channel's day.
      columns: {
        openingFen: null,
        inFen: null,
        wechatInFen: null,
        alipayInFen: null,
        refundFen: null,
        wechatOutFen: null,
        alipayOutFen: null,
        netFen: null,
        eatenFen: null,
        otherFen: null,
        closingFen: null,
        feeFen: null,
        withdrawnFen: null,
      },
    },
  },
});
