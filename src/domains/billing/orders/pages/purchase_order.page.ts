/** 采购订单: what agents buy of the platform, from the draft to the last device received. */
import {
  bool,
  choice,
  int,
  lines,
  longText,
  money,
  phone,
  place,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { all, keyword, page, range } from '../../../../kit/define/page.ts';
import { purchaseFlow, purchaseStatuses, returnAsk } from '../states.ts';

const byAgent = { only: ['agent'] } as const;
const byPlatform = { only: ['platform'] } as const;

export default page({
  title: '采购订单',
  places: [
    { path: '/admin/agent/purchase_order', menu: ['采购', '采购'] },
    { path: '/admin/platform/purchase_order', menu: ['设备', '采购'] },
  ],
  order: 20,
  verbs: { receive: '确认收货' },
  duties: { ship: 'make', giveBack: 'check', close: 'make', receive: 'make' },
  fields: {
    orderNo: text('单号', { columnWidth: 180 }),
    agentId: ref('代理商', 'agent', byPlatform),
    summary: text('商品', { columnWidth: 220 }),
    lines: lines(
      '明细',
      {
        goodsId: ref('商品', 'device_goods', { required: true }),
        qty: int('数量', { required: true, min: 1, max: 10_000 }),
      },
      { required: true, min: 1, max: 50, unique: ['goodsId'] },
    ),
    listFen: money('标价合计'),
    discountFen: money('等级优惠'),
    payFen: money('应付'),
    returnedFen: money('已退款'),
    billNo: text('账单', { columnWidth: 170 }),
    sentQty: text('发货', { columnWidth: 80 }),
    contact: text('收货人', { required: true, max: 20, width: 200 }),
    phone: phone('电话', { required: true, width: 200 }),
    address: place('收货地址', { required: true, max: 100 }),
    remark: text('备注', { max: 100, width: 400 }),
    paidAt: time('付款时间'),
    receivedAt: time('收货时间'),
    makerName: text('下单人'),
    createdAt: time('下单时间', { sortable: true }),
    status: choice('状态', purchaseStatuses),
  },
  list: {
    columns: ['orderNo', 'agentId', 'summary', 'payFen', 'sentQty', 'returnedFen', 'billNo', 'createdAt', 'status'],
    important: ['orderNo', 'agentId', 'summary', 'payFen', 'status'],
    search: ['status', 'agentId', range('createdAt'), keyword('单号', 'orderNo', 'billNo')],
    totals: all(),
    drills: { billNo: { path: '/admin/platform/unit_bill', search: (row) => ({ keyword: row.billNo }) } },
    tools: [{ key: 'create', label: '下单', tone: 'primary', open: '/admin/agent/purchase_order/form', ...byAgent }],
    row: [
      purchaseFlow.button('submit', byAgent),
      purchaseFlow.button('cancel', byAgent),
      {
        key: 'ship',
        label: '发货',
        tone: 'primary',
        ...byPlatform,
        form: {
          carrier: text('物流公司', { required: true, max: 30 }),
          shipNo: text('物流单号', { required: true, max: 40 }),
          sns: longText('序列号', { max: 20_000, help: '每行一个，可连续扫码；可分批发货' }),
          others: bool('连同无序列号商品全部发出', { initial: true }),
        },
        when: (row) => row.status === 'PAID' || row.status === 'SHIPPED',
        done: '已发货',
      },
      {
        key: 'giveBack',
        label: '退货',
        tone: 'danger',
        ...byPlatform,
        form: returnAsk,
        when: (row) => row.status === 'RECEIVED' || row.status === 'SHIPPED',
        done: '已退货，货款退到代理商可提现',
      },
      purchaseFlow.button('close', byPlatform),
      'view',
    ],
  },
  form: {
    createOnly: true,
    sections: [
      { title: '商品', fields: ['lines'] },
      { title: '收货', fields: ['contact', 'phone', 'address', 'remark'] },
    ],
    done: '已存为草稿，核对后提交订单',
  },
});
