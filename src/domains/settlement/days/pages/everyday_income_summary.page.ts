/** 每日收入汇总: what each restaurant earns its caterer day by day, and what is taken off before it is due. */
import { date, int, money, percent, ref, text, time } from '../../../../kit/define/field.ts';
import { againstInScope, eq, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, except, page, range } from '../../../../kit/define/page.ts';

/** Trade by trade; what belongs to no restaurant has no trades. */
const trades: Drill = {
  path: (row) => (row.placeNo ? '/admin/platform/contractor_trade_deatil' : undefined),
  search: (row) => ({ businessDate: [row.businessDate, row.businessDate], restaurantId: row.placeNo }),
};

export const settledDays = '合同日应得减管理费';

export default page({
  title: '每日收入汇总',
  places: [
    { path: '/admin/contractor/report_form/everyday_income_summary', menu: ['报表中心', '日报'] },
    // The platform opens the contract days behind its receipts here.
    { path: '/admin/platform/everyday_income_summary', menu: null },
  ],
  order: 60,
  wide: ['organizationId'],
  fields: {
    organizationId: ref('单位', 'organization'),
    businessDate: date('日期', { sortable: true }),
    contractorId: ref('承包商', 'contractor', { only: ['platform'] }),
    restaurantName: text('餐厅', {
      none: '不分餐厅',
      help: '管理费、按充值分账的金额属于整份合同，不分餐厅；以前按整天结算、还没有分开的日子也是，列表上方写明是哪些天',
    }),
    restaurantId: ref('经营餐厅', 'restaurant', { hidden: true, only: ['contractor'] }),
    placeNo: int('餐厅编号', { hidden: true }),
    contractId: int('合同编号'),
    eatenFen: money('账户消费净额', {
      help: '主账户、补贴、赠送、欠款与计次，已减纠错，按承担方调整；不含第三方与商超。按充值分账的合同，主账户一项为当天充值减退款',
    }),
    thirdFen: money('第三方收款', { help: '餐厅的付款码收款，已减退回' }),
    shopFen: money('商超收入', { help: '商店的收入，不论用什么支付' }),
    dueFen: money('应分金额', { help: '账户消费净额 + 第三方收款 + 商超收入' }),
    feeFen: money('渠道手续费'),
    serviceFen: money('平台服务费'),
    shareFen: money('单位分成'),
    contractorFen: money('合同日应得', { help: '应分金额 − 渠道手续费 − 平台服务费 − 单位分成' }),
    manageFen: money('管理费', { help: '按合同每月收取，记在月末一天' }),
    incomeFen: money('应结收入', { help: '合同日应得 − 管理费' }),
    serviceRatio: percent('平台费率'),
    shareRatio: percent('分成比例'),
    dayDueFen: money('全天应分'),
    dayFundedFen: money('全天平台划付', { help: '平台确实持有、就餐人不会再退回的钱，记入各方待结算' }),
    dayClaimFen: money('全天单位线下付', { help: '补贴、现金等钱在单位手里，由单位付给承包商和平台' }),
    settledAt: time('计算时间'),
    changes: int('第几次计算'),
  },
  list: {
    // How the whole day is paid stands in the record: it is paid by contract, not by restaurant.
    columns: except(
      'contractId',
      'serviceRatio',
      'shareRatio',
      'dayDueFen',
      'dayFundedFen',
      'dayClaimFen',
      'settledAt',
      'changes',
    ),
    important: [
      'organizationId',
      'businessDate',
      'restaurantName',
      'eatenFen',
      'shopFen',
      'shareFen',
      'manageFen',
      'incomeFen',
    ],
    search: [range('businessDate', 'last7Days'), 'organizationId', 'contractorId', 'restaurantId', 'restaurantName'],
    totals: all(),
    notice: true,
    row: ['view'],
  },
  report: {
    identities: [
      sum('incomeFen', ['eatenFen', 'thirdFen', 'shopFen', '-feeFen', '-serviceFen', '-shareFen', '-manageFen']),
      eq('contractorFen', ['incomeFen', 'manageFen']),
      againstInScope('incomeFen', settledDays),
    ],
    drill: {
      ...trades,
      columns: {
        contractId: null,
        eatenFen: null,
        thirdFen: null,
        shopFen: null,
        dueFen: null,
        manageFen: null,
        incomeFen: null,
      },
    },
  },
});
