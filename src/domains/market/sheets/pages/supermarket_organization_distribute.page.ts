/** 单位配送分拣: waves of orders by day, organization and address; sorted, sent, signed for; what is short is shared out. */
import { choice, date, int, money, ref, refs, text, time } from '../../../../kit/define/field.ts';
import { except, keyword, page, range } from '../../../../kit/define/page.ts';
import { billStatuses } from '../../../stock/public.ts';
import { short, waveFlow, waveKinds, waveStatuses } from '../wave-states.ts';

const path = '/admin/contractor/supermarket/supermarket_organization_distribute';

const first = refs('先足数的单位', 'organization', {
  help: '按选的先后，先足数给它们，其余各单位按所订比例分；不选则全部按比例',
});

export const wave = page({
  path,
  title: '单位配送分拣',
  menu: ['商超', '订单配送'],
  order: 30,
  wide: ['organizationId'],
  // Storekeepers and drivers work with quantities alone.
  verbs: { cost: '查看金额' },
  duties: {
    cost: 'keep',
    make: 'make',
    share: 'make',
    shareGoods: 'make',
    drop: 'make',
    sort: 'make',
    load: 'make',
    depart: 'make',
    sign: 'make',
    arrive: 'make',
  },
  fields: {
    waveNo: text('波次号', { columnWidth: 190 }),
    kind: choice('送什么', waveKinds),
    organizationId: ref('单位', 'organization'),
    deliveryDate: date('送达日'),
    address: text('地址', { columnWidth: 150 }),
    orderCount: int('单数', { unit: '单', help: '商超订单或调拨单' }),
    goodsCount: int('品种', { unit: '种' }),
    amountFen: money('金额', { sees: 'cost' }),
    shortCount: int('缺货', { unit: '行', alarm: true }),
    status: choice('状态', waveStatuses),
    sorterName: text('分拣'),
    driver: text('司机'),
    car: text('车牌'),
    departTemp: text('发车温度'),
    arrivedTemp: text('到货温度'),
    departedAt: time('发车'),
    receiver: text('签收'),
    signedAt: time('签收时间'),
    makerName: text('制单人'),
    createdAt: time('生成时间', { sortable: true }),
  },
  list: {
    columns: except('car', 'makerName'),
    important: ['waveNo', 'kind', 'organizationId', 'deliveryDate', 'address', 'orderCount', 'shortCount', 'status'],
    search: [range('deliveryDate'), 'kind', 'organizationId', 'status', keyword('波次/地址', 'waveNo', 'address')],
    totals: ['orderCount', 'amountFen'],
    row: [
      ...waveFlow.buttons,
      { key: 'print', label: '打印分拣单', shows: 'receipt' },
      {
        key: 'drop',
        label: '撤销波次',
        tone: 'danger',
        confirm: '撤销 {waveNo} 后，调拨单回到草稿，可以修改或重新生成波次。确定撤销？',
        when: (row) => row.kind === 'MATERIAL' && (row.status === 'TO_SORT' || row.status === 'SORTED'),
        done: '已撤销',
      },
      'view',
    ],
    tools: [
      { key: 'board', label: '配送看板', open: `${path}/board` },
      {
        key: 'make',
        label: '生成波次',
        tone: 'primary',
        form: {
          kind: choice('送什么', waveKinds, {
            initial: 'SHOP',
            help: '商超订单：这一天已接单的；食堂物料：发往各单位、还没有发出的调拨单',
          }),
          deliveryDate: date('送达日', { required: true, starts: 'tomorrow' }),
        },
        done: '已生成',
      },
      {
        key: 'share',
        label: '缺货分摊',
        form: {
          deliveryDate: date('送达日', { required: true, starts: 'tomorrow' }),
          first,
          short: { ...short, required: true, min: 1 },
        },
        outcome: true,
        done: '已分给各单位，少的部分已退回货款',
      },
      {
        key: 'shareGoods',
        label: '食堂物料分摊',
        form: {
          deliveryDate: date('送达日', { required: true, starts: 'tomorrow' }),
          first,
          short: { ...short, required: true, min: 1 },
        },
        done: '已分给各食堂，各单写明缺多少',
      },
      {
        key: 'printDay',
        label: '打印配送单',
        form: {
          deliveryDate: date('送达日', {
            required: true,
            starts: 'tomorrow',
            help: '这一天还没签收的波次，每个波次一张',
          }),
        },
        shows: 'receipt',
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
  list: { sort: 'goodsName' },
});

/** Who gets what: the delivery sheet. */
export const waveOrders = page({
  of: wave,
  by: 'waveId',
  path: 'order',
  title: '按订单配送',
  inside: (row) => row.kind === 'SHOP',
  fields: {
    waveId: int('波次'),
    orderNo: text('订单号', { columnWidth: 190 }),
    personName: text('人员', { mask: 'name' }),
    address: text('地址'),
    goodsNames: text('商品', { columnWidth: 320 }),
    amountFen: money('金额', { sees: 'cost' }),
    shortFen: money('缺货退回', { sees: 'cost' }),
    orderStatus: text('状态'),
  },
  list: { sort: 'orderNo', totals: ['amountFen', 'shortFen'] },
});

/** What a kitchen wanted, was sent and kept, goods by goods. */
export const waveTransfers = page({
  of: wave,
  by: 'waveId',
  path: 'transfer',
  title: '按调拨单配送',
  inside: (row) => row.kind === 'MATERIAL',
  fields: {
    waveId: int('波次'),
    billNo: text('调拨单号', { columnWidth: 190 }),
    goodsName: text('商品', { columnWidth: 200 }),
    wantedWords: text('所要'),
    sentWords: text('实发'),
    receivedWords: text('实收'),
    backWords: text('拒收退回'),
    reason: text('缺货原因', { columnWidth: 200 }),
    billStatus: choice('状态', billStatuses),
  },
  list: { sort: 'billNo' },
});

export default [wave, waveGoods, waveOrders, waveTransfers];
