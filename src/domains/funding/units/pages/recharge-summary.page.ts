/** 充值汇总 of a contractor: what came in through each channel, out of the ledger, held against the recharge orders. */
import { choice, date, int, money, text } from '../../../../kit/define/field.ts';
import { eq, sum } from '../../../../kit/define/identity.ts';
import { all, type Drill, page, range } from '../../../../kit/define/page.ts';
import { rechargeChannels } from '../../counter/pages/recharge.page.ts';
import { unitField } from '../unit-fields.ts';

const asked = (row: Record<string, unknown>, search: Record<string, unknown>) => ({
  organizationId: row.organizationId ?? search.organizationId,
  businessDate: row.days ?? search.businessDate,
  channel: row.channel ?? search.channel,
});
const orders: Drill = {
  path: '/admin/contractor/recharge_detail',
  search: (row, search) => ({ createdAt: null, ...asked(row, search) }),
};
const refunds: Drill = {
  path: '/admin/contractor/refund_detail',
  search: (row, search) => ({ at: null, ...asked(row, search), status: 'SUCCESS' }),
};

export default page({
  path: '/admin/contractor/recharge_summary',
  title: '充值汇总',
  menu: ['资金管理', '充值退款'],
  order: 25,
  fields: {
    groupName: text('分组项', { columnWidth: 180 }),
    organizationId: { ...unitField, hidden: true as const },
    businessDate: date('期间', { hidden: true }),
    channel: choice('渠道', rechargeChannels, { hidden: true }),
    count: int('笔数', { unit: '笔' }),
    amountFen: money('金额', { help: '账上记下的充值，不含现金存款' }),
    orderFen: money('充值单金额', { help: '同期到账的充值单' }),
    giftFen: money('赠送'),
    feeFen: money('手续费', { help: '渠道账单上的手续费；核对账单前为 0' }),
    reversedFen: money('冲正', { help: '按冲正那天列出' }),
    refundFen: money('退款', { help: '按退款入账那天、退回的渠道列出' }),
    netFen: money('净额'),
  },
  list: { search: [range('businessDate', 'last7Days'), 'organizationId', 'channel'], totals: all() },
  report: {
    groups: [
      { value: 'channel', label: '渠道' },
      { value: 'unit', label: '单位' },
      { value: 'day', label: '日' },
      { value: 'month', label: '月' },
    ],
    identities: [eq('amountFen', 'orderFen'), sum('netFen', ['amountFen', '-reversedFen', '-refundFen'])],
    drill: { ...orders, columns: { giftFen: null, reversedFen: null, netFen: null, refundFen: refunds } },
    chart: { kind: 'bar', x: 'groupName', y: ['netFen'] },
  },
});
