/** 仓库管理: where stock lies, what it is worth, what is about to expire, what is on its way; documents open from here. */
import { choice, int, money, normalDisabled, ref, text, time } from '../../../../kit/define/field.ts';
import { except, page } from '../../../../kit/define/page.ts';
import { goodsLot } from '../../goods/pages/goods.page.ts';

const path = '/admin/contractor/erp/storehouse';
const bills = '/admin/contractor/erp/stock_bill';
const kinds = [
  { value: 'NORMAL', label: '常温库' },
  { value: 'COLD', label: '冷藏库' },
  { value: 'FROZEN', label: '冷冻库' },
] as const;
const inUse = (row: { status: unknown }) => row.status === 'NORMAL';
const opens = (kind: string, label: string) => ({
  key: kind.toLowerCase(),
  label,
  open: `${bills}/form?kind=${kind}&storehouseId={id}`,
  when: inUse,
});

const lotsIn = (state: string) => ({
  path: `${path}/lot`,
  search: (row: Readonly<Record<string, unknown>>) => ({ storehouseId: row.id, state: [state] }),
});

export const storehouse = page({
  path,
  title: '仓库管理',
  menu: ['进销存', '基础'],
  order: 20,
  limited: 'common',
  verbs: { cost: '查看成本' },
  duties: { cost: 'keep' },
  fields: {
    name: text('名称', { required: true, max: 30 }),
    siteId: ref('所在单位', 'organization', { none: '中心仓', help: '不选为中心仓；该单位的收货人可以看到配送单' }),
    kind: choice('类型', kinds, { required: true, initial: 'NORMAL' }),
    keeperName: text('保管员', { max: 20 }),
    address: text('地址', { max: 100, width: 400 }),
    goodsCount: int('在库品种', { unit: '种' }),
    valueFen: money('库存金额', { sees: 'cost' }),
    nearCount: int('临期', { unit: '批' }),
    expiredCount: int('过期', { unit: '批', alarm: true }),
    sealedCount: int('封存', { unit: '批' }),
    transitCount: int('在途', { unit: '单' }),
    dueCount: int('待补', { unit: '行', alarm: true, help: '已售出而账上没有的' }),
    status: choice('状态', normalDisabled),
    createdAt: time('建档时间'),
  },
  list: {
    columns: except('address', 'createdAt'),
    search: ['name', 'siteId', 'kind', 'status'],
    sort: 'name',
    totals: ['valueFen'],
    tools: ['create', { key: 'lots', label: '在库批次', open: `${path}/lot` }],
    drills: {
      goodsCount: { path: `${path}/record`, search: (row) => ({ id: row.id }) },
      valueFen: {
        path: '/admin/contractor/erp/stock_ledger',
        search: (row) => ({ storehouseId: row.id, businessDate: null }),
      },
      nearCount: lotsIn('NEAR'),
      expiredCount: lotsIn('EXPIRED'),
      sealedCount: lotsIn('SEALED'),
      dueCount: {
        path: '/admin/contractor/erp/stock_due',
        search: (row) => ({ storehouseId: row.id, status: ['SHORT'], soldAt: null }),
      },
      transitCount: {
        path: bills,
        search: (row) => ({ toStorehouseId: row.id, kind: ['TRANSFER'], status: ['SENT'], createdAt: null }),
      },
    },
    row: [
      'edit',
      opens('IN', '入库'),
      opens('ISSUE', '领用'),
      opens('TRANSFER', '调拨'),
      opens('LOSS', '报损'),
      { key: 'count', label: '盘点', open: '/admin/contractor/erp/stock_count/form?storehouseId={id}', when: inUse },
      { key: 'disable', label: '停用', tone: 'danger', confirm: '确定停用「{name}」？只有空仓可以停用', when: inUse },
      { key: 'enable', label: '启用', when: (row) => row.status === 'DISABLED' },
    ],
  },
  form: { sections: [{ fields: ['name', 'siteId', 'kind', 'keeperName', 'address'] }] },
});

/** What lies in it. */
export const storehouseGoods = page({
  of: storehouse,
  by: 'storehouseId',
  path: 'goods',
  title: '在库物料',
  fields: {
    storehouseId: int('仓库'),
    code: text('编码'),
    name: text('名称'),
    onHand: text('在库'),
    reserved: text('已预留'),
    valueFen: money('金额', { sees: 'cost' }),
    averageFen: money('均价', { sees: 'cost' }),
    expiresOn: text('最早到期'),
  },
  list: {
    columns: ['code', 'name', 'onHand', 'reserved', 'expiresOn', 'valueFen', 'averageFen'],
    search: ['name'],
    sort: 'code',
    totals: ['valueFen'],
  },
});

const { qtyWords, producedOn, expiresOn, receivedAt, supplierName, state, advice } = goodsLot.fields;

/** Every lot that lies anywhere, with what becomes of it before it is too late. */
export const storehouseLot = page({
  of: storehouse,
  path: 'lot',
  title: '在库批次',
  fields: {
    storehouseId: ref('仓库', 'storehouse'),
    goodsId: ref('商品', 'goods'),
    lotNo: text('批次'),
    lotId: int('批次', { hidden: true }),
    qtyWords,
    producedOn,
    expiresOn,
    receivedAt,
    supplierName,
    state,
    advice,
  },
  list: {
    columns: except('lotId'),
    search: ['storehouseId', 'goodsId', 'state'],
    sort: 'expiresOn',
    drills: { lotNo: { path: '/admin/contractor/erp/lot_trace/record', search: (row) => ({ id: row.lotId }) } },
  },
});

export default [storehouse, storehouseGoods, storehouseLot];
