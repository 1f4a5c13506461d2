/** 发货单: what was sent together, with its serial numbers, and when it arrived. */
import { choice, int, longText, text, time } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';
import { autoReceiveDays, shipmentFlow, shipmentStatuses } from '../states.ts';
import order from './purchase_order.page.ts';

export default page({
  of: order,
  by: 'orderId',
  path: 'shipment',
  title: '发货单',
  fields: {
    orderId: int('订单编号', { hidden: true }),
    carrier: text('物流公司'),
    shipNo: text('物流单号', { columnWidth: 160 }),
    contents: text('内容', { columnWidth: 240 }),
    serials: longText('序列号', { columnWidth: 260 }),
    status: choice('状态', shipmentStatuses, { help: `发货 ${autoReceiveDays} 天后自动收货` }),
    makerName: text('发货人'),
    createdAt: time('发货时间', { sortable: true }),
    receivedBy: text('收货人'),
    receivedAt: time('收货时间'),
  },
  list: {
    subline: { makerName: 'createdAt', receivedBy: 'receivedAt' },
    row: [shipmentFlow.button('receive', { only: ['agent'] })],
  },
});
