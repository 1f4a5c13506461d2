/** 商超订单: what was ordered of the shops, from the cash register's point of view: accepted, picked, sent, signed for, after-sale. */
import {
  bool,
  choice,
  date,
  decimal,
  image,
  int,
  lines,
  longText,
  money,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { all, except, keyword, page, range } from '../../../../kit/define/page.ts';
import { deliveryWays, orderFlow, orderStatuses, payChannels } from '../order-states.ts';

const path = '/admin/contractor/supermarket/supermarket_order';

export const sources = [
  { value: 'STAFF', label: '代下单' },
  { value: 'STANDING', label: '周期订单' },
  { value: 'DEVICE', label: '订货终端' },
  { value: 'DINER', label: '本人' },
] as const;
const paymentStates = [
  { value: 'PAYING', label: '等待付款', tone: 'warning' },
  { value: 'SUCCESS', label: '已入账', tone: 'success' },
  { value: 'CLOSED', label: '未付款', tone: 'neutral' },
] as const;

const payWays = [
  { value: 'MAIN', label: '主账户' },
  { value: 'SUBSIDY', label: '补贴' },
  { value: 'MIX', label: '主账户+补贴' },
  ...payChannels,
] as const;

const isUnpaid = (row: { readonly status?: unknown }) => row.status === 'UNPAID';

const picked = lines(
  '实备（没有列出的按所订）',
  {
    lineNo: int('行号', { required: true, min: 1, max: 100 }),
    quantity: decimal('实备（千克或件）', { required: true, digits: 3, min: 0, max: 100_000 }),
    reason: text('缺货原因', { max: 60, width: 150 }),
  },
  { max: 100, unique: ['lineNo'] },
);

export const shopOrder = page({
  path,
  title: '商超订单',
  menu: ['商超', '订单配送'],
  order: 10,
  wide: ['organizationId'],
  duties: { refund: 'check', decline: 'check', pick: 'make' },
  fields: {
    orderNo: text('订单号', { columnWidth: 190 }),
    organizationId: ref('单位', 'organization', { required: true, createOnly: true }),
    jobNumber: text('工号', { required: true, createOnly: true, max: 32 }),
    personName: text('人员', { mask: 'name' }),
    deliveryDate: date('送达日', { required: true, createOnly: true }),
    deliveryWay: choice('方式', deliveryWays, { required: true, initial: 'PICKUP', createOnly: true }),
    address: text('地址', { max: 60, when: (values) => values.deliveryWay === 'DELIVERY' }),
    remark: text('备注', { max: 100 }),
    lines: lines(
      '商品',
      {
        goodsId: ref('商品', 'goods', { required: true, width: 200 }),
        quantity: decimal('数量（称重商品填千克）', { required: true, digits: 3, min: 0.001, max: 10_000, width: 150 }),
      },
      { required: true, min: 1, max: 100, unique: ['goodsId'] },
    ),
    payBy: choice(
      '付款',
      [
        { value: 'ACCOUNT', label: '本人账户' },
        { value: 'WECHAT', label: '微信扫码' },
        { value: 'ALIPAY', label: '支付宝扫码' },
      ],
      { initial: 'ACCOUNT', createOnly: true, help: '扫码的订单 15 分钟内付款，付款后才接单' },
    ),
    amountFen: money('金额'),
    deliveryFeeFen: money('配送费'),
    shortFen: money('缺货退回'),
    refundedFen: money('售后退款'),
    payWay: choice('支付', payWays),
    recalled: text('召回', { help: '其中有被召回封存的商品：重新备货或填 0 退款以前，不能配送、完成' }),
    lacking: bool('缺货', { words: [{ label: '缺货', tone: 'danger' }, { label: '—' }] }),
    status: choice('状态', orderStatuses),
    source: choice('来源', sources),
    makerName: text('下单人'),
    pickCode: text('取货码', { help: '自取的订单凭它在收银机上取货，告诉本人' }),
    receiver: text('签收'),
    reason: longText('取消、售后原因'),
    photo: image('售后照片'),
    tradeId: text('交易号'),
    createdAt: time('下单时间', { sortable: true }),
    finishedAt: time('完成时间'),
  },
  list: {
    columns: except(
      'jobNumber',
      'remark',
      'lines',
      'payBy',
      'reason',
      'photo',
      'receiver',
      'makerName',
      'tradeId',
      'pickCode',
    ),
    detail: except('lines', 'payBy'),
    important: [
      'orderNo',
      'organizationId',
      'personName',
      'deliveryDate',
      'amountFen',
      'payWay',
      'lacking',
      'recalled',
      'status',
    ],
    search: [
      range('createdAt', 'last7Days'),
      'status',
      range('deliveryDate'),
      'organizationId',
      'deliveryWay',
      'source',
      'payWay',
      'lacking',
      keyword('订单号/姓名/工号/取货码', 'orderNo', 'personName', 'jobNumber', 'pickCode'),
    ],
    totals: all(),
    notice: true,
    tools: ['create', { key: 'lists', label: '名单下单', open: `${path}/list` }],
    row: [
      { key: 'code', label: '付款码', shows: 'receipt', when: isUnpaid },
      { key: 'asked', label: '查询到账', when: isUnpaid, done: '已向渠道查询，状态见列表' },
      ...orderFlow.buttons.slice(0, 1),
      {
        key: 'pick',
        label: '备货',
        form: { picked },
        outcome: true,
        // What is called back on its way is picked anew, or comes back.
        when: (row) => row.status === 'PICKING' || (row.status === 'DELIVERING' && Boolean(row.recalled)),
        done: '已备货，多冻结、多付的已退回',
      },
      ...orderFlow.buttons.slice(1),
      'view',
    ],
  },
  form: {
    createOnly: true,
    sections: [
      { title: '订单', fields: ['organizationId', 'jobNumber', 'deliveryDate', 'deliveryWay', 'address', 'remark'] },
      { title: '商品', fields: ['lines'] },
      { title: '付款', fields: ['payBy'] },
    ],
    submit: '下单',
    outcome: true,
    opens: `${path}/record?id={id}`,
    done: '已下单；扫码付款的，请出示「付款码」',
  },
});

export const shopOrderItem = page({
  of: shopOrder,
  by: 'orderId',
  path: 'item',
  title: '商品明细',
  wide: ['organizationId'],
  fields: {
    orderId: int('订单'),
    organizationId: ref('单位', 'organization'),
    lineNo: int('行'),
    goodsId: ref('商品', 'goods', { columnWidth: 180 }),
    unitPriceFen: money('单价'),
    unitName: text('单位'),
    qtyWords: text('所订'),
    pickedWords: text('实备'),
    amountFen: money('金额'),
    stockState: text('库存'),
    shortReason: text('缺货原因'),
    backWords: text('售后'),
    backFen: money('售后金额'),
  },
  list: { columns: except('orderId', 'organizationId'), sort: 'lineNo', totals: ['amountFen', 'backFen'] },
});

/** How an order was paid by a channel, and what of it went back. */
export const shopOrderPayment = page({
  of: shopOrder,
  by: 'orderId',
  path: 'payment',
  title: '渠道付款',
  inside: (row) => row.payWay === 'WECHAT' || row.payWay === 'ALIPAY',
  wide: ['organizationId'],
  fields: {
    orderId: int('订单'),
    organizationId: ref('单位', 'organization'),
    tradeNo: text('商户单号', { columnWidth: 190 }),
    channel: choice('渠道', payChannels),
    amountFen: money('付款'),
    backFen: money('应退', { help: '缺货、少称、取消与售后退回的' }),
    refundedFen: money('已退到付款人'),
    channelNo: text('渠道流水', { columnWidth: 220 }),
    paidAt: time('付款时间'),
    expiresAt: time('付款截止'),
    error: text('说明', { columnWidth: 220 }),
    status: choice('状态', paymentStates),
  },
  list: { columns: except('orderId', 'organizationId'), sort: 'tradeNo' },
});

export default [shopOrder, shopOrderItem, shopOrderPayment];
