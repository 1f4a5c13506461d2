/** An order's way: paid, picked, on its way, signed for; or taken back. */
import { type Choice, choice, decimal, image, int, lines, longText, text } from '../../../kit/define/field.ts';
import { flow } from '../../../kit/define/flow.ts';

export const orderStatuses = [
  { value: 'UNPAID', label: '待付款', tone: 'warning' },
  { value: 'PAID', label: '待接单', tone: 'warning' },
  { value: 'PICKING', label: '待备货', tone: 'warning' },
  { value: 'DELIVERING', label: '配送中', tone: 'info' },
  { value: 'FINISHED', label: '已完成', tone: 'success' },
  { value: 'REFUNDING', label: '售后中', tone: 'danger' },
  { value: 'REFUNDED', label: '已退款', tone: 'neutral' },
  { value: 'CANCELLED', label: '已取消', tone: 'neutral' },
  { value: 'CLOSED', label: '已关闭', tone: 'neutral' },
] as const satisfies readonly Choice[];

export const deliveryWays = [
  { value: 'PICKUP', label: '自取' },
  { value: 'DELIVERY', label: '配送' },
] as const;

export const payChannels = [
  { value: 'WECHAT', label: '微信' },
  { value: 'ALIPAY', label: '支付宝' },
] as const;

const back = lines(
  '退哪些',
  {
    lineNo: int('行号', { required: true, min: 1, max: 100 }),
    quantity: decimal('数量（千克或件）', { required: true, digits: 3, min: 0.001, max: 100_000 }),
  },
  { required: true, min: 1, max: 100, unique: ['lineNo'], help: '金额按成交价计算' },
);

export const orderFlow = flow(orderStatuses, {
  pay: { label: '付款', from: ['UNPAID'], to: 'PAID', by: 'house' },
  close: { label: '关闭', from: ['UNPAID'], to: 'CLOSED', by: 'house' },
  accept: { label: '接单', from: ['PAID'], to: 'PICKING', tone: 'primary', batch: true, done: '已接单' },
  deliver: { label: '配送', from: ['PICKING'], to: 'DELIVERING', tone: 'primary', batch: true, done: '已出库配送' },
  finish: {
    label: '完成',
    from: ['DELIVERING'],
    to: 'FINISHED',
    tone: 'success',
    batch: true,
    outcome: true,
    ask: { receiver: text('签收人', { max: 20 }) },
    done: '已完成，扣款入账',
  },
  cancel: {
    label: '取消',
    from: ['UNPAID', 'PAID', 'PICKING', 'DELIVERING'],
    to: 'CANCELLED',
    tone: 'danger',
    outcome: true,
    // On its way only what a recall holds back.
    unless: (row) => (row.status === 'DELIVERING' && !row.recalled ? '' : undefined),
    ask: { reason: longText('原因', { required: true, max: 100 }) },
    done: '已取消，冻结的金额已解冻，渠道付款原路退回',
  },
  ask: {
    label: '申请售后',
    from: ['FINISHED'],
    to: 'REFUNDING',
    outcome: true,
    ask: {
      back,
      goodsBack: choice(
        '商品',
        [
          { value: 'BACK', label: '退回入库' },
          { value: 'GONE', label: '不退回（损坏、缺失）' },
        ],
        { required: true, initial: 'GONE' },
      ),
      reason: longText('原因', { required: true, max: 100 }),
      photo: image('照片'),
    },
    done: '已登记，核实后退款',
  },
  refund: { label: '退款', from: ['REFUNDING'], to: 'REFUNDED', tone: 'danger', outcome: true, done: '已退款' },
  decline: { label: '不予退款', from: ['REFUNDING'], to: 'FINISHED', done: '已驳回' },
});

/** Orders that still want their stock. */
export const openStatuses = ['UNPAID', 'PAID', 'PICKING', 'DELIVERING'] as const;
