/** 钱包余额: what every unit has at the platform, by purse, proven against its entries as it is read. */
import { choice, int, money, text } from '../../../../kit/define/field.ts';
import { all, except, keyword, page } from '../../../../kit/define/page.ts';
import { unitTypes } from '../purses.ts';

export default page({
  title: '钱包余额',
  path: '/admin/platform/wallet_balance',
  menu: ['资金', '资金'],
  fields: {
    unitType: choice('对象类型', unitTypes),
    unitId: int('对象编号'),
    unitName: text('对象'),
    floatFen: money('备付', { help: '就餐人在线充值、尚未消费的钱，不能提现' }),
    pendingFen: money('待结算'),
    availableFen: money('可提现'),
    frozenFen: money('冻结'),
    suspenseFen: money('待查款'),
    totalFen: money('合计'),
    claimFen: money('线下往来', { help: '单位之间欠付，不经平台，不计入合计' }),
    inFen: money('累计入'),
    outFen: money('累计出'),
    proof: choice('流水校验', [
      { value: 'OK', label: '相符', tone: 'success' },
      { value: 'BREAK', label: '不符', tone: 'danger' },
    ]),
  },
  list: {
    columns: except('unitId'),
    search: [keyword('对象', 'unitName'), 'unitType', 'totalFen'],
    totals: all(),
    notice: true,
    row: ['view'],
  },
});
