/** 库存物料: every article once, as material, as ingredient and as what the shop sells; how much there is and what runs out. */
import {
  bool,
  choice,
  choices,
  date,
  image,
  int,
  lines,
  money,
  normalDisabled,
  ref,
  text,
  time,
} from '../../../../kit/define/field.ts';
import { keyword, page } from '../../../../kit/define/page.ts';
import { baseUnits, goodsCategories, goodsPapers, storedAs, supplyWays } from '../goods-words.ts';

export const goodsPath = '/admin/contractor/erp/goods';
const cost = { sees: 'cost' } as const;

const unit = {
  id: int('编号', { readOnly: true }),
  name: text('单位', { required: true, max: 10, placeholder: '箱' }),
  size: int('每单位含（基本单位）', { required: true, min: 1, max: 1_000_000_000 }),
  forBuy: bool('采购', { initial: true }),
  forIssue: bool('领用', { initial: true }),
  forSale: bool('销售', { initial: true }),
};

export const goods = page({
  path: goodsPath,
  title: '库存物料',
  menu: ['进销存', '基础'],
  order: 10,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    code: text('编码', { max: 30, help: '不填自动编号', sortable: true }),
    name: text('名称', { required: true, max: 40 }),
    category: choice('分类', goodsCategories, { required: true, width: 200 }),
    spec: text('规格', { max: 40 }),
    barcode: text('条码', { max: 14 }),
    image: image('图片', { purpose: 'public' }),
    baseUnit: choice('基本单位', baseUnits, {
      required: true,
      createOnly: true,
      help: '所有数量都按整克、整毫升、整个记账',
    }),
    units: lines('单位换算', unit, { unique: ['name'], carry: ['id'], max: 20 }),
    attributes: lines(
      '规格属性',
      {
        attributeId: ref('属性', 'attribute_type', { required: true }),
        valueId: ref('值', 'attribute_value', { required: true, within: { attributeId: 'attributeId' } }),
      },
      { unique: ['attributeId'], max: 20 },
    ),
    tracked: bool('按批次管理', { initial: true, help: '入库须填生产日期或到期日期' }),
    stored: choice('储存', storedAs, { required: true, initial: 'DRY' }),
    maxTemp: int('验收最高温度', {
      unit: '℃',
      min: -40,
      max: 30,
      required: true,
      when: (values) => values.stored === 'CHILLED' || values.stored === 'FROZEN',
    }),
    papers: choices('验收须有票证', goodsPapers, { help: '没有的不能收，只能拒收' }),
    shelfDays: int('保质期', { unit: '天', min: 1, max: 3_650 }),
    minStock: int('库存下限', { min: 0, max: 1_000_000_000_000, help: '按基本单位' }),
    maxStock: int('库存上限', { min: 0, max: 1_000_000_000_000, help: '按基本单位' }),
    supply: choice('供应方式', supplyWays, {
      required: true,
      initial: 'CENTRAL',
      help: '统配由中心仓统一采购，直送由供应商送到各单位',
    }),
    checkFromFen: money('领用复核起点', {
      max: 100_000_000,
      help: '一张领用单这一行的金额达到后须由另一人过账；不填不复核',
      ...cost,
    }),
    onHand: text('在库', { columnWidth: 120 }),
    available: text('可用', { columnWidth: 120 }),
    inTransit: text('在途', { columnWidth: 120 }),
    onOrder: text('在订', { columnWidth: 120, help: '已下单、供应商还没有送到的' }),
    least: text('下限'),
    most: text('上限'),
    valueFen: money('库存金额', cost),
    averageFen: money('均价', { ...cost, help: '每千克、升或个，仅供参考：金额按库存总额结转' }),
    lastFen: money('最近进价', { ...cost, help: '每千克、升或个' }),
    expiringOn: date('最早到期'),
    belowMin: bool('低于下限', { words: [{ label: '低于', tone: 'danger' }, { label: '' }] }),
    expiring: bool('临期', { words: [{ label: '临期', tone: 'warning' }, { label: '' }] }),
    attributeId: ref('属性', 'attribute_type', { hidden: true }),
    valueId: ref('属性值', 'attribute_value', { hidden: true }),
    supplierId: ref('供应商', 'supplier', { hidden: true }),
    status: choice('状态', normalDisabled),
    createdAt: time('建档时间'),
  },
  list: {
    columns: [
      'code',
      'name',
      'category',
      'spec',
      'baseUnit',
      'stored',
      'onHand',
      'available',
      'inTransit',
      'onOrder',
      'valueFen',
      'averageFen',
      'lastFen',
      'least',
      'most',
      'belowMin',
      'expiringOn',
      'supply',
      'status',
    ],
    important: ['code', 'name', 'category', 'onHand', 'available', 'valueFen', 'belowMin', 'status'],
    search: [
      keyword('编码/名称/条码', 'code', 'name', 'barcode'),
      'category',
      'belowMin',
      'expiring',
      'supply',
      'supplierId',
      'status',
      'attributeId',
      'valueId',
    ],
    sort: 'code',
    totals: ['valueFen'],
    notice: true,
    tools: ['create'],
    drills: {
      onHand: { path: `${goodsPath}/record`, search: (row) => ({ id: row.id }) },
      valueFen: {
        path: '/admin/contractor/erp/stock_ledger',
        search: (row) => ({ goodsId: row.id, businessDate: null }),
      },
      onOrder: {
        path: '/admin/contractor/supermarket/supermarket_daily_purchase',
        search: (row) => ({ goodsId: row.id, status: ['ORDERED', 'PART_RECEIVED'], purchaseDate: null }),
      },
      lastFen: { path: '/admin/contractor/erp/price_trend', search: (row) => ({ goodsId: row.id }) },
      inTransit: {
        path: '/admin/contractor/erp/stock_bill',
        search: (row) => ({ goodsId: row.id, kind: ['TRANSFER'], status: ['SENT'], createdAt: null }),
      },
    },
    row: [
      'edit',
      {
        key: 'disable',
        label: '停用',
        tone: 'danger',
        confirm: '确定停用「{name}」？停用后不能再出入库；还有库存或未完单据的不能停用',
        when: (row) => row.status === 'NORMAL',
      },
      { key: 'enable', label: '启用', when: (row) => row.status === 'DISABLED' },
    ],
  },
  form: {
    sections: [
      {
        title: '商品',
        fields: ['code', 'name', 'category', 'spec', 'barcode', 'image', 'baseUnit', 'units', 'attributes'],
      },
      {
        title: '库存',
        fields: [
          'tracked',
          'stored',
          'maxTemp',
          'papers',
          'shelfDays',
          'minStock',
          'maxStock',
          'supply',
          'checkFromFen',
        ],
      },
    ],
  },
  import: {
    fields: [
      'code',
      'name',
      'category',
      'spec',
      'barcode',
      'baseUnit',
      'tracked',
      'stored',
      'maxTemp',
      'shelfDays',
      'minStock',
      'maxStock',
      'supply',
    ],
    unique: ['code'],
    help: '条码列请设为文本；数量按基本单位填写',
  },
});

/** Where it lies, lot by lot. */
export const goodsLot = page({
  of: goods,
  by: 'goodsId',
  path: 'lot',
  title: '在库批次',
  fields: {
    goodsId: int('商品'),
    storehouseName: text('仓库'),
    lotNo: text('批次'),
    qtyWords: text('数量'),
    producedOn: date('生产日期'),
    expiresOn: date('到期日期'),
    receivedAt: time('入库时间'),
    supplierName: text('供应商'),
    state: choice('状态', [
      { value: 'NORMAL', label: '正常', tone: 'success' },
      { value: 'NEAR', label: '临期', tone: 'warning' },
      { value: 'EXPIRED', label: '过期', tone: 'danger' },
      { value: 'SEALED', label: '已封存', tone: 'danger' },
    ]),
    advice: text('建议', {
      columnWidth: 220,
      help: '临期的：七天内的菜谱最早用到它的单位，没有的看商店在不在售；过期的只能报损或退货',
    }),
  },
  list: { sort: 'expiresOn' },
});

/** Units of goods, as lines of documents choose them. */
export const goodsUnit = page({
  of: goods,
  by: 'goodsId',
  path: 'unit',
  title: '单位换算',
  fields: {
    goodsId: int('商品'),
    name: text('单位'),
    size: text('每单位含'),
    forBuy: bool('采购'),
    forIssue: bool('领用'),
    forSale: bool('销售'),
    used: bool('已使用'),
    status: choice('状态', normalDisabled),
  },
  list: { columns: ['name', 'size', 'forBuy', 'forIssue', 'forSale', 'used', 'status'], sort: 'name' },
});

export default [goods, goodsLot, goodsUnit];
