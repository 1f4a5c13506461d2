/** 商超管理: the shop at each organization: where it sells from, when, until when orders are taken, how they get there. */
import { bool, choice, hm, int, money, ref, text } from '../../../../kit/define/field.ts';
import { page } from '../../../../kit/define/page.ts';

const bills = '/admin/contractor/supermarket/subscribe_order';
/** What the label of a scale tells behind the number of the goods. */
export const scaleTells = [
  { value: 'AMOUNT', label: '金额（分）' },
  { value: 'WEIGHT', label: '重量（克）' },
] as const;
const delivers = (values: Readonly<Record<string, unknown>>) => values.delivery === true;

export default page({
  path: '/admin/contractor/supermarket/manage',
  title: '商超管理',
  menu: ['商超', '商品'],
  order: 5,
  limited: 'common',
  fields: {
    organizationId: ref('单位', 'organization', { required: true, createOnly: true, width: 300 }),
    name: text('店名', { required: true, max: 30 }),
    restaurantId: ref('商店', 'restaurant', {
      required: true,
      width: 300,
      help: '收银设备所在的商店，类型须为「商店」；它的交易就是这家店的营业额',
    }),
    storehouseId: ref('出货仓', 'storehouse', { width: 300, none: '不管库存', help: '卖出的商品从这里出库' }),
    openAt: hm('营业', { required: true, initial: '07:00' }),
    closeAt: hm('打烊', { required: true, initial: '21:00' }),
    cutoffDays: int('提前下单', { unit: '天', required: true, min: 0, max: 14, initial: 1 }),
    cutoffAt: hm('截单', { required: true, initial: '16:00', help: '送达日之前第几天的几点截止；截单前可以取消' }),
    pickup: bool('自提', { initial: true }),
    delivery: bool('配送', { initial: false }),
    deliveryFeeFen: money('配送费', { min: 0, max: 1_000_000, initial: 0, when: delivers }),
    leastFen: money('起送金额', { min: 0, max: 10_000_000, initial: 0, when: delivers }),
    afterSaleHours: int('售后', {
      unit: '小时',
      required: true,
      min: 0,
      max: 48,
      initial: 48,
      help: '完成后可申请退款的时间',
    }),
    scalePrefix: int('秤码前缀', {
      min: 20,
      max: 29,
      help: '20–29；其后 5 位 PLU、5 位金额或重量、1 位校验，18 位码为 PLU、金额与重量；不用称重标签的不填',
    }),
    scaleTells: choice('秤码内容', scaleTells, {
      required: true,
      initial: 'AMOUNT',
      when: (values) => values.scalePrefix !== null && values.scalePrefix !== undefined,
    }),
    hours: text('营业时间', { columnWidth: 120 }),
    cutoff: text('截单时间', { columnWidth: 120 }),
    ways: text('方式', { columnWidth: 100 }),
    onCount: int('上架', { unit: '种', help: '含已售罄的' }),
    state: choice('状态', [
      { value: 'OPEN', label: '营业', tone: 'success' },
      { value: 'NOTICE', label: '将冻结', tone: 'warning' },
      { value: 'FROZEN', label: '已冻结', tone: 'warning' },
      { value: 'CLOSED', label: '停业', tone: 'neutral' },
    ]),
  },
  list: {
    columns: [
      'organizationId',
      'name',
      'restaurantId',
      'storehouseId',
      'hours',
      'cutoff',
      'ways',
      'afterSaleHours',
      'onCount',
      'state',
    ],
    search: ['organizationId', 'name', 'state'],
    notice: true,
    tools: ['create'],
    drills: {
      onCount: {
        path: '/admin/contractor/supermarket/goods',
        search: (row) => ({ organizationId: row.organizationId, state: ['ON', 'SOLD_OUT'] }),
      },
      state: { path: bills, search: () => ({ status: ['UNPAID', 'OVERDUE', 'FROZEN'], createdAt: null }) },
    },
    row: [
      'edit',
      {
        key: 'close',
        label: '停业',
        tone: 'danger',
        confirm: '确定停业「{name}」？不再接受新订单与刷卡，已付款的订单照常配送、退款',
        when: (row) => row.state !== 'CLOSED',
      },
      { key: 'open', label: '恢复营业', when: (row) => row.state === 'CLOSED' },
    ],
  },
  form: {
    sections: [
      { title: '商店', fields: ['organizationId', 'name', 'restaurantId', 'storehouseId', 'openAt', 'closeAt'] },
      {
        title: '订单',
        fields: ['cutoffDays', 'cutoffAt', 'pickup', 'delivery', 'deliveryFeeFen', 'leastFen', 'afterSaleHours'],
      },
      { title: '称重标签', fields: ['scalePrefix', 'scaleTells'] },
    ],
  },
});
