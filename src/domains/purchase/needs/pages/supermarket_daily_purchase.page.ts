/** 每日采购: whom to buy what from, how much, at what price; every need opens the sites and dishes it comes from. */
import {
  bool,
  choice,
  date,
  decimal,
  int,
  longText,
  money,
  percent,
  ref,
  refs,
  text,
} from '../../../../kit/define/field.ts';
import { except, page, range } from '../../../../kit/define/page.ts';
import { trendPath } from '../../prices/pages/price_trend.page.ts';
import { purchaseFlow, purchaseStatuses } from '../purchase-states.ts';

const path = '/admin/contractor/supermarket/supermarket_daily_purchase';

/** The need of goods no menu asks for: they are brought up to their least stock. */
export const toppedUp = '补下限';

type AnyRow = Readonly<Record<string, unknown>>;
const waits = (row: AnyRow) => row.status === 'DRAFT' && row.priceState === 'WAIT';
const mine = (row: AnyRow) => row.mine === true;

export const dailyPurchase = page({
  path,
  title: '每日采购',
  menu: ['商超', '订单配送'],
  order: 20,
  limited: 'common',
  verbs: { above: '超限下单（不用批准）' },
  duties: { above: 'check', approvePrice: 'check' },
  fields: {
    // First, so that a line is called by what is bought; its day is on every line.
    goodsId: ref('商品', 'goods'),
    purchaseDate: date('送货日', { sortable: true }),
    storehouseId: ref('送到', 'storehouse'),
    need: text('需求', { columnWidth: 112, help: `${toppedUp}：菜谱没有用到，库存低于下限` }),
    onHand: text('在库可用', { columnWidth: 112 }),
    transit: text('在途'),
    onOrder: text('在订'),
    least: text('下限'),
    suggest: text('建议', { columnWidth: 105 }),
    buy: text('采购'),
    extra: text('多购', { help: '按整包和起订量进位多买的' }),
    supplierId: ref('供应商', 'supplier', { none: '无有效价格' }),
    unitPrice: text('单价'),
    priceState: choice('手填单价', [
      { value: 'WAIT', label: '待批', tone: 'warning' },
      { value: 'OK', label: '已批', tone: 'success' },
    ]),
    typedBy: text('填价人'),
    priceOkBy: text('批价人'),
    change: percent('比均价', { help: '比近 30 天验收均价' }),
    amountFen: money('金额'),
    late: bool('来不及', {
      words: [{ label: '来不及', tone: 'danger' }, { label: '' }],
      help: '按供应商的提前天数与每日截单，现在下单已送不到',
    }),
    instead: text('可换', { columnWidth: 170, help: '来不及的行：还送得到的另一家，取折合单价最低的' }),
    received: text('到货'),
    editReason: text('改量原因'),
    nth: int('次', { hidden: true }),
    orderId: ref('采购单', 'supply_order', { none: '' }),
    status: choice('状态', purchaseStatuses),
  },
  list: {
    columns: except('least', 'extra', 'editReason', 'orderId', 'typedBy', 'priceOkBy'),
    // Where it goes under what is bought, the price under who asks it: whom, how much and at what price in one sight.
    // What is kept at least under what is there: it is bought for too.
    subline: { goodsId: 'storehouseId', onHand: 'least', supplierId: 'unitPrice' },
    important: ['goodsId', 'purchaseDate', 'need', 'onHand', 'buy', 'supplierId', 'change', 'amountFen', 'status'],
    search: [
      range('purchaseDate', 'weekAround'),
      'goodsId',
      'supplierId',
      'storehouseId',
      'late',
      'priceState',
      'status',
    ],
    totals: ['amountFen'],
    notice: true,
    drills: {
      need: { path: `${path}/record`, search: (row) => ({ id: row.id }) },
      change: { path: trendPath, search: (row) => ({ goodsId: row.goodsId }) },
    },
    tools: [
      {
        key: 'run',
        label: '运行需求',
        tone: 'primary',
        form: {
          day: date('送货日', { required: true, starts: 'tomorrow' }),
          siteIds: refs('单位', 'organization', { help: '不选为全部；选了的只重算这些单位，其余的留着上次算出的需求' }),
          buffer: percent('备量', { min: 0, max: 5_000, initial: 300, help: '在报餐、订餐或计划份数上多备' }),
        },
        done: '已算出',
      },
    ],
    row: [
      {
        key: 'change',
        label: '改量',
        confirm: '算出的建议是 {suggest}，现在采购 {buy}，单价 {unitPrice}。',
        form: {
          qty: decimal('采购数量', {
            required: true,
            digits: 3,
            min: 0,
            max: 1_000_000_000,
            help: '按采购单位；0 为不买',
          }),
          supplierId: ref('供应商', 'supplier', { help: '不选为不变' }),
          priceFen: money('单价', {
            min: 0,
            max: 100_000_000,
            help: '不填按价目表；与价目表不同的须由另一人批准才能下单',
          }),
          reason: longText('原因', { required: true, max: 100 }),
        },
        when: (row) => row.status === 'DRAFT',
      },
      {
        key: 'approvePrice',
        label: '批准单价',
        batch: true,
        confirm: '批准 {goodsId}（{supplierId}）由{typedBy}填写的单价 {unitPrice}？原因：{editReason}',
        when: (row) => waits(row) && !mine(row),
        whyNot: (row) => (waits(row) ? '单价由您填写，须由另一人批准' : undefined),
        done: '已批准，可以生成采购单',
      },
      ...purchaseFlow.buttons,
      { key: 'trend', label: '价格走势', open: `${trendPath}?goodsId={goodsId}` },
      'view',
    ],
  },
});

/** The sites, meals and dishes a line's need comes from. */
export const purchaseNeed = page({
  of: dailyPurchase,
  by: 'lineId',
  path: 'need',
  title: '需求来源',
  inside: (row) => row.need !== toppedUp,
  fields: {
    lineId: int('采购行'),
    siteName: text('单位'),
    mealName: text('餐次'),
    dishName: text('菜品'),
    portions: int('份数', { unit: '份' }),
    source: choice(
      '依据',
      [
        { value: 'ASKED', label: '报餐订餐' },
        { value: 'PLAN', label: '菜谱计划' },
        { value: 'FORECAST', label: '预测份数' },
      ],
      { help: '先按报餐订餐，不足计划一半的按菜谱计划，没有计划份数的按这一餐的预测 × 这道菜近八周的占比' },
    ),
    qtyWords: text('需要'),
    viaName: text('用于做半成品'),
  },
  list: {
    columns: ['siteName', 'mealName', 'dishName', 'portions', 'source', 'qtyWords', 'viaName'],
    sort: 'siteName',
  },
});

export default [dailyPurchase, purchaseNeed];
