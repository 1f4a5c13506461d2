/** 单位配送分拣: waves of orders by day, organization and address; sorted, sent, signed for; what is short is shared out. */
import { choice, date, int, money, ref, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { short, waveFlow, waveStatuses } from '../wave-states.ts';

const path = '/admin/contractor/supermarket/supermarket_organization_distribute';

export const wave = page({
  path,
  title: '单位配送分拣',
  menu: ['商超', '订单配送'],
  order: 30,
  wide: ['organizationId'],
  duties: { make: 'make', share: 'make', sort: 'make', depart: 'make', sign: 'make' },
  fields: {
    waveNo: text('波次', { columnWidth: 190 }),
    organizationId: ref('单位', 'organization'),
    deliveryDate: date('送达日'),
    address: text('地址', { columnWidth: 150 }),
    orderCount: int('单数', { unit: '单' }),
    goodsCount: int('品种', { unit: '种' }),
    amountFen: money('金额'),
    shortCount: int('缺货', { unit: '行', alarm: true }),
    status: choice('状态', waveStatuses),
    sorterName: text('分拣'),
    driver: text('司机'),
    car: text('车牌'),
    temp: text('温度'),
    departedAt: time('发车'),
    receiver: text('签收'),
    signedAt: time('签收时间'),
    makerName: text('制单人'),
    createdAt: time('生成时间', { sortable: true }),
  },
  list: {
    columns: except('car', 'temp', 'makerName'),
    important: ['waveNo', 'organizationId', 'deliveryDate', 'address', 'orderCount', 'shortCount', 'status'],
    search: [range('deliveryDate'), 'organizationId', 'status', keyword('波次/地址', 'waveNo', 'address')],
    sort: '-createdAt',
    totals: ['orderCount', 'amountFen'],
    row: [...waveFlow.buttons, { key: 'print', label: '打印分拣单', shows: 'receipt' }, 'view'],
    tools: [
      {
        key: 'make',
        label: '生成波次',
        tone: 'primary',
        form: { deliveryDate: date('送达日', { required: true }) },
        done: '已生成',
      },
      {
        key: 'share',
        label: '缺货分摊',
        form: { deliveryDate: date('送达日', { required: true }), short: { ...short, required: true, min: 1 } },
        outcome: true,
        done: '已按所订比例分给各单位，少的部分已退回货款',
      },
    ],
  },
});

/** What is picked of every goods for the wave: the sorting sheet. */
export const waveGoods = page({
  of: wave,
  by: 'waveId',
  path: 'goods',
  title: '按商品分拣',
  fields: {
    waveId: int('波次'),
    goodsName: text('商品', { columnWidth: 200 }),
    wantedWords: text('所订'),
    pickedWords: text('实备'),
    orderCount: int('单数', { unit: '单' }),
    lots: text('先出批次', { columnWidth: 200 }),
  },
  list: { columns: except('waveId'), sort: 'goodsName' },
});

/** Who gets what: the delivery sheet. */
export const waveOrders = page({
  of: wave,
  by: 'waveId',
  path: 'order',
  title: '按订单配送',
  fields: {
    waveId: int('波次'),
    orderNo: text('订单号', { columnWidth: 190 }),
    personName: text('人员'),
    address: text('地址'),
    goodsNames: text('商品', { columnWidth: 320 }),
    amountFen: money('金额'),
    shortFen: money('缺货退回'),
    orderStatus: text('状态'),
  },
  list: { columns: except('waveId'), sort: 'orderNo', totals: ['amountFen', 'shortFen'] },
});

export default [wave, waveGoods, waveOrders];
