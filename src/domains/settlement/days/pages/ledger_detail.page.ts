/** 分账明细: every part of what was settled, by source and receiver; what a correction took back stands as taken back. */
import { choice, date, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { all, except, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../ledger/purses.ts';

export default page({
  title: '分账明细',
  path: '/admin/platform/ledger_detail',
  menu: ['资金', '资金'],
  fields: {
    splitNo: text('分账单'),
    at: time('时间', { sortable: true }),
    contractId: int('合同编号'),
    businessDate: date('来源日期', { help: '这份合同哪一天的消费' }),
    organizationId: ref('单位', 'organization'),
    contractorName: text('经营方'),
    receiverType: choice('接收方类型', unitTypes),
    receiverName: text('接收方'),
    mode: choice('方式', [
      { value: 'CONSUME', label: '消费分账' },
      { value: 'RECHARGE', label: '充值分账' },
    ]),
    ratio: percent('比例'),
    sourceFen: money('来源金额'),
    feeFen: money('渠道手续费'),
    amountFen: money('金额'),
    reversedFen: money('回退'),
    status: choice('状态', [
      { value: 'SPLIT', label: '已分账', tone: 'success' },
      { value: 'REVERSED', label: '已回退', tone: 'warning' },
    ]),
  },
  list: {
    columns: except('contractId', 'sourceFen', 'feeFen'),
    search: ['at', 'businessDate', 'organizationId', 'mode', 'receiverType', 'status'],
    totals: all(),
    row: ['view'],
  },
});
