/** 每日收入汇总: what each day of a contract is due to whom, and how much of it the platform pays. */
import { date, int, money, percent, ref, time } from '../../../../kit/define/field.ts';
import { eq } from '../../../../kit/define/identity.ts';
import { all, except, page, range } from '../../../../kit/define/page.ts';

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
    contractId: int('合同编号'),
    eatenFen: money('账户消费净额', {
      help: '主账户、补贴、赠送、欠款与计次，已减纠错；不含第三方。按充值分账的合同，主账户一项为当天充值减退款',
    }),
    thirdFen: money('第三方收款', { help: '付款码收款，已减退回' }),
    dueFen: money('应分金额', { help: '账户消费净额 + 第三方收款' }),
    correctedFen: money('其中纠错'),
    borneFen: money('按承担方调整', { help: '加单位承担的纠错与优惠，减承包商自己承担的赠送金' }),
    feeFen: money('渠道手续费'),
    serviceRatio: percent('平台费率'),
    serviceFen: money('平台服务费'),
    shareRatio: percent('分成比例'),
    shareFen: money('单位分成'),
    contractorFen: money('应结收入', { help: '应分金额 − 渠道手续费 − 平台服务费 − 单位分成' }),
    fundedFen: money('平台划付', { help: '平台确实持有、就餐人不会再退回的钱，记入各方待结算' }),
    claimFen: money('单位线下付', { help: '补贴、现金等钱在单位手里，由单位付给承包商和平台' }),
    settledAt: time('计算时间'),
    changes: int('第几次计算'),
  },
  list: {
    columns: except('contractId', 'correctedFen', 'borneFen', 'serviceRatio', 'shareRatio', 'settledAt', 'changes'),
    search: [range('businessDate'), 'organizationId', 'contractorId'],
    totals: all(),
    row: ['view'],
  },
  report: {
    identities: [
      eq('dueFen', ['feeFen', 'serviceFen', 'shareFen', 'contractorFen']),
      eq('dueFen', ['eatenFen', 'thirdFen']),
    ],
  },
});
