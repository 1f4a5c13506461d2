/** 分账明细: every part of what was settled, by source and receiver; what a correction took back stands as taken back. */
import { choice, date, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { against, sum } from '../../../../kit/define/identity.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';
import { unitTypes } from '../../ledger/purses.ts';

export const sources = '来源金额减手续费';

export default page({
  title: '分账明细',
  path: '/admin/platform/ledger_detail',
  menu: ['资金', '资金'],
  fields: {
    splitNo: text('分账单'),
    at: time('时间', { sortable: true }),
    sourceNo: text('来源单', { columnWidth: 130, help: '这一天这份合同入账的流水号' }),
    contractId: int('合同编号'),
    businessDate: date('来源日期', { help: '这份合同哪一天的消费' }),
    period: text('结算期间', { columnWidth: 160, none: '未出结算单', help: '这一天所在结算单的起止日期' }),
    statementNo: text('结算单号', { columnWidth: 190 }),
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
    netFen: money('净额', { help: '金额 − 回退' }),
    status: choice('状态', [
      { value: 'SPLIT', label: '已分账', tone: 'success' },
      { value: 'REVERSED', label: '已回退', tone: 'warning' },
    ]),
  },
  list: {
    columns: except('contractId', 'sourceFen', 'feeFen', 'statementNo'),
    important: [
      'splitNo',
      'at',
      'businessDate',
      'period',
      'organizationId',
      'receiverName',
      'ratio',
      'amountFen',
      'reversedFen',
      'status',
    ],
    search: [
      range('businessDate', 'last7Days'),
      'organizationId',
      'receiverName',
      'receiverType',
      'mode',
      'status',
      range('at'),
    ],
    sort: '-at',
    totals: all(),
    drills: {
      sourceNo: {
        path: '/admin/platform/everyday_income_summary',
        search: (row) => ({ businessDate: [row.businessDate, row.businessDate], organizationId: row.organizationId }),
      },
    },
    row: ['view'],
  },
  report: { identities: [sum('netFen', ['amountFen', '-reversedFen']), against('netFen', sources)] },
});
