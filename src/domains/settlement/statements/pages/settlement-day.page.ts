/** 结算单明细: its days, what came late for earlier ones, and what is carried. */
import { choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { all, page } from '../../../../kit/define/page.ts';
import { lineKinds } from '../statement-states.ts';
import settlement from './settlement.page.ts';

export default page({
  of: settlement,
  by: 'statementId',
  path: 'day',
  title: '明细',
  fields: {
    statementId: int('结算单编号', { hidden: true }),
    businessDate: date('日期'),
    kind: choice('类型', lineKinds),
    refersNo: text('原结算单', { columnWidth: 200 }),
    refersTo: int('原结算单编号', { hidden: true }),
    eatenFen: money('账户消费净额', { help: '按充值分账的合同，主账户一项为当天充值减退款' }),
    thirdFen: money('第三方收款'),
    feeFen: money('渠道手续费'),
    serviceFen: money('平台服务费'),
    shareFen: money('单位分成'),
    contractorFen: money('承包商应得'),
    walletFen: money('平台划付'),
    claimFen: money('单位线下付'),
  },
  list: { totals: all(), search: ['kind'] },
});
