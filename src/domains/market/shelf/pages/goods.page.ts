/** 商品管理: the shelf of every shop: what it costs, what it leaves, how much is there, what is on and what is off. */
import {
  bool,
  choice,
  date,
  image,
  int,
  longText,
  money,
  of,
  percent,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { goodsCategories } from '../../../stock/public.ts';

const path = '/admin/contractor/supermarket/goods';
const cost = { sees: 'cost' } as const;

export const shelf = page({
  path,
  title: '商品管理',
  menu: ['商超', '商品'],
  order: 10,
  limited: 'common',
  verbs: { cost: '查看进价与毛利' },
  duties: { cost: 'keep' },
  fields: {
    organizationId: ref('单位', 'organization', {
      required: true,
      createOnly: true,
      width: 300,
      help: '先在「商超管理」开店',
    }),
    goodsId: ref('商品', 'goods', { required: true, createOnly: true, width: 300 }),
    ...of('goodsId', {
      image: image('图', { purpose: 'public' }),
      code: text('编码'),
      category: choice('分类', goodsCategories),
      spec: text('规格'),
      barcode: text('条码', { columnWidth: 130 }),
    }),
    unitId: ref('售卖单位', 'goods_unit', { within: { goodsId: 'goodsId' }, createOnly: true, none: '基本单位' }),
    byWeight: bool('称重', {
      initial: false,
      createOnly: true,
      words: [{ label: '称重', tone: 'info' }, { label: '' }],
    }),
    plu: int('PLU', {
      min: 1,
      max: 99_999,
      required: true,
      help: '秤上的商品号，打在称重标签里',
      when: (values) => values.byWeight === true,
    }),
    packCodes: text('其他条码', { max: 200, width: 400, help: '同一商品的其他条码，用逗号分开' }),
    priceFen: money('售价', { min: 0, max: 100_000_000, createOnly: true, help: '每个售卖单位；以后在列表里调价' }),
    unitName: text('单位名', { hidden: true }),
    priceWords: text('售价', { columnWidth: 120 }),
    nextWords: text('将调价', { columnWidth: 150 }),
    costFen: money('进价', cost),
    marginRatio: percent('毛利率', cost),
    stockWords: text('库存'),
    alertQty: int('预警', { min: 0, max: 1_000_000_000, help: '库存低于此数提醒，按基本单位（克、毫升、个）' }),
    low: bool('低于预警', { words: [{ label: '低于', tone: 'danger' }, { label: '—' }] }),
    limitQty: int('限购', { min: 1, max: 10_000, help: '每人每天最多几个售卖单位，不填不限' }),
    sort: int('排序', { min: 0, max: 9_999, initial: 0 }),
    state: choice('状态', [
      { value: 'ON', label: '在售', tone: 'success' },
      { value: 'SOLD_OUT', label: '售罄', tone: 'warning' },
      { value: 'OFF', label: '下架', tone: 'neutral' },
    ]),
    offReason: text('下架原因'),
    createdAt: time('加入时间'),
  },
  list: {
    columns: [
      'image',
      'goodsId',
      'organizationId',
      'spec',
      'barcode',
      'priceWords',
      'nextWords',
      'costFen',
      'marginRatio',
      'stockWords',
      'low',
      'limitQty',
      'state',
    ],
    important: ['image', 'goodsId', 'organizationId', 'priceWords', 'marginRatio', 'stockWords', 'state'],
    search: ['organizationId', 'goodsId', keyword('编码/条码', 'code', 'barcode'), 'category', 'low', 'state'],
    notice: true,
    tools: ['create'],
    drills: { stockWords: { path: '/admin/contractor/erp/goods/record', search: (row) => ({ id: row.goodsId }) } },
    row: [
      {
        key: 'price',
        label: '调价',
        tone: 'primary',
        form: {
          priceFen: money('新售价', { required: true, min: 0, max: 100_000_000 }),
          fromDate: date('起', { required: true, starts: 'today', help: '今天起立即生效，以后的日子在 0 点生效' }),
        },
        outcome: true,
        done: '已调价',
      },
      { key: 'on', label: '上架', batch: true, when: (row) => row.state === 'OFF', done: '已上架' },
      {
        key: 'off',
        label: '下架',
        tone: 'danger',
        batch: true,
        form: { reason: longText('原因', { max: 100 }) },
        when: (row) => row.state !== 'OFF',
        done: '已下架',
      },
      'edit',
      { key: 'label', label: '价签', shows: 'receipt' },
    ],
  },
  form: {
    sections: [
      { title: '商品', fields: ['organizationId', 'goodsId', 'unitId', 'byWeight', 'plu', 'packCodes', 'priceFen'] },
      { title: '货架', fields: ['limitQty', 'alertQty', 'sort'] },
    ],
  },
  import: {
    fields: ['organizationId', 'goodsId', 'priceFen', 'packCodes', 'limitQty', 'alertQty'],
    help: '单位填名称，商品填编码或名称，按基本单位销售；条码列请设为文本',
  },
});

/** Its prices: which held when, which are to come. */
export const shelfPrice = page({
  of: shelf,
  by: 'shelfId',
  path: 'price',
  title: '价格',
  fields: {
    shelfId: int('商品'),
    fromAt: time('起'),
    priceFen: money('售价'),
    unitName: text('每'),
    makerName: text('调价人'),
    createdAt: time('登记时间'),
    state: choice('状态', [
      { value: 'NOW', label: '生效中', tone: 'success' },
      { value: 'COMING', label: '未生效', tone: 'info' },
      { value: 'OVER', label: '已结束', tone: 'neutral' },
    ]),
  },
  list: {
    sort: '-fromAt',
    row: [
      {
        key: 'withdraw',
        label: '撤回',
        tone: 'danger',
        confirm: '撤回还没有生效的价格？',
        when: (row) => row.state === 'COMING',
        done: '已撤回',
      },
    ],
  },
});

export default [shelf, shelfPrice];
