/** 押款记录: amounts of units the platform holds back, and why. */
import { choice, money, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import walletBalance from '../../ledger/pages/wallet_balance.page.ts';
import { unitTypes } from '../../ledger/purses.ts';
import { riskFlow, riskStatuses } from '../risk-states.ts';

export default page({
  of: walletBalance,
  path: 'held',
  title: '押款记录',
  verbs: { vouch: '见证解除' },
  duties: { vouch: 'check', release: 'check' },
  fields: {
    holdNo: text('押款单号', { columnWidth: 190 }),
    unitType: choice('对象类型', unitTypes),
    unitName: text('对象', { columnWidth: 180 }),
    amountFen: money('金额'),
    reason: text('原因', { columnWidth: 200 }),
    status: choice('状态', riskStatuses),
    makerName: text('经办人'),
    witnessName: text('见证人'),
    createdAt: time('押款时间', { sortable: true }),
    checkerName: text('解除人'),
    releaseWitnessName: text('解除见证人'),
    checkedAt: time('解除时间'),
    checkNote: text('解除原因', { columnWidth: 180 }),
  },
  list: {
    columns: except('releaseWitnessName', 'checkNote'),
    search: ['status', keyword('对象/单号/原因', 'unitName', 'holdNo', 'reason'), 'unitType', range('createdAt')],
    totals: ['amountFen'],
    row: [riskFlow.button('release'), 'view'],
  },
});
