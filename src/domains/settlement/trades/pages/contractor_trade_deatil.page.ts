/** 承包商交易明细, 逐笔应结 of one caterer: each trade's part of what its contract day comes to; the rows of a day sum to the day. */
import { choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { against, eq } from '../../../../kit/define/identity.ts';
import { all, except, page } from '../../../../kit/define/page.ts';
import { purseFields } from '../../../consumption/public.ts';

export default page({
  title: '承包商交易明细',
  places: [
    { path: '/admin/platform/contractor_trade_deatil', menu: ['交易', '核对结算'] },
    { path: '/admin/contractor/contractor_trade_deatil', title: '逐笔应结', menu: ['资金管理', '账户'] },
  ],
  wide: ['organizationId'],
  fields: {
    contractorId: ref('承包商', 'contractor', { only: ['platform'] }),
    organizationId: ref('单位', 'organization'),
    restaurantName: text('餐厅'),
    restaurantId: int('餐厅编号', { hidden: true }),
    tradeNo: text('交易号', { columnWidth: 130 }),
    businessDate: date('日期'),
    occurredAt: time('时间'),
    amountFen: money('金额'),
    ...purseFields(),
    correctedFen: money('纠错', { help: '由承包商承担的纠错；单位承担的不在其中' }),
    offersFen: money('活动', { help: '单位承担的优惠加回，承包商自己送的赠送金减去' }),
    feeFen: money('渠道手续费'),
    serviceFen: money('平台服务费'),
    shareFen: money('分成', { help: '按当天逐家餐厅累计金额的四舍五入之差分到每一笔，合计与餐厅、与合同日都相等' }),
    contractorFen: money('应结'),
    statementNo: text('结算单号', { columnWidth: 190 }),
    status: choice('结算状态', [
      { value: 'OPEN', label: '未计算', tone: 'neutral' },
      { value: 'COUNTED', label: '未出结算单', tone: 'warning' },
      { value: 'STATED', label: '已出结算单', tone: 'info' },
      { value: 'SETTLED', label: '已结算', tone: 'success' },
    ]),
  },
  list: {
    columns: except('businessDate'),
    search: [
      { key: 'businessDate', range: true, initial: 'last7Days', required: true },
      'contractorId',
      'organizationId',
      'restaurantId',
      'status',
    ],
    totals: all(),
  },
  report: {
    identities: [
      eq('contractorFen', ['amountFen', '-correctedFen', 'offersFen', '-feeFen', '-serviceFen', '-shareFen']),
      against('contractorFen', '合同日应结'),
    ],
  },
});
