/** 每日提现 of the platform: per day and unit what was paid out, what the bank returned, as the books between units have it. */
import { choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { against, eq, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, keyword, page, range } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../ledger/purses.ts';

export const paidByDocuments = '打款管理中当期付出的提现';

const withdrawals: Drill = {
  path: '/admin/platform/transfer_accounts',
  search: (row) => ({ paidAt: [row.day, row.day], unitType: row.unitType, keyword: row.unitName }),
};

export default page({
  path: '/admin/platform/daily_cashout_receipts',
  aliases: ['/admin/platform/daily_cashout'],
  title: '每日提现',
  menu: ['资金', '收款报表'],
  order: 40,
  fields: {
    day: date('日期', { help: '付出或退回登记的那天' }),
    unitType: choice('对象类型', unitTypes),
    unitName: text('对象'),
    paidCount: int('打款成功', { unit: '笔' }),
    amountFen: money('提现金额', { help: '从冻结中付出的' }),
    feeFen: money('手续费'),
    realFen: money('实付', { help: '从打款账户付出的' }),
    failedCount: int('打款失败', { unit: '笔', help: '银行没有付出，金额回到可提现' }),
    backCount: int('银行退票', { unit: '笔' }),
    backFen: money('退票金额', { help: '付出以后又被银行退回的' }),
    netFen: money('净付出', { help: '实付 − 退票金额' }),
  },
  list: { search: [range('day', 'thisMonth'), 'unitType', keyword('对象', 'unitName')], totals: all(), sort: '-day' },
  report: {
    identities: [
      eq('amountFen', ['feeFen', 'realFen']),
      sum('netFen', ['realFen', '-backFen']),
      against('realFen', paidByDocuments),
    ],
    drill: {
      ...withdrawals,
      // Failed payments have no day of payment; a returned one stands on the day it was paid.
      columns: { failedCount: null, backCount: null, backFen: null, netFen: null },
    },
  },
});
